/** Deals played to their end with legal acts at random: no card is lost, no turn gets stuck. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { perform } from '../src/acts.mjs';
import { NATURAL_RANKS, isBlackThree } from '../src/cards.mjs';
import { beginDeal } from '../src/deal.mjs';
import { legalActs } from '../src/enumerate.mjs';
import { openRowsProblem } from '../src/melds.mjs';
import { scoresOf } from '../src/score.mjs';

const PACK = [...['2', '3', ...NATURAL_RANKS].flatMap((rank) => [...'CDHS'].map((suit) => rank + suit)), 'JK', 'JK'];

/** A small generator of numbers, so that a failure can be played again. */
const numbers = (seed) => () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
};

function shuffled(cards, random) {
  const list = [...cards];
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [list[i], list[j]] = [list[j], list[i]];
  }
  return list;
}

function newDeal(seats, round, random) {
  const pack = shuffled(Array(seats === 4 ? 5 : 7).fill(PACK).flat(), random);
  const piles = (n) => Array.from({ length: seats }, () => pack.splice(0, n));
  const hands = piles(15);
  const feet = piles(11);
  return beginDeal({ seats, dealer: 0, round, totals: [] }, { hands, feet, stock: pack });
}

const onTable = (t) =>
  t.stock.length + t.pile.length + t.hands.flat().length + t.feet.flat().length
  + t.melds.flat(2).length + t.redThrees.reduce((a, b) => a + b, 0);

for (const [seats, packs] of [[3, 7], [4, 5], [6, 7]]) {
  test(`deals of ${seats} players come to their end`, { timeout: 120_000 }, () => {
    const endings = new Set();
    for (let seed = 1; seed <= 5; seed++) {
      const random = numbers(seed * 97 + seats);
      const t = newDeal(seats, 1 + (seed % 5), random);
      for (let step = 0; !t.ended; step++) {
        assert.ok(step < 4000, 'the deal goes on and on');
        const seat = t.asked ?? t.turn;
        const acts = legalActs(t, seat);
        assert.ok(acts.length > 0, `seed ${seed}, step ${step}: no legal act`);
        // Most laying acts are taken, so that feet are reached; answers are free.
        const laying = acts.filter(({ type }) => ['meld', 'take', 'ask'].includes(type));
        const from = laying.length && random() < 0.8 ? laying : acts;
        perform(t, seat, from[Math.floor(random() * from.length)]);
        assert.equal(onTable(t), packs * 54);
        for (const melds of t.melds) assert.equal(openRowsProblem(melds), null);
        if (!t.heldToIt && !t.ended) assert.ok(!t.melds.flat(2).some(isBlackThree));
      }
      endings.add(t.ended.how);
      assert.equal(scoresOf(t).length, t.melds.length);
    }
    assert.ok(endings.size > 0);
  });
}
