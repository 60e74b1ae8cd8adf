/** Beginning in the middle of a deal. */
import { without } from './cards.mjs';
import { keepRed } from './melds.mjs';
import { everySeat, leftOf, newTable, partnersOf } from './table.mjs';

/**
 * A table from a `position` request. What its marks leave out is as it is after every
 * act that could have led there, or else as when a deal begins:
 *
 * - `opened`: a side with melds has opened (5.5);
 * - `in-foot`: where no foot lies it has been taken up (8.1);
 * - everything else is no, and nobody; so is `held-to-it`, which no table shows: a
 *   position may be of a table that no game comes to, with black threes of an earlier turn.
 *
 * Marks that only other readings need are passed over.
 *
 * @param {{seats: number, dealer: number, round: number, totals: number[]}} frame
 * @param {object} request the `position` request
 * @returns {import('./table.mjs').Table}
 */
export function beginPosition(frame, request) {
  const table = newTable(frame);
  const marks = request.marks ?? {};
  table.stock = [...request.stock];
  table.pile = [...request.pile];
  table.hands = request.hands.map((hand) => [...hand]);
  table.feet = request.feet.map((foot) => [...foot]);
  table.melds = request.sides.map((side) => (side.melds ?? []).map((meld) => [...meld.cards]));
  for (const [side, kept] of (marks['kept-red'] ?? []).entries()) {
    for (const cards of kept) {
      const meld = table.melds[side].find((lying) => without(lying, cards)?.length === 0);
      if (meld) keepRed(meld);
    }
  }
  table.redThrees = request.sides.map((side) => side.red_threes ?? 0);
  table.turn = request.turn;
  table.phase = request.phase;

  table.opened = table.opened.map((_, side) => marks.opened?.[side] ?? table.melds[side].length > 0);
  table.inFoot = table.inFoot.map((_, seat) => marks['in-foot']?.[seat] ?? table.feet[seat].length === 0);
  table.hasPlayed = table.hasPlayed.map((_, seat) => marks['has-played']?.[seat] ?? false);
  // The protocol keeps the turn's playing of the foot apart; here it counts at once.
  if (marks['played-now']) table.hasPlayed[table.turn] = true;
  table.took = marks.took ?? false;
  table.heldToIt = marks['held-to-it'] ?? false;
  table.consented = table.consented.map((_, seat) => marks.consented?.[seat] ?? false);
  table.refused = table.refused.map((_, seat) => marks.refused?.[seat] ?? false);
  if (marks.granted ?? table.heldToIt) {
    for (const partner of partnersOf(table, table.turn)) table.consented[partner] = true;
  }
  if (table.phase === 'answer') table.asked = marks.asked ?? firstUnasked(table);
  return table;
}

/** Who owes the answer where the marks do not tell: the first partner not heard yet. */
function firstUnasked(table) {
  let seat = table.turn;
  for (const _ of everySeat(table)) {
    seat = leftOf(table, seat);
    const partner = partnersOf(table, table.turn).includes(seat);
    if (partner && !table.consented[seat] && !table.refused[seat]) return seat;
  }
  return null;
}
