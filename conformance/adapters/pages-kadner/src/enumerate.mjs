/** All legal acts of a seat that have one play at most. */
import { NATURAL_RANKS, isBlackThree, isWild, rankOf } from './cards.mjs';
import { problemOf } from './acts.mjs';
import { MOST_WILDS, additionProblem, hasWildBook, stuffOf } from './melds.mjs';
import { topOf } from './pile.mjs';
import { everySeat, sideOf } from './table.mjs';

/**
 * All parts of a collection, each once by its look, with so many cards at most.
 * @param {string[]} cards
 * @returns {string[][]}
 */
export function partsOf(cards, most = cards.length) {
  const looks = [...new Set(cards)].map((card) => [card, cards.filter((c) => c === card).length]);
  let parts = [[]];
  for (const [card, times] of looks) {
    parts = parts.flatMap((part) =>
      Array.from({ length: Math.min(times, most - part.length) + 1 }, (_, n) => [...part, ...Array(n).fill(card)]));
  }
  return parts;
}

/** All plays that would be right as such, made of these cards. */
function* playsOf(cards, melds) {
  const targets = ['new', ...melds.keys()];
  const lying = (to) => (to === 'new' ? [] : melds[to]);
  const wilds = cards.filter(isWild);
  const some = partsOf(wilds, MOST_WILDS);
  const right = function* (to, part) {
    if (additionProblem(lying(to), part, hasWildBook(melds)) === null) yield { to, cards: part };
  };
  for (const to of targets) {
    const stuff = stuffOf(lying(to));
    if (stuff === null || stuff === 'wild') {
      for (const part of partsOf(wilds)) yield* right(to, part);
    }
    if (stuff === null || stuff === '3') {
      for (const part of partsOf(cards.filter(isBlackThree))) yield* right(to, part);
    }
    for (const rank of NATURAL_RANKS.filter((r) => stuff === null || stuff === r)) {
      for (const part of partsOf(cards.filter((card) => rankOf(card) === rank))) {
        // A new row without naturals would be one of wild cards, listed above.
        if (part.length === 0 && to === 'new') continue;
        for (const wild of some) yield* right(to, [...part, ...wild]);
      }
    }
  }
}

/** All acts that might be legal, and more. */
function* candidates(table, seat) {
  if (table.phase === 'answer') {
    yield { type: 'answer', yes: true };
    yield { type: 'answer', yes: false };
    return;
  }
  if (table.turn !== seat) return;
  const hand = table.hands[seat];
  const melds = table.melds[sideOf(table, seat)];
  if (table.phase === 'draw') {
    yield { type: 'draw' };
    const top = topOf(table.pile);
    if (top === null) return;
    for (const play of playsOf(hand, melds)) yield { type: 'take', plays: [play] };
    for (const play of playsOf([...hand, top], melds)) {
      if (play.cards.includes(top)) yield { type: 'take', plays: [play], top: 0 };
    }
    return;
  }
  for (const play of playsOf(hand, melds)) yield { type: 'meld', plays: [play] };
  for (const card of new Set(hand)) yield { type: 'discard', card };
  yield { type: 'pass' };
  for (const other of everySeat(table)) yield { type: 'ask', seat: other };
}

/** Every legal act of a seat with at most one play. */
export function legalActs(table, seat) {
  const legal = [];
  for (const action of candidates(table, seat)) {
    if (problemOf(table, seat, action) === null) legal.push(action);
  }
  return legal;
}
