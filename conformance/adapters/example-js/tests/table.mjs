/**
 * Tables for the tests: a position is written down as it lies, with seat 0 to act.
 *
 * Cards are written "KC KD 2H"; a pile from the bottom to the top. Each has a suit, since look matters.
 */

import assert from "node:assert/strict";

import { Refusal } from "../errors.mjs";
import { act } from "../game.mjs";

/** Cards from their spellings, parted by blanks. */
export const cards = (text) => text.split(" ").filter(Boolean);

/** A game in the middle of a deal; whatever is not named is empty, and the other player holds a five. */
export function table({
  hand = "",
  theirs = "5S",
  melds = [],
  theirMelds = [],
  pile = "",
  stock = "4S",
  ...rest
}) {
  return {
    turn: 0,
    phase: "draw",
    stock: cards(stock),
    pile: cards(pile),
    hands: [cards(hand), cards(theirs)],
    melds: [melds.map(cards), theirMelds.map(cards)],
    redThrees: [0, 0],
    openedBefore: melds.length > 0,
    ended: null,
    scores: null,
    totals: [0, 0],
    winner: null,
    ...rest,
  };
}

/** The same, after the draw or the take. */
export const drawn = (position) => table({ phase: "play", ...position });

export const DRAW = { type: "draw" };
export const PASS = { type: "pass" };
export const discard = (card) => ({ type: "discard", card });

/** A play: "KC KD KH" is a new meld, "2:KS" goes to meld 2. */
export function play(text) {
  const [, number, list] = /^(?:(\d+):)?(.*)$/.exec(text);
  return { to: number === undefined ? "new" : Number(number), cards: cards(list) };
}

export const meld = (...plays) => ({ type: "meld", plays: plays.map(play) });

/** A take whose first play holds the top card. */
export const take = (...plays) => ({ type: "take", plays: plays.map(play), top: 0 });

/** The game after the acts of whoever is to act; each must be legal. */
export const after = (game, ...actions) => actions.reduce((now, action) => act(now, now.turn, action), game);

/** Assert that an act of the seat to act is refused, for the reason given. */
export function refused(game, action, why) {
  const before = structuredClone(game);
  assert.throws(
    () => act(game, game.turn, action),
    (error) => error instanceof Refusal && why.test(error.message),
    `expected a refusal matching ${why}`,
  );
  assert.deepEqual(game, before, "a refused act must change nothing");
}
