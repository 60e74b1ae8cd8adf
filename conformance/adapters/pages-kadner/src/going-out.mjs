/**
 * Going out, and ending a turn so that it can be ended (chapter 9).
 *
 * The *needs* are split in three: books (9.3), feet of the partners (9.3) and their
 * leave (9.6). What a hand could still lay is searched by {@link couldLayAll}.
 */
import { NATURAL_RANKS, isBlackThree, isNatural, isWild, rankOf } from './cards.mjs';
import { BOOK_CARDS, LEAST_CARDS, LEAST_NATURALS, MOST_WILDS, bookOf, isClosed, isSevensBook, rowProblem, stuffOf } from './melds.mjs';
import { partnersOf, sideOf } from './table.mjs';

/** 9.3: besides the wild book and the natural book of sevens. */
export const RED_NEEDED = 3;
export const BLACK_NEEDED = 2;

/** 9.10, reading `keeps-one`: in the foot, whoever does not go out keeps a card. */
export const KEPT = 1;

/**
 * The books of a side as 9.3 counts them: the first natural book of sevens stands apart,
 * further ones count among the red, black books of sevens among the black (reading
 * `further-ones`).
 * @param {string[][]} melds
 */
export function countBooks(melds) {
  const sevens = melds.filter(isSevensBook).length;
  return {
    wild: melds.filter((meld) => bookOf(meld) === 'wild').length,
    sevens: Math.min(1, sevens),
    red: melds.filter((meld) => bookOf(meld) === 'red').length - Math.min(1, sevens),
    black: melds.filter((meld) => bookOf(meld) === 'black').length,
  };
}

/** 9.3: a wild book, a natural book of sevens, three red and two black ones besides. */
const enoughBooks = ({ wild, sevens, red, black }) =>
  wild >= 1 && sevens >= 1 && red >= RED_NEEDED && black >= BLACK_NEEDED;

/** 9.3 for the melds of a side. */
export const hasBooksToGoOut = (melds) => enoughBooks(countBooks(melds));

/**
 * 9.3: every partner is in a foot that has been played (reading `everybodys`). The own
 * foot is played by laying its last card.
 */
export const partnersHavePlayed = (table, seat) =>
  partnersOf(table, seat).every((partner) => table.inFoot[partner] && table.hasPlayed[partner]);

/** 9.6, reading `everybodys`: a yes of every partner; who plays alone needs none. */
export const hasLeave = (table, seat) =>
  partnersOf(table, seat).every((partner) => table.consented[partner]);

/**
 * Whether a seat that has laid everything is out: 9.3, 9.6 and 9.11 together.
 * Reading `melding` of 9.11: it makes no difference how the turn began.
 */
export function isOut(table, seat) {
  return table.inFoot[seat] && table.hands[seat].length === 0
    && hasBooksToGoOut(table.melds[sideOf(table, seat)])
    && partnersHavePlayed(table, seat) && hasLeave(table, seat);
}

/**
 * 9.4: whether a turn can still be ended lawfully, once the side has these melds and the
 * player this hand. Reading `in-the-end`: further layings count, be it in several acts.
 * A partner's yes that has not been given is not counted on.
 *
 * Who is still in the hand has an end: the last card may be discarded, and where all is
 * laid the foot follows, unless none lies there (8.1: then it is taken up). In the foot a card is kept (9.10), and who has drawn
 * discards another one (9.1, 9.2); else the player must be able to go out in this turn.
 * Who has laid black threes has no other end than that (9.7).
 *
 * @param {import('./table.mjs').Table} table
 * @param {number} seat
 * @param {{melds: string[][], hand: string[], took: boolean, heldToIt: boolean}} after
 */
export function canEndTurn(table, seat, { melds, hand, took, heldToIt }) {
  const inFoot = table.inFoot[seat] || (hand.length === 0 && table.feet[seat].length === 0);
  if (!inFoot) return true;
  if (!heldToIt && hand.length >= KEPT + (took ? 0 : 1)) return true;
  return hasLeave(table, seat) && partnersHavePlayed(table, seat) && couldLayAll(melds, hand);
}

/** 9.5, reading `able`: whether a seat could go out in this turn if leave were given. */
export function couldGoOutWithLeave(table, seat, melds, hand) {
  return table.inFoot[seat] && partnersHavePlayed(table, seat) && couldLayAll(melds, hand);
}

/**
 * Whether a hand could be laid to its last card so that the side has the books it needs.
 *
 * Several acts reach no more than one act of several plays, since plays are judged by
 * how things lie when all are made (4.4, 7.4). So it is enough to look for one way to
 * spread all cards. Naturals go to their rank; every rank offers some ways to use them
 * up, which need so many wild cards and bring so many books; what is left of the wild
 * cards must go to a wild row, and it must be a book in the end.
 *
 * @param {string[][]} melds the melds of the side
 * @param {string[]} hand
 */
export function couldLayAll(melds, hand) {
  if (!canPlaceBlackThrees(melds, hand.filter(isBlackThree).length)) return false;
  if (!hand.every((card) => isWild(card) || isNatural(card) || isBlackThree(card))) return false;
  const wilds = hand.filter(isWild).length;
  let states = new Map([['start', { used: 0, ...countBooks(melds) }]]);
  for (const rank of NATURAL_RANKS) {
    const ways = waysToLay(rankAsItLies(melds, rank), hand.filter((card) => rankOf(card) === rank).length, wilds);
    const next = new Map();
    for (const state of states.values()) {
      for (const way of ways) {
        const used = state.used + way.used;
        if (used > wilds) continue;
        const first = rank === '7' && state.sevens === 0 && way.red > 0 ? 1 : 0;
        const reached = {
          used,
          wild: state.wild,
          sevens: state.sevens + first,
          red: Math.min(RED_NEEDED, state.red + way.red - first),
          black: Math.min(BLACK_NEEDED, state.black + way.black),
        };
        next.set(`${used} ${reached.sevens} ${reached.red} ${reached.black}`, reached);
      }
    }
    states = next;
  }
  for (const state of states.values()) {
    if (enoughBooks({ ...state, wild: wildBooksWith(melds, wilds - state.used) })) return true;
  }
  return false;
}

/** 4.9, reading `none`: none, or three together, or more to those that lie there. */
const canPlaceBlackThrees = (melds, threes) =>
  threes === 0 || threes >= LEAST_CARDS || melds.some((meld) => stuffOf(meld) === '3');

/**
 * How many wild books a side has when so many more wild cards go to wild rows: they are
 * tucked onto a wild book (7.2), or fill the open row, or are a row of their own.
 */
function wildBooksWith(melds, more) {
  const rows = melds.filter((meld) => stuffOf(meld) === 'wild');
  const books = rows.filter(isClosed).length;
  if (books > 0) return books;
  const open = rows.length ? rows[0].length : 0;
  return open + more >= BOOK_CARDS ? 1 : 0;
}

/** The open row of a rank, if there is one, and whether a book of it lies there. */
function rankAsItLies(melds, rank) {
  const ofRank = melds.filter((meld) => stuffOf(meld) === rank);
  const open = ofRank.find((meld) => !isClosed(meld));
  return {
    open: open ? { naturals: open.filter(isNatural).length, wilds: open.filter(isWild).length } : null,
    book: ofRank.some(isClosed),
  };
}

/**
 * All ways to use up the naturals of one rank: how many wild cards each uses, and how
 * many red and black books it completes.
 */
function waysToLay({ open, book }, naturals, wilds) {
  const ways = new Map();
  const note = (used, red, black) => ways.set(`${used} ${red} ${black}`, { used, red, black });
  if (!open) {
    layRows(naturals, wilds, { book, mayBegin: true }, note);
    return [...ways.values()];
  }
  for (let n = 0; n <= naturals; n++) {
    for (let w = 0; w <= Math.min(wilds, MOST_WILDS); w++) {
      if (n + w > 0 && rowProblem(open, { naturals: n, wilds: w }) !== null) continue;
      const closed = open.naturals + open.wilds + n + w >= BOOK_CARDS;
      const black = closed && open.wilds + w > 0 ? 1 : 0;
      const red = closed && !black ? 1 : 0;
      layRows(naturals - n, wilds - w, { book: book || closed, mayBegin: closed },
        (used, r, b) => note(used + w, r + red, b + black));
    }
  }
  return [...ways.values()];
}

/**
 * New books of a rank, at most one new open row where no other is open (4.4), and what
 * is left tucked onto a book (7.1).
 */
function layRows(naturals, wilds, { book, mayBegin }, note) {
  for (let red = 0; red * BOOK_CARDS <= naturals; red++) {
    const left = naturals - red * BOOK_CARDS;
    for (let black = 0; black * (BOOK_CARDS - MOST_WILDS) <= left; black++) {
      // Each black book has one to three wild cards among its seven.
      for (let w = black; w <= Math.min(wilds, black * MOST_WILDS); w++) {
        const rest = left - (black * BOOK_CARDS - w);
        if (rest < 0) continue;
        if (rest === 0 || book || red + black > 0) note(w, red, black);
        if (mayBegin) beginRow(rest, wilds - w, book || red + black > 0, (used) => note(used + w, red, black));
      }
    }
  }
}

/** An open row of some of the naturals, and the rest tucked where a book lies. */
function beginRow(naturals, wilds, book, note) {
  for (let n = LEAST_NATURALS; n <= Math.min(naturals, BOOK_CARDS - 1); n++) {
    if (n < naturals && !book) continue;
    for (let w = 0; w <= Math.min(wilds, MOST_WILDS) && n + w < BOOK_CARDS; w++) {
      if (rowProblem({ naturals: 0, wilds: 0 }, { naturals: n, wilds: w }) === null) note(w);
    }
  }
}
