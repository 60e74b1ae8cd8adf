import assert from 'node:assert/strict';
import test from 'node:test';
import { act, cards, discard, draw, may, meld, pass, play, table, take } from './help.mjs';

test('3.1, 3.2: a pick first and once, and only by who is in turn', () => {
  const t = table({ phase: 'draw', stock: '8C 8D 8H 8S', hands: ['KC KD'] });
  assert.ok(!may(t, 1, draw));
  for (const action of [discard('KC'), pass, meld(play('new', 'KC KD KH'))]) assert.ok(!may(t, 0, action));
  act(t, 0, draw);
  assert.deepEqual(t.hands[0], cards('KC KD 8C 8D'));
  assert.ok(!may(t, 0, draw));
  assert.ok(!may(t, 0, pass), '9.2: after drawing a discard ends the turn');
  act(t, 0, discard('KC'));
  assert.deepEqual([t.turn, t.phase, t.pile], [1, 'draw', ['KC']]);
});

test('3.3: a red three among the two is laid and replaced, and its replacement too', () => {
  const t = table({ phase: 'draw', stock: '8C 3D 3H 8D 9D', hands: ['KC'] });
  act(t, 0, draw);
  assert.deepEqual(t.hands[0], cards('KC 8C 8D'));
  assert.deepEqual(t.redThrees, [2, 0]);
});

test('10.1: a single card is drawn, and none ends the deal', () => {
  const t = table({ phase: 'draw', stock: '8C', hands: ['KC', 'KD'] });
  act(t, 0, draw);
  assert.equal(t.hands[0].length, 2);
  act(t, 0, discard('8C'));
  assert.equal(t.ended, null, 'the pile may still be taken');
  act(t, 1, draw);
  assert.deepEqual(t.ended, { how: 'stock', seat: 1 });
  assert.deepEqual([t.turn, t.phase], [null, 'over']);
  assert.ok(!may(t, 1, draw) && !may(t, 2, draw));
});

test('3.4: a draw of red threes only that nothing replaces ends the deal', () => {
  const t = table({ phase: 'draw', stock: '3D 3H', hands: ['KC'] });
  act(t, 0, draw);
  assert.deepEqual(t.ended, { how: 'stock', seat: 0 });
  assert.deepEqual(t.redThrees, [2, 0]);
  const short = act(table({ phase: 'draw', stock: '3D 8C', hands: ['KC'] }), 0, draw);
  assert.deepEqual([short.ended, short.hands[0]], [null, cards('KC 8C')]);
});

test('4.1, 4.8: new rows and additions to those of the side, not of another', () => {
  const t = table({ hands: ['TC 8C 8D 8H KS'], melds: [['TC TD TS'], ['9C 9D 9H', '5C 5D 5H']] });
  act(t, 0, meld(play(0, 'TC'), play('new', '8C 8D 8H')));
  assert.deepEqual(t.melds[0], [cards('TC TD TS TC'), cards('8C 8D 8H')]);
  assert.ok(!may(t, 0, meld(play(2, 'KS'))));
  assert.ok(!may(t, 0, meld()));
  assert.ok(!may(t, 0, meld(play('garbage', 'KS'))));
});

test('two plays to one meld, cards that are not held', () => {
  const t = table({ hands: ['TC TD 8C'], melds: [['TC TD TS']] });
  assert.ok(!may(t, 0, meld(play(0, 'TC'), play(0, 'TD'))));
  assert.ok(!may(t, 0, meld(play(0, 'TC TC'))));
  assert.ok(!may(t, 0, discard('KS')));
});

test('4.4: a book is completed and the next row begun in one act, but not two open rows', () => {
  const t = table({ hands: ['TC TD TH TS KC'], melds: [['TC TD TH TS TC TD']] });
  assert.ok(!may(t, 0, meld(play('new', 'TC TD TH'))));
  assert.ok(may(t, 0, meld(play('new', 'TC TD TH'), play(0, 'TS'))));
});

test('a refused act changes nothing', () => {
  const t = table({ hands: ['TC TD 8C'] });
  const before = structuredClone(t);
  assert.throws(() => act(t, 0, meld(play('new', 'TC TD 8C'))));
  assert.deepEqual(t, before);
});

test('10.2: turns pass to the left, round the table', () => {
  const t = table({ seats: 3, turn: 2, hands: ['', '', 'KC KD'] });
  act(t, 2, discard('KC'));
  assert.equal(t.turn, 0);
});
