/**
 * One deal, or the way to your engine: this is the file to fill in.
 *
 * A game is best a value that no act changes: `act` makes the next one or throws, so a refused act has nothing to undo.
 * Where the rules forbid an act call `refuse(why)`; where this engine does not know what is asked, `unsupported(why)`.
 */

import { unsupported } from "./errors.mjs";

/** The acts that this engine knows. What stands here is refused or done by `act`; any other act is not supported. */
const ACTS = [];

export const isActType = (type) => ACTS.includes(type);

/**
 * Begin a deal: turn up the first discard, and do whatever else happens by itself.
 *
 * `deal` has what the request has: seats, dealer, options, match ({deal, totals}), hands, feet, stock; stock[0] is drawn first.
 * Options that this engine cannot play are not supported; see GAME.md for those there are.
 */
export function begin(deal) {
  return unsupported(`no deal of ${deal.variant} can be begun yet: fill in begin() in game.mjs`);
}

/** The game after a seat's act; `refuse` it where the rules forbid it. An action is as docs/protocol.md has it. */
export function act(game, seat, action) {
  return unsupported(`seat ${seat} cannot ${action.type} yet: fill in act() in game.mjs`);
}

/**
 * What is to be seen of a game. Every field may be left out, and is then not compared:
 *
 *   turn, phase, asked     the seat to act, or null when the deal is over; "draw", "play", "answer" or "over"; who owes an answer
 *   stock, pile, frozen    how many cards are left to draw; { cards: [...] } from the bottom up; whether a card freezes the pile
 *   hands, feet            the cards of every seat; how many cards its foot has
 *   sides                  [{ melds: [{ cards, kind }], red_threes }], melds in the order in which they were first laid
 *   ended, scores          null, or { how, seat }; the points of every side for the deal, once it has ended
 *   totals, match          the points of every side with that deal; null, or { winner }
 */
export function observe(game) {
  return game;
}
