/** Drawing cards for a hand, and what becomes of red threes (2.3, 2.4, 3.3, 8.3). */
import { isRedThree } from './cards.mjs';
import { sideOf } from './table.mjs';

/**
 * 2.3: red threes of a hand are laid face up before the side.
 * @returns {number} how many were laid
 */
export function layRedThrees(table, seat) {
  const hand = table.hands[seat];
  const kept = hand.filter((card) => !isRedThree(card));
  const laid = hand.length - kept.length;
  table.hands[seat] = kept;
  table.redThrees[sideOf(table, seat)] += laid;
  return laid;
}

/**
 * 2.3 and 2.4: red threes of a hand are laid, and as many cards are drawn; red threes
 * among those are laid and replaced likewise, at once (reading `at-once`). Where the
 * stock has no card left, the hand stays short (2.4 and 8.3, readings `goes-on`).
 */
export function replaceRedThrees(table, seat) {
  for (let owed = layRedThrees(table, seat); owed > 0; owed = layRedThrees(table, seat)) {
    table.hands[seat].push(...table.stock.splice(0, owed));
  }
}
