/** couldLayAll against a plain search that tries every play, on small hands at random. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { partsOf } from '../src/enumerate.mjs';
import { couldLayAll, hasBooksToGoOut } from '../src/going-out.mjs';
import { additionProblem, bookOf, grown, hasWildBook, openRowsProblem } from '../src/melds.mjs';
import { without } from '../src/cards.mjs';
import { cards } from './help.mjs';

/** Whether all cards can be laid; the rows are looked at when all lie there. */
function plainSearch(melds, hand, seen = new Set()) {
  if (hand.length === 0) return openRowsProblem(melds) === null && hasBooksToGoOut(melds);
  const key = JSON.stringify([[...hand].sort(), melds.map((m) => `${bookOf(m)} ${[...m].sort().join()}`)]);
  if (seen.has(key)) return false;
  seen.add(key);
  for (const part of partsOf(hand).filter((p) => p.length > 0)) {
    const left = without(hand, part);
    for (const to of [...melds.keys(), melds.length]) {
      if (additionProblem(melds[to] ?? [], part, hasWildBook(melds)) !== null) continue;
      const next = [...melds];
      next[to] = grown(next[to] ?? [], part);
      if (plainSearch(next, left, seen)) return true;
    }
  }
  return false;
}

test('going out is found where a plain search finds it, and nowhere else', () => {
  let seed = 7;
  const pick = (n) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * n);
  };
  const natural = (rank, n) => Array(n).fill(`${rank}C`);
  const found = [0, 0];
  for (let round = 0; round < 1500; round++) {
    // Something near the needed books: each is there or a few cards short.
    const row = (rank, wilds) => {
      const size = pick(3) ? 7 : 3 + pick(5);
      const w = Math.min(wilds, Math.floor(size / 2));
      return [...natural(rank, size - w), ...Array(w).fill('JK')];
    };
    const melds = [
      Array(pick(2) ? 7 : 4 + pick(4)).fill('JK'),
      row('7', 0), row('K', 0), row('Q', 0), row('J', 0), row('T', 1 + pick(3)), row('9', 1 + pick(3)),
    ];
    const pool = ['JK', 'JK', 'JK', '7C', '7C', 'KC', 'QC', 'TC', '9C', '9C', '4C', '3S'];
    const hand = Array.from({ length: pick(8) }, () => pool[pick(pool.length)]);
    const expected = plainSearch(melds, hand);
    found[Number(expected)]++;
    assert.equal(couldLayAll(melds, hand), expected, JSON.stringify({ melds, hand }));
  }
  assert.ok(Math.min(...found) > 50, `${found}`);
  assert.ok(!couldLayAll([], cards('3D')));
});
