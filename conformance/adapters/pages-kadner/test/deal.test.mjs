import assert from 'node:assert/strict';
import test from 'node:test';
import { beginDeal } from '../src/deal.mjs';
import { partnersOf, sideOf } from '../src/table.mjs';
import { cards } from './help.mjs';

const deal = ({ seats = 4, dealer = 0, hands, stock, feet = [] }) =>
  beginDeal({ seats, dealer, round: 1, totals: [] }, {
    hands: Array.from({ length: seats }, (_, s) => cards(hands[s] ?? '4C 5C')),
    feet: Array.from({ length: seats }, (_, s) => cards(feet[s] ?? '6C 8C')),
    stock: cards(stock),
  });

test('1.1: two sides who sit in turn; three play each alone', () => {
  assert.deepEqual(partnersOf({ seats: 4 }, 1), [3]);
  assert.deepEqual(partnersOf({ seats: 6 }, 4), [0, 2]);
  assert.deepEqual(partnersOf({ seats: 3 }, 1), []);
  assert.equal(sideOf({ seats: 3 }, 2), 2);
});

test('2.4: red threes are replaced from the dealer\'s left, the dealer last, replacements at once', () => {
  const t = deal({
    dealer: 1,
    hands: ['4C 3D', '3H 4D', '3H 3D', '4S'],
    stock: '8C 3H 9C TC JC QC KC',
  });
  assert.deepEqual(t.hands, [cards('4C TC'), cards('4D JC'), cards('8C 9C'), cards('4S')]);
  assert.deepEqual(t.redThrees, [4, 1]);
  assert.deepEqual(t.pile, cards('QC'));
  assert.equal(t.stock.length, 1);
});

test('2.4: without stock a hand stays short, and play begins', () => {
  const t = deal({ hands: ['3H 4D', '3D 5D'], stock: '8C' });
  assert.deepEqual(t.hands[1], cards('5D 8C'));
  assert.deepEqual(t.hands[0], cards('4D'));
  assert.deepEqual([t.pile, t.ended, t.turn, t.phase], [[], null, 0, 'draw']);
});

test('2.2: a red three that is turned up is covered; a wild card and a black three are not', () => {
  assert.deepEqual(deal({ hands: [], stock: '3H 3D 8C 9C' }).pile, cards('3H 3D 8C'));
  assert.deepEqual(deal({ hands: [], stock: '3H 2D 8C' }).pile, cards('3H 2D'));
  assert.deepEqual(deal({ hands: [], stock: '3S 8C' }).pile, cards('3S'));
  assert.deepEqual(deal({ hands: [], stock: '3H' }).pile, cards('3H'));
});

test('2.6: the dealer has the first turn; 2.7: feet are left alone', () => {
  const t = deal({ seats: 6, dealer: 4, hands: [], stock: '8C', feet: ['3H 4C'] });
  assert.deepEqual([t.turn, t.phase], [4, 'draw']);
  assert.deepEqual(t.feet[0], cards('3H 4C'));
  assert.deepEqual(t.redThrees, [0, 0]);
});
