/**
 * The rules of melding, taking, going out and counting, as functions of what lies on the table.
 *
 * Nothing here knows of turns or of the protocol, and nothing here changes its arguments.
 * A meld is an array of cards. MZ-A.. and X-.. name the open questions whose default reading is followed.
 */

import { isNatural, isRedThree, isWild, rankOf, valueOfAll, without } from "./cards.mjs";
import { refuse } from "./errors.mjs";

export const OPENING_MINIMUM = 30;
export const MATCH_TARGET = 10_000;

const SMALLEST_MELD = 3;
const CANASTA = 4;
const BONUS = { out: 100, concealed: 200, natural: 500, mixed: 300, redThrees: [0, 100, 400] };

// ---------------------------------------------------------------------------------------------- melds

export const rankOfMeld = (meld) => rankOf(meld.find(isNatural));
export const kindOf = (meld) => (meld.some(isWild) ? "mixed" : "natural");
export const isCanasta = (meld) => meld.length >= CANASTA;
export const hasCanasta = (melds) => melds.some(isCanasta);

/** The number of the player's meld of a rank, or -1. A player has one meld of a rank at most (MZ-A02). */
export const meldOfRank = (melds, rank) => melds.findIndex((meld) => rankOfMeld(meld) === rank);

/** What is wrong with these cards as one meld, in words, or null if they are one. */
export function faultOfMeld(cards) {
  const naturals = cards.filter(isNatural);
  const wilds = cards.filter(isWild);
  if (naturals.length + wilds.length < cards.length) return "threes are never melded";
  if (naturals.some((card) => rankOf(card) !== rankOf(naturals[0]))) return "a meld is of one rank";
  if (naturals.length < 2) return "a meld has two natural cards or more";
  if (cards.length < SMALLEST_MELD) return "a meld has three cards or more";
  if (naturals.length === 2 && wilds.length > 1) return "two natural cards carry one wild card only";
  return null;
}

/**
 * The melds as they stand after all plays of one act, which are judged together; refuses bad plays.
 * New melds get the next numbers in the order listed.
 */
export function layAll(melds, plays) {
  if (plays.length === 0) refuse("nothing is laid");
  const after = [...melds];
  const used = new Set();
  for (const { to, cards } of plays) {
    if (cards.length === 0) refuse("a play without cards");
    if (to === "new") {
      after.push(cards);
      continue;
    }
    if (!Number.isInteger(to) || to < 0 || to >= melds.length) refuse(`there is no meld ${to}`);
    if (used.has(to)) refuse(`two plays go to meld ${to}`);
    used.add(to);
    after[to] = [...melds[to], ...cards];
  }
  for (const meld of after) {
    const fault = faultOfMeld(meld);
    if (fault) refuse(fault);
  }
  if (new Set(after.map(rankOfMeld)).size < after.length) refuse("a player has one meld of a rank");
  return after;
}

/** Refuse a first melding whose cards, the top card of a taken pile included, count too little. */
export function checkOpening(melds, plays) {
  if (melds.length > 0) return;
  const points = valueOfAll(plays.flatMap((play) => play.cards));
  if (points < OPENING_MINIMUM) refuse(`${points} points, and a first melding needs ${OPENING_MINIMUM}`);
}

// --------------------------------------------------------------------------------------------- the pile

export const topOf = (pile) => pile.at(-1);

/** Whether a card in the pile freezes it for both players. A black three only blocks it (MZ-A09). */
export const isFrozen = (pile) => pile.some((card) => isWild(card) || isRedThree(card));

/**
 * Refuse a take to which the player has no right.
 *
 * `melds` are the player's own before the take (MZ-A19), `play` is the play in which the top card is listed.
 * That the play makes a valid meld is asked elsewhere; it covers the unfrozen pile, which may be taken by a
 * pair, by a natural and a wild card, or by a meld of the rank.
 */
export function checkTakingRight(pile, melds, play) {
  if (pile.length === 0) refuse("there is no pile to take");
  const top = topOf(pile);
  if (!isNatural(top)) refuse(`a pile with ${top} on top cannot be taken`);
  const fromHand = play && without(play.cards, [top]);
  if (!fromHand) refuse(`the top card ${top} must be laid`);
  const mates = fromHand.filter((card) => rankOf(card) === rankOf(top));
  if (isFrozen(pile) && mates.length < 2) refuse("a frozen pile is taken with a natural pair from the hand");
  if (melds.length === 0 && mates.length < 2)
    refuse("the first melding takes the pile with a natural pair only");
}

/** Whether the top card can simply join one of the player's melds; without a stock it then must (MZ-A13). */
export function topFitsMeld(pile, melds) {
  return pile.length > 0 && !isFrozen(pile) && meldOfRank(melds, rankOf(topOf(pile))) >= 0;
}

// --------------------------------------------------------------------------------------- ending the turn

/** Refuse a turn's end that leaves no card in the hand of a player who has no canasta. */
export function checkGoingOut(handSize, melds) {
  if (handSize === 0 && !hasCanasta(melds)) refuse("going out needs a canasta");
}

/**
 * Whether a turn can still be ended legally, if need be by further laying.
 *
 * A search that is never deep. With a canasta every hand can end the turn; so can a hand of two cards or
 * more, by any discard. That leaves one card and no canasta: it must complete one as the last card laid.
 */
export function canStillEnd(hand, melds) {
  if (hand.length >= 2 || hasCanasta(melds)) return true;
  return hand.length === 1 && melds.some((meld) => !faultOfMeld([...meld, ...hand]));
}

// --------------------------------------------------------------------------------------------- counting

/** A player's bonus for 1 or 2 red threes, 100 or 400 in all (MZ-A07); without a meld it is a penalty. */
const redThreeBonus = (count, melds) => (melds.length > 0 ? 1 : -1) * BONUS.redThrees[count];

/**
 * What one player's deal is worth, in points.
 * `how` is "out", "concealed" (which replaces the other bonus, MZ-A05) or null for who did not go out.
 */
export function scoreOf({ melds, redThrees, hand, how }) {
  const canastas = melds.filter(isCanasta).reduce((sum, meld) => sum + BONUS[kindOf(meld)], 0);
  const bonuses = (how ? BONUS[how] : 0) + canastas + (redThrees > 0 ? redThreeBonus(redThrees, melds) : 0);
  return bonuses + valueOfAll(melds.flat()) - valueOfAll(hand);
}

/** The winner of the match by the totals after a deal, or null: a tie means another deal (MZ-A17). */
export function winnerBy(totals) {
  const best = Math.max(...totals);
  const leaders = totals.flatMap((total, side) => (total === best ? [side] : []));
  return best >= MATCH_TARGET && leaders.length === 1 ? leaders[0] : null;
}
