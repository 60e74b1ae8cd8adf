/** Small helpers: cards as text, and tables from what matters in a test. */
import { perform, problemOf } from '../src/acts.mjs';
import { beginPosition } from '../src/position.mjs';
import { sidesFor } from '../src/table.mjs';

/** Cards from text: `'7H 7D JK'`. */
export const cards = (text) => text.split(' ').filter(Boolean);

/** A play from text: `play('new', '7H 7D 7C')`. */
export const play = (to, text) => ({ to, cards: cards(text) });

/**
 * A table in the middle of a deal; hands, feet and melds are text.
 * `feet` are one card each unless told, so that nobody is in the foot.
 */
export function table({
  seats = 4, dealer = 0, round = 1, totals = [], stock = '', pile = '', hands = [], feet = [],
  melds = [], redThrees = [], turn = 0, phase = 'play', marks = {},
} = {}) {
  const perSeat = (list, value) => Array.from({ length: seats }, (_, i) => cards(list[i] ?? value));
  return beginPosition({ seats, dealer, round, totals }, {
    stock: cards(stock),
    pile: cards(pile),
    hands: perSeat(hands, '4C 5C'),
    feet: perSeat(feet, '9C 8C'),
    sides: Array.from({ length: sidesFor(seats) }, (_, side) => ({
      melds: (melds[side] ?? []).map((meld) => ({ cards: cards(meld) })),
      red_threes: redThrees[side] ?? 0,
    })),
    turn,
    phase,
    marks,
  });
}

export const may = (t, seat, action) => problemOf(t, seat, action) === null;
export const act = (t, seat, action) => { perform(t, seat, action); return t; };

export const draw = { type: 'draw' };
export const pass = { type: 'pass' };
export const meld = (...plays) => ({ type: 'meld', plays });
export const take = (plays, top) => (top === undefined ? { type: 'take', plays } : { type: 'take', plays, top });
export const discard = (card) => ({ type: 'discard', card });
export const ask = (seat) => ({ type: 'ask', seat });
export const answer = (yes) => ({ type: 'answer', yes });

/** Just the books that going out needs (9.3). */
export const BOOKS = [
  'JK JK JK 2C 2C 2D 2D',
  '7C 7D 7H 7S 7C 7D 7H',
  'KC KD KH KS KC KD KH',
  'QC QD QH QS QC QD QH',
  'JC JD JH JS JC JD JH',
  'TC TD TH TS TC TD JK',
  '9C 9D 9H 9S JK 2C 2D',
];
