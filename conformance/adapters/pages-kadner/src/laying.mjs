/** Laying rows: what `meld` and `take` have in common (4.1, 4.4, 4.8, 4.9, 5, 9.4). */
import { isBlackThree, isCard, without } from './cards.mjs';
import { canEndTurn, hasLeave } from './going-out.mjs';
import { require } from './illegal.mjs';
import { additionProblem, grown, hasWildBook, openRowsProblem } from './melds.mjs';
import { openingProblem } from './opening.mjs';
import { sideOf } from './table.mjs';

/**
 * @typedef {{to: 'new' | number, cards: string[]}} Play
 * @typedef {object} Layout how things would lie when all plays of an act are made
 * @property {string[][]} melds the melds of the side
 * @property {string[]} hand the hand of the player
 * @property {boolean} heldToIt whether the player must go out in this turn (9.7)
 */

/**
 * Refuses plays that are none: to a place that does not exist, or two to one meld.
 * 4.8: a player adds to any meld of the side and to no other.
 */
function requirePlays(plays, melds) {
  require(Array.isArray(plays) && plays.length > 0, 'nothing is laid');
  const targets = plays.map((play) => play?.to).filter((to) => to !== 'new');
  for (const to of targets) {
    require(Number.isInteger(to) && to >= 0 && to < melds.length, 'there is no such meld');
  }
  require(new Set(targets).size === targets.length, 'two plays go to one meld');
  for (const play of plays) {
    require(Array.isArray(play.cards) && play.cards.length > 0 && play.cards.every(isCard), 'a play lays cards');
  }
}

/**
 * The cards of the hand that plays lay: all of them but the top card, where it is laid.
 * @param {Play[]} plays
 * @param {{card: string, play: number} | null} top
 */
export function cardsFromHand(plays, top) {
  const all = plays.flatMap((play) => play.cards);
  if (top === null) return all;
  require(plays[top.play]?.cards.includes(top.card), 'the play named by top does not hold the top card');
  return without(all, [top.card]);
}

/**
 * Judges plays by how things lie when all of them are made, and tells how that is.
 *
 * @param {import('./table.mjs').Table} table
 * @param {number} seat
 * @param {Play[]} plays
 * @param {{took: boolean, taken?: string, top: {card: string, play: number} | null, incoming: string[]}} pick
 *   whether the pile is or was taken in this turn, its top card where it is taken now,
 *   the same where these plays lay it, and the cards that come to the hand together with these plays
 * @returns {Layout}
 */
export function judgePlays(table, seat, plays, { took, taken = null, top, incoming }) {
  const side = sideOf(table, seat);
  const before = table.melds[side];
  requirePlays(plays, before);

  const left = without(table.hands[seat], cardsFromHand(plays, top));
  require(left !== null, 'the hand lacks a card');
  const hand = [...left, ...incoming];

  const melds = [...before];
  for (const { to, cards } of plays) {
    const lying = to === 'new' ? [] : before[to];
    const problem = additionProblem(lying, cards, hasWildBook(before));
    require(problem === null, problem);
    if (to === 'new') melds.push([...cards]);
    else melds[to] = grown(lying, cards);
  }
  const rows = openRowsProblem(melds);
  require(rows === null, rows);

  if (!table.opened[side]) {
    const problem = openingProblem(table.round, plays, top, taken);
    require(problem === null, problem);
  }

  const blackThrees = plays.some((play) => play.cards.some(isBlackThree));
  if (blackThrees) {
    // 4.9: whoever lays them is in the foot and has leave; 9.7 has the rest.
    require(table.inFoot[seat], 'black threes are laid from the foot only (4.9)');
    require(hasLeave(table, seat), 'black threes are laid by who has leave to go out (4.9)');
  }
  const heldToIt = table.heldToIt || blackThrees;
  require(canEndTurn(table, seat, { melds, hand, took, heldToIt }),
    heldToIt ? 'whoever lays black threes must go out in this turn (9.7)' : 'the turn could not be ended (9.4)');
  return { melds, hand, heldToIt };
}
