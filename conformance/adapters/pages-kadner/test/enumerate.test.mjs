import assert from 'node:assert/strict';
import test from 'node:test';
import { legalActs, partsOf } from '../src/enumerate.mjs';
import { BOOKS, cards, table } from './help.mjs';

/** An action with its cards in order, as text. */
const text = (action) =>
  JSON.stringify({ ...action, ...(action.plays && { plays: action.plays.map((p) => ({ ...p, cards: [...p.cards].sort() })) }) });
const same = (t, seat, actions) => assert.deepEqual(legalActs(t, seat).map(text).sort(), actions.map(text).sort());
const one = (to, list) => [{ to, cards: cards(list) }];

test('parts are listed once by their look', () => {
  assert.deepEqual(partsOf(cards('4C 4C')), [[], ['4C'], ['4C', '4C']]);
  assert.equal(partsOf(cards('4C 4C 5D')).length, 6);
  assert.equal(partsOf(cards('4C 4C 5D'), 1).length, 3);
});

test('before the pick: a draw, and the takes, with the top card laid or not', () => {
  const t = table({ phase: 'draw', pile: 'TH', hands: ['TC TD TD 4C'], marks: { opened: [true, false] } });
  const withTop = ['TC TD TH', 'TD TD TH', 'TC TD TD TH'].map((c) => ({ type: 'take', plays: one('new', c), top: 0 }));
  same(t, 0, [{ type: 'draw' }, { type: 'take', plays: one('new', 'TC TD TD') }, ...withTop]);
  same(t, 1, []);
});

test('after the pick: melds, discards by their look; a pass after taking', () => {
  const t = table({ hands: ['TC TD JK JK'], melds: [['9C 9D 9H']], marks: { opened: [true, false] } });
  const melds = [
    ...['TC TD JK', 'TC TD JK JK'].map((c) => ({ type: 'meld', plays: one('new', c) })),
    ...['JK', 'JK JK'].map((c) => ({ type: 'meld', plays: one(0, c) })),
  ];
  same(t, 0, [...melds, ...cards('TC TD JK').map((card) => ({ type: 'discard', card }))]);
  t.took = true;
  same(t, 0, [...melds, { type: 'pass' }]);
});

test('leave, its answer, and nothing once the deal has ended', () => {
  const t = table({
    hands: ['KS KS'], feet: ['', '4C', ''], melds: [BOOKS], marks: { 'has-played': [false, false, true, false] },
  });
  same(t, 0, [{ type: 'ask', seat: 2 }, { type: 'discard', card: 'KS' }]);
  t.phase = 'answer';
  t.asked = 2;
  same(t, 0, []);
  same(t, 2, [{ type: 'answer', yes: true }, { type: 'answer', yes: false }]);
});
