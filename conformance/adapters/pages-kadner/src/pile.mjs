/** The discard pile (chapter 6), as far as it depends on cards alone. */
import { isBlackThree, isRedThree, rankOf } from './cards.mjs';

/** 6.1, reading `five-in-all`: the top five cards are taken, or all where there are fewer. */
export const TAKEN_CARDS = 5;
/** 6.3: so many cards of the hand match the top card. */
export const MATCHING_CARDS = 2;

/** The top card, or null. The pile is listed from the bottom to the top. */
export const topOf = (pile) => (pile.length ? pile[pile.length - 1] : null);

/**
 * 6.1: what taking gives. Black threes among the five come along (reading `come-along`).
 * @returns {{below: string[], rest: string[]}} the cards below the top card that come
 *   with it, and what stays in the pile
 */
export function taken(pile) {
  const from = Math.max(0, pile.length - TAKEN_CARDS);
  return { below: pile.slice(from, -1), rest: pile.slice(0, from) };
}

/**
 * 6.8, reading `two-in-hand`: a red three in the pile freezes it. Two in hand are
 * wanted by every pile (6.3 to 6.5), so that this only shows in the observation.
 */
export const isFrozen = (pile) => pile.some(isRedThree);

/** 6.7: nobody takes a pile with a three on top; a wild card there stops nobody. */
export function topProblem(pile) {
  const top = topOf(pile);
  if (top === null) return 'there is no pile to take';
  if (isBlackThree(top)) return 'a black three on top stops the pile (6.7)';
  if (isRedThree(top)) return 'a red three on top stops the pile until it is covered (6.7)';
  return null;
}

/**
 * 6.3 to 6.5: whoever takes lays two cards of the hand that match the top card: of its
 * rank, and for a wild card a joker to a joker and a deuce to a deuce (reading
 * `same-rank`). No wild card stands in for one of the two (6.4, `neither`), no row of
 * the side does (6.5, `no-use`), and where the two are laid is free (6.3, `anywhere`).
 *
 * @param {string} top the top card
 * @param {string[]} fromHand all cards of the hand that the act lays
 */
export function matchProblem(top, fromHand) {
  const matching = fromHand.filter((card) => rankOf(card) === rankOf(top)).length;
  return matching >= MATCHING_CARDS ? null : 'two cards of the hand that match the top card are laid (6.3)';
}
