/** What can be seen on the table, as the protocol writes it. */
import { kindOf } from './melds.mjs';
import { isFrozen } from './pile.mjs';
import { matchOf, scoresOf, totalsOf } from './score.mjs';

/** @param {import('./table.mjs').Table} table */
export function observe(table) {
  const scores = scoresOf(table);
  return {
    turn: table.turn,
    phase: table.phase,
    asked: table.asked,
    stock: table.stock.length,
    pile: { cards: [...table.pile] },
    frozen: isFrozen(table.pile),
    hands: table.hands.map((hand) => [...hand]),
    feet: table.feet.map((foot) => foot.length),
    sides: table.melds.map((melds, side) => ({
      melds: melds.map((cards) => ({ cards: [...cards], kind: kindOf(cards) })),
      red_threes: table.redThrees[side],
    })),
    ended: table.ended,
    ...(scores && { scores }),
    totals: totalsOf(table),
    match: matchOf(table),
  };
}
