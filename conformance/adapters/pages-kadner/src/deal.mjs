/** The deal (chapter 2): from the cards as they were dealt to the first turn. */
import { isRedThree } from './cards.mjs';
import { topOf } from './pile.mjs';
import { replaceRedThrees } from './red-threes.mjs';
import { everySeat, leftOf, newTable } from './table.mjs';

/**
 * 2.4: red threes of the deal are replaced round the table from the dealer's left, the
 * dealer coming last. Feet are unseen (2.7), what lies in them stays there.
 */
function replaceRound(table) {
  let seat = table.dealer;
  for (const _ of everySeat(table)) {
    seat = leftOf(table, seat);
    replaceRedThrees(table, seat);
  }
}

/**
 * 2.5: the top card of the stock is turned up and begins the pile.
 * 2.2: a red three stays in the pile and is covered by another card; a wild card is not
 * covered (reading `stays`), nor is a black three.
 */
function turnUp(table) {
  do {
    table.pile.push(...table.stock.splice(0, 1));
  } while (table.stock.length > 0 && isRedThree(topOf(table.pile)));
}

/**
 * Begins a deal. 2.6, reading `dealer`: the dealer has the first turn.
 * @param {{seats: number, dealer: number, round: number, totals: number[]}} frame
 * @param {{hands: string[][], feet: string[][], stock: string[]}} cards as dealt
 * @returns {import('./table.mjs').Table}
 */
export function beginDeal(frame, { hands, feet, stock }) {
  const table = newTable(frame);
  table.hands = hands.map((hand) => [...hand]);
  table.feet = feet.map((foot) => [...foot]);
  table.stock = [...stock];
  replaceRound(table);
  turnUp(table);
  table.turn = table.dealer;
  return table;
}
