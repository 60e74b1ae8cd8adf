/**
 * Every legal action of a seat, with at most one play each.
 *
 * Candidates are made generously and put to the same rules as any act, so the list agrees with the verdicts.
 */

import { NATURAL_RANKS, isNatural, isWild, rankOf, selections } from "./cards.mjs";
import { Refusal } from "./errors.mjs";
import { act } from "./game.mjs";
import { meldOfRank, topOf } from "./rules.mjs";

/** All legal actions of a seat, none if it is not to act; cards by their look, without repetition. */
export function legalActions(game, seat) {
  if (game.ended || seat !== game.turn) return [];
  const candidates = game.phase === "draw" ? beforePlay(game, seat) : inPlay(game, seat);
  return candidates.filter((action) => isLegal(game, seat, action));
}

function isLegal(game, seat, action) {
  try {
    act(game, seat, action);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

function beforePlay(game, seat) {
  const top = topOf(game.pile);
  if (top === undefined || !isNatural(top)) return [{ type: "draw" }];
  const plays = playsOfRank(game, seat, rankOf(top), [top]);
  return [{ type: "draw" }, ...plays.map((play) => ({ type: "take", plays: [play], top: 0 }))];
}

function inPlay(game, seat) {
  const plays = NATURAL_RANKS.flatMap((rank) => playsOfRank(game, seat, rank, []));
  return [
    ...plays.map((play) => ({ type: "meld", plays: [play] })),
    ...[...new Set(game.hands[seat])].map((card) => ({ type: "discard", card })),
    { type: "pass" },
  ];
}

/** Every play of a rank out of the hand, `given` cards in each: to the meld of that rank, else a new one. */
function playsOfRank(game, seat, rank, given) {
  const usable = game.hands[seat].filter((card) => rankOf(card) === rank || isWild(card));
  const number = meldOfRank(game.melds[seat], rank);
  const to = number < 0 ? "new" : number;
  return selections(usable).map((chosen) => ({ to, cards: [...given, ...chosen] }));
}
