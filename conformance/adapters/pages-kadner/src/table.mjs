/**
 * The table: everything that a deal is made of, and who belongs to whom.
 *
 * @typedef {object} Table
 * @property {number} seats how many play
 * @property {number} dealer
 * @property {number} round the number of the deal in the match, from 1
 * @property {number[]} totals for each side, before this deal
 * @property {string[]} stock in the order of drawing
 * @property {string[]} pile from the bottom to the top
 * @property {string[][]} hands for each seat
 * @property {string[][]} feet for each seat; empty once it is taken up
 * @property {string[][][]} melds for each side its melds, in the order of laying
 * @property {number[]} redThrees for each side, how many it has laid
 * @property {boolean[]} opened for each side (5.5)
 * @property {boolean[]} inFoot for each seat, whether the foot is taken up (8.1, 8.2)
 * @property {boolean[]} hasPlayed for each seat, whether the foot has been played (8.4)
 * @property {number | null} turn the seat whose turn it is
 * @property {'draw' | 'play' | 'answer' | 'over'} phase
 * @property {boolean} took whether this turn began with a pick from the pile (3.1)
 * @property {number | null} asked the partner who owes an answer (9.5)
 * @property {boolean[]} consented for each seat, whether it said yes in this turn
 * @property {boolean[]} refused for each seat, whether it said no in this turn
 * @property {boolean} heldToIt whether black threes were laid in this turn (9.7)
 * @property {{how: 'out' | 'stock', seat: number} | null} ended
 */

/** 1.1: four and six play in two sides who sit in turn; three play each alone. */
export const sidesFor = (seats) => (seats === 3 ? 3 : 2);

/** 1.1: the side for which a seat plays. */
export const sideOf = (table, seat) => seat % sidesFor(table.seats);

/** 1.1: the other seats of the same side; none for who plays alone. */
export function partnersOf(table, seat) {
  const side = sideOf(table, seat);
  return everySeat(table).filter((other) => other !== seat && sideOf(table, other) === side);
}

/** All seats, from 0. */
export const everySeat = (table) => Array.from({ length: table.seats }, (_, seat) => seat);

/** 10.2: the player to the left; seats are numbered in the order in which turns pass. */
export const leftOf = (table, seat) => (seat + 1) % table.seats;

/**
 * A table before anything has happened on it.
 * @param {{seats: number, dealer: number, round: number, totals: number[]}} frame
 * @returns {Table}
 */
export function newTable({ seats, dealer, round, totals }) {
  const perSeat = (value) => Array.from({ length: seats }, () => value);
  const perSide = (make) => Array.from({ length: sidesFor(seats) }, make);
  return {
    seats,
    dealer,
    round,
    totals: perSide((_, side) => totals[side] ?? 0),
    stock: [],
    pile: [],
    hands: perSeat(0).map(() => []),
    feet: perSeat(0).map(() => []),
    melds: perSide(() => []),
    redThrees: perSide(() => 0),
    opened: perSide(() => false),
    inFoot: perSeat(false),
    hasPlayed: perSeat(false),
    turn: null,
    phase: 'draw',
    took: false,
    asked: null,
    consented: perSeat(false),
    refused: perSeat(false),
    heldToIt: false,
    ended: null,
  };
}

/** Ends the deal; nobody acts any more (3.2). */
export function endDeal(table, how, seat) {
  table.ended = { how, seat };
  table.phase = 'over';
  table.turn = null;
  table.asked = null;
}
