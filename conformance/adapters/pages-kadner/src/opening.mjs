/** The initial meld (chapter 5). */
import { without, worthOf } from './cards.mjs';
import { additionProblem, isClosed } from './melds.mjs';
import { matchProblem } from './pile.mjs';

/** 5.1: what a side lays first is worth at least this in the rounds one to four. */
export const MINIMUM = { 1: 50, 2: 90, 3: 120, 4: 150 };

/**
 * Whether plays are good enough to open with.
 *
 * 5.1: the round alone decides how much is needed.
 * 5.2: all rows of one act count together.
 * 5.3: where the pile is taken, the minimum is needed in rows that are right without
 * the top card, which counts nothing itself. A row that is right only with it may be
 * laid beside them, but nothing of it counts (reading `both`).
 * 5.4: there is no exception for going out.
 * 5.6: in the fifth round one of the rows is a complete book (reading `hand-alone`:
 * without the top card; `may`: black too, of sevens too, and with other rows).
 *
 * 6.3, reading `among-it`: two cards that match the top card of a pile that is taken lie
 * in one of these rows.
 *
 * @param {number} round the number of the round in the match, from 1
 * @param {{cards: string[]}[]} plays the rows, the top card included where it is laid
 * @param {{card: string, play: number} | null} top the top card and the play that holds it
 * @param {string | null} taken the top card of the pile, where it is taken
 * @returns {string | null} what is wrong, or null
 */
export function openingProblem(round, plays, top = null, taken = null) {
  const rows = plays
    .map((play, i) => (top && top.play === i ? without(play.cards, [top.card]) : play.cards))
    .filter((cards) => additionProblem([], cards) === null);
  if (taken !== null && !rows.some((cards) => matchProblem(taken, cards) === null)) {
    return 'no row that is right without the top card has two cards that match it (6.3)';
  }
  const minimum = MINIMUM[round];
  if (minimum === undefined) {
    return rows.some(isClosed) ? null : 'the fifth round is opened with a complete book from the hand (5.6)';
  }
  const laid = rows.reduce((sum, cards) => sum + worthOf(cards), 0);
  return laid >= minimum ? null : `the opening minimum is ${minimum}, this lays ${laid} (5.1)`;
}
