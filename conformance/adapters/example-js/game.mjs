/**
 * One deal of Manzana: how it begins, what each act does to it, how it ends.
 *
 * A game is a plain object that is never changed; every act makes another one. So an illegal act, which
 * throws a Refusal, has nothing to undo. Each of the two players is a side of his own: seat and side are one.
 *
 *   turn, phase     the seat to act (null when over); "draw", "play" or "over"
 *   stock, pile     cards; the next card of the stock is stock[0], the top of the pile is its last card
 *   hands           per seat: cards, never a red three
 *   melds           per seat: melds, numbered as they were first laid
 *   redThrees       per seat: how many are laid
 *   openedBefore    whether the player to act had a meld when his turn began
 *   ended, scores   null until the deal is over
 *   totals, winner  per side, with this deal once it is over; null or the side that won the match
 */

import { isRedThree, isWild, without } from "./cards.mjs";
import { refuse } from "./errors.mjs";
import {
  canStillEnd,
  checkGoingOut,
  checkOpening,
  checkTakingRight,
  isFrozen,
  kindOf,
  layAll,
  scoreOf,
  topFitsMeld,
  topOf,
  winnerBy,
} from "./rules.mjs";

const other = (seat) => 1 - seat;

/** A copy of a list per seat with another value for one seat. */
const withSeat = (list, seat, value) => list.map((old, at) => (at === seat ? value : old));

/** Draw a card, laying red threes on the way: the card (undefined if none is left), their number, the rest. */
function drawOne(stock) {
  const at = stock.findIndex((card) => !isRedThree(card));
  if (at < 0) return { card: undefined, redThrees: stock.length, stock: [] };
  return { card: stock[at], redThrees: at, stock: stock.slice(at + 1) };
}

// ----------------------------------------------------------------------------------------- begin and end

/** Begin a deal: turn up the first discard, then lay and replace the dealt red threes. */
export function begin({ dealer, hands, stock, totals }) {
  const visible = stock.findIndex((card) => !isWild(card) && !isRedThree(card));
  const turnedUp = visible < 0 ? stock.length : visible + 1;
  const game = {
    turn: other(dealer),
    phase: "draw",
    stock: stock.slice(turnedUp),
    pile: stock.slice(0, turnedUp),
    hands: hands.map((hand) => hand.filter((card) => !isRedThree(card))),
    melds: [[], []],
    redThrees: hands.map((hand) => hand.filter(isRedThree).length),
    openedBefore: false,
    ended: null,
    scores: null,
    totals,
    winner: null,
  };
  return replaceRedThrees(game, [other(dealer), dealer]);
}

/** Give each seat in turn (MZ-A26) a card for each red three it was dealt; want of cards ends the deal. */
function replaceRedThrees(game, order) {
  let { stock, hands, redThrees } = game;
  let wanting = false;
  for (const seat of order) {
    for (let owed = game.redThrees[seat]; owed > 0; owed -= 1) {
      const drawn = drawOne(stock);
      stock = drawn.stock;
      redThrees = withSeat(redThrees, seat, redThrees[seat] + drawn.redThrees);
      if (drawn.card) hands = withSeat(hands, seat, [...hands[seat], drawn.card]);
      else wanting = true;
    }
  }
  const dealt = { ...game, stock, hands, redThrees };
  return wanting ? end(dealt, { how: "stock" }) : dealt;
}

/** End the deal and count it. */
function end(game, ended) {
  const scores = game.hands.map((hand, seat) => {
    const wentOut = ended.how === "out" && ended.seat === seat;
    // Concealed asks for no meld before this turn, and for nothing more (MZ-A06).
    const how = wentOut ? (game.openedBefore ? "out" : "concealed") : null;
    return scoreOf({ melds: game.melds[seat], redThrees: game.redThrees[seat], hand, how });
  });
  const totals = game.totals.map((total, side) => total + scores[side]);
  return { ...game, turn: null, phase: "over", ended, scores, totals, winner: winnerBy(totals) };
}

/** End the turn: the deal is over if the hand is empty, else the other player draws or takes. */
function endTurn(game, seat) {
  checkGoingOut(game.hands[seat].length, game.melds[seat]);
  if (game.hands[seat].length === 0) return end(game, { how: "out", seat });
  const next = other(seat);
  return { ...game, turn: next, phase: "draw", openedBefore: game.melds[next].length > 0 };
}

// ------------------------------------------------------------------------------------------------- acts

/** Refuse an act outside its part of the turn: before the draw or the take, or after it. */
function checkPhase(game, phase) {
  if (game.phase !== phase)
    refuse(phase === "draw" ? "a card or the pile was taken already" : "draw or take first");
}

/** Draw a card. On an empty stock this is the wish to draw, which ends the deal. */
function draw(game, seat) {
  checkPhase(game, "draw");
  if (game.stock.length === 0) {
    if (topFitsMeld(game.pile, game.melds[seat]))
      refuse("without a stock a top card that fits a meld must be taken");
    return end(game, { how: "stock" });
  }
  const { card, redThrees, stock } = drawOne(game.stock);
  const drawn = {
    ...game,
    stock,
    redThrees: withSeat(game.redThrees, seat, game.redThrees[seat] + redThrees),
  };
  // A red three that finds no replacement ends the deal at once (MZ-A14).
  if (!card) return end(drawn, { how: "stock" });
  return { ...drawn, phase: "play", hands: withSeat(game.hands, seat, [...game.hands[seat], card]) };
}

/** Take the pile: the top card is laid at once with cards of the hand, the rest goes to the hand. */
function take(game, seat, { plays, top }) {
  checkPhase(game, "draw");
  checkTakingRight(game.pile, game.melds[seat], plays[top]);
  const rest = game.pile.slice(0, -1);
  const laid = layFrom([...game.hands[seat], topOf(game.pile)], game, seat, plays, rest);
  // A red three of the first discards is laid by the taker and not replaced (MZ-A18).
  const redThrees = game.redThrees[seat] + rest.filter(isRedThree).length;
  return { ...laid, phase: "play", pile: [], redThrees: withSeat(game.redThrees, seat, redThrees) };
}

/** Meld from the hand. */
function meld(game, seat, { plays }) {
  checkPhase(game, "play");
  return layFrom(game.hands[seat], game, seat, plays, []);
}

/** Lay plays out of `cards`; what is left of them and the `gained` cards are the hand, red threes aside. */
function layFrom(cards, game, seat, plays, gained) {
  const left =
    without(
      cards,
      plays.flatMap((play) => play.cards),
    ) ?? refuse("a card is not in the hand");
  const melds = layAll(game.melds[seat], plays);
  checkOpening(game.melds[seat], plays);
  const hand = [...left, ...gained.filter((card) => !isRedThree(card))];
  if (!canStillEnd(hand, melds)) refuse("the turn could not be ended: there is no canasta to go out with");
  return { ...game, hands: withSeat(game.hands, seat, hand), melds: withSeat(game.melds, seat, melds) };
}

/** Discard, which ends the turn. Any card will do, the last one too (MZ-A24). */
function discard(game, seat, { card }) {
  checkPhase(game, "play");
  const hand = without(game.hands[seat], [card]) ?? refuse(`${card} is not in the hand`);
  return endTurn({ ...game, pile: [...game.pile, card], hands: withSeat(game.hands, seat, hand) }, seat);
}

/** End the turn without a discard, which is for an empty hand only (MZ-A12, MZ-A25). */
function pass(game, seat) {
  checkPhase(game, "play");
  if (game.hands[seat].length > 0) refuse("a turn ends with a discard unless every card is melded");
  return endTurn(game, seat);
}

const noPartner = () => refuse("there is no partner in this game");

const ACTS = new Map(Object.entries({ draw, take, meld, discard, pass, ask: noPartner, answer: noPartner }));

/** Whether acts of this type are known at all. */
export const isActType = (type) => ACTS.has(type);

/** The game after a seat's act; throws a Refusal if the rules forbid it. */
export function act(game, seat, action) {
  if (game.ended) refuse("the deal is over");
  if (seat !== game.turn) refuse("another seat is to act");
  return ACTS.get(action.type)(game, seat, action);
}

// ------------------------------------------------------------------------------------------ observation

/** Everything the protocol can ask about a game. `scores` is there once the deal has ended. */
export function observe(game) {
  return {
    turn: game.turn,
    phase: game.phase,
    asked: null,
    stock: game.stock.length,
    pile: { cards: game.pile },
    frozen: isFrozen(game.pile),
    hands: game.hands,
    feet: [0, 0],
    sides: game.melds.map((melds, side) => ({
      melds: melds.map((cards) => ({ cards, kind: kindOf(cards) })),
      red_threes: game.redThrees[side],
    })),
    ended: game.ended,
    ...(game.ended && { scores: game.scores }),
    totals: game.totals,
    match: game.winner === null ? null : { winner: game.winner },
  };
}
