/**
 * Rows, books and tuckers (chapters 4 and 7), as far as they depend on cards alone.
 *
 * A meld is an array of cards. It is *open* while it has fewer than seven cards
 * and *closed*, a book, from seven on. Which order the cards were laid in makes
 * no difference here, but for red books that bear wild tuckers (7.2).
 */
import { isBlackThree, isNatural, isWild, rankOf } from './cards.mjs';

/** 4.2: a meld has three cards or more. */
export const LEAST_CARDS = 3;
/** 4.2: at least two cards of a row of naturals are natural. */
export const LEAST_NATURALS = 2;
/** 4.3: a row of naturals bears three wild cards at most. */
export const MOST_WILDS = 3;
/** 4.6, reading `seven`: seven cards are a book and close the row. */
export const BOOK_CARDS = 7;

/** 7.2, reading `red-books-too`: the melds that were red books when a wild card was tucked onto them; they stay red. */
const keptRed = new WeakSet();

/** Notes that a meld is a red book, whatever wild cards lie on it (7.2). */
export const keepRed = (meld) => keptRed.add(meld);

/** How many cards are natural and how many wild. */
const count = (cards) => ({
  naturals: cards.filter(isNatural).length,
  wilds: cards.filter(isWild).length,
});

/**
 * What a meld is made of: a natural rank, `wild` (a row of wild cards, 4.11),
 * `3` (black threes, 4.9), or null where the cards cannot be one meld (4.2).
 */
export function stuffOf(cards) {
  if (cards.length === 0) return null;
  if (cards.every(isWild)) return 'wild';
  // 4.9, reading `none`: no wild card lies among black threes.
  if (cards.every(isBlackThree)) return '3';
  const ranks = new Set(cards.filter((card) => !isWild(card)).map(rankOf));
  const [rank] = ranks;
  return ranks.size === 1 && cards.every((c) => isWild(c) || isNatural(c)) ? rank : null;
}

/** The kind of a meld, complete or not, as the protocol names it. */
export function kindOf(cards) {
  switch (stuffOf(cards)) {
    case 'wild': return 'wild';
    case '3': return 'black-threes';
    default: return cards.some(isWild) ? 'mixed' : 'natural';
  }
}

/**
 * 4.6: which book a meld is: `red` without a wild card (but for tucked ones, 7.2),
 * `black` with one, `wild` of nothing else, or null where it is none. Black threes
 * are none, however many.
 */
export function bookOf(cards) {
  if (cards.length < BOOK_CARDS || stuffOf(cards) === '3') return null;
  if (keptRed.has(cards)) return 'red';
  return { natural: 'red', mixed: 'black', wild: 'wild' }[kindOf(cards)];
}

/** 4.6: a book closes the row. */
export const isClosed = (cards) => bookOf(cards) !== null;

/** 4.12, 9.3, 11.3: a book of seven natural sevens is counted apart. */
export const isSevensBook = (cards) => bookOf(cards) === 'red' && rankOf(cards[0]) === '7';

/**
 * 4.3 and 7.1, 7.2, 7.4 in numbers: whether a row of one natural rank that has
 * so many naturals and wilds may get so many more of each in one play.
 *
 * While the row has no more than seven cards, wild cards are three at most and
 * never more than the natural ones (4.3, reading `never-more`). What goes beyond
 * the seven is tucked (7.4, reading `may`): tuckers are natural cards of the rank
 * (7.1); wild ones are tucked onto a red book where the side has a wild one (7.2,
 * reading `red-books-too`), else every wild card of the play must have found room
 * within the seven.
 *
 * @param {{naturals: number, wilds: number}} row what lies there
 * @param {{naturals: number, wilds: number}} added what is laid on it
 * @param {boolean} takesWilds whether the row is a book onto which wild cards are tucked
 * @returns {string | null} what is wrong, or null
 */
export function rowProblem(row, added, takesWilds = false) {
  const before = row.naturals + row.wilds;
  const naturals = row.naturals + added.naturals;
  const wilds = row.wilds + added.wilds;
  const room = Math.max(0, BOOK_CARDS - before);
  if (naturals + wilds < LEAST_CARDS) return 'a row has three cards or more (4.2)';
  if (naturals < LEAST_NATURALS) return 'a row has two natural cards at least (4.2)';
  if (added.wilds > 0) {
    if (added.wilds > room && !takesWilds) return 'wild cards are tucked by a side that has a wild book, and onto no black one (7.2)';
    if (wilds > MOST_WILDS) return 'a row bears three wild cards at most (4.3)';
  }
  if (wilds > naturals) return 'a row has never more wild cards than natural ones (4.3)';
  return null;
}

/**
 * Whether cards may be laid on a meld, or, where nothing lies there yet, be a new one.
 *
 * - A row of naturals: {@link rowProblem}.
 * - A row of wild cards (4.11) has three or more; it grows without limit, and wild
 *   cards are tucked onto the wild book (7.2). No natural card joins it (4.11, reading `never`).
 * - Black threes (4.9): three or more and nothing else. In which turn they may be
 *   laid is not told here but in going-out.mjs.
 *
 * @param {string[]} before the cards of the meld, none for a new one
 * @param {string[]} added the cards that are laid
 * @param {boolean} wildBook whether the side has a wild book (7.2)
 * @returns {string | null} what is wrong, or null
 */
export function additionProblem(before, added, wildBook = false) {
  if (added.length === 0) return 'nothing is laid';
  const all = [...before, ...added];
  const stuff = stuffOf(all);
  if (stuff === null) return 'a meld is of one natural rank, with wild cards at most (4.2)';
  if (before.length > 0 && stuff !== stuffOf(before)) return 'the cards are not of that rank (4.2, 4.11)';
  if (stuff !== 'wild' && stuff !== '3' && count(all).wilds > MOST_WILDS) return 'a row bears three wild cards at most (4.3)';
  if (stuff === 'wild' || stuff === '3') {
    return all.length < LEAST_CARDS ? 'a meld has three cards or more (4.2)' : null;
  }
  return rowProblem(count(before), count(added), wildBook && bookOf(before) === 'red');
}

/** Whether a side has a wild book (7.2). */
export const hasWildBook = (melds) => melds.some((meld) => bookOf(meld) === 'wild');

/** A meld with more cards laid on it; a red book stays one (7.2). */
export function grown(before, added) {
  const meld = [...before, ...added];
  if (bookOf(before) === 'red') keepRed(meld);
  return meld;
}

/**
 * 4.4: a side has one open row of a rank at a time, and one open row of wild cards. Black
 * threes are not meant: whoever goes out may lay several rows of them.
 * Reading `together`: judged by how things lie when all plays of an act are made.
 *
 * @param {string[][]} melds all melds of a side as they would lie
 * @returns {string | null} what is wrong, or null
 */
export function openRowsProblem(melds) {
  const seen = new Set();
  for (const meld of melds) {
    const stuff = stuffOf(meld);
    if (isClosed(meld) || stuff === '3') continue;
    if (seen.has(stuff)) return 'a side has one open row of a rank at a time (4.4)';
    seen.add(stuff);
  }
  return null;
}
