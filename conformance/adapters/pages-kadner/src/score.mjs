/** The score of a deal (chapter 11) and the match (chapter 12). */
import { isRedThree, worthOf } from './cards.mjs';
import { bookOf, isSevensBook } from './melds.mjs';
import { everySeat, sideOf } from './table.mjs';

/** 11.2 */
export const GOING_OUT = 100;
/** 11.3 */
export const FIRST_WILD_BOOK = 1500;
export const FURTHER_WILD_BOOK = 500;
export const FIRST_SEVENS_BOOK = 1000;
export const RED_BOOK = 500;
export const BLACK_BOOK = 300;
/** 11.4 */
export const RED_THREE = 100;
export const SEVEN_RED_THREES = 1000;
export const RED_THREE_IN_FOOT = -500;
/** 12.1 */
export const ROUNDS = 5;

/** 11.2: the side that went out has 100; where nobody did, nobody has them. */
const scoreOut = (table, side) =>
  (table.ended?.how === 'out' && sideOf(table, table.ended.seat) === side ? GOING_OUT : 0);

/**
 * 11.3: the first wild book 1500, each further one 500; the first natural book of sevens
 * 1000, black ones before it or not (reading `thousand`); every other red book 500 and
 * every black one 300, of sevens too.
 */
export function scoreBooks(melds) {
  let sum = 0;
  let wild = 0;
  let sevens = 0;
  for (const meld of melds) {
    const book = bookOf(meld);
    if (book === 'wild') sum += wild++ === 0 ? FIRST_WILD_BOOK : FURTHER_WILD_BOOK;
    else if (isSevensBook(meld)) sum += sevens++ === 0 ? FIRST_SEVENS_BOOK : RED_BOOK;
    else if (book === 'red') sum += RED_BOOK;
    else if (book === 'black') sum += BLACK_BOOK;
  }
  return sum;
}

/**
 * 11.4: each laid red three 100; seven 1000 in place of that (reading `in-place`), each
 * further one 100 more. They count for a side that never opened too (reading `for-it`).
 */
export const scoreRedThrees = (laid) =>
  (laid < 7 ? laid * RED_THREE : SEVEN_RED_THREES + (laid - 7) * RED_THREE);

/**
 * 11.4: a red three in a foot that was not taken up costs 500, each of them (reading
 * `a-card`), and laid ones cost nothing (reading `of-the-foot`).
 */
const scoreFoot = (foot) => foot.filter(isRedThree).length * RED_THREE_IN_FOOT;

/**
 * 11.1: what a side scores in a deal that has ended, however it ended; it may be below
 * zero. 11.5: all laid cards count, tuckers too. 11.6, reading `against`: what is left
 * in hands and feet counts against the side.
 */
export function scoreOf(table, side) {
  let sum = scoreOut(table, side);
  sum += scoreBooks(table.melds[side]);
  sum += scoreRedThrees(table.redThrees[side]);
  sum += worthOf(table.melds[side].flat());
  for (const seat of everySeat(table).filter((s) => sideOf(table, s) === side)) {
    sum += scoreFoot(table.feet[seat]);
    sum -= worthOf(table.hands[seat]) + worthOf(table.feet[seat]);
  }
  return sum;
}

/** The scores of all sides, or null while the deal goes on. */
export const scoresOf = (table) =>
  (table.ended ? table.melds.map((_, side) => scoreOf(table, side)) : null);

/** The points of the match; a deal that has ended is counted in. */
export function totalsOf(table) {
  const scores = scoresOf(table);
  return table.totals.map((total, side) => total + (scores ? scores[side] : 0));
}

/**
 * 12.1: after five rounds the side with the highest total wins. 12.2, reading `drawn`:
 * where the best stand equal nobody does.
 * @returns {{winner: number | null} | null} null while the match goes on
 */
export function matchOf(table) {
  if (!table.ended || table.round < ROUNDS) return null;
  const totals = totalsOf(table);
  const best = Math.max(...totals);
  const winners = totals.flatMap((total, side) => (total === best ? [side] : []));
  return { winner: winners.length === 1 ? winners[0] : null };
}
