import assert from 'node:assert/strict';
import test from 'node:test';
import { isFrozen } from '../src/pile.mjs';
import { act, cards, discard, may, pass, play, table, take } from './help.mjs';

const sorted = (list) => [...list].sort();
const opened = { opened: [true, true] };

test('6.1, 6.10: the top five are taken; 6.11: the next one finds what is left', () => {
  const t = table({
    phase: 'draw', pile: '4S 5S 6S 3S 8S 9S TH', hands: ['TC TD KC', 'QC', '4C', 'QD'], marks: opened,
  });
  act(t, 0, take([play('new', 'TC TD TH')], 0));
  assert.deepEqual(sorted(t.hands[0]), sorted(cards('KC 6S 3S 8S 9S')));
  assert.deepEqual(t.pile, cards('4S 5S'));
  assert.ok(!may(t, 0, discard('KC')), '9.9: no discard after taking');
  act(t, 0, pass);
  assert.deepEqual([t.turn, t.phase], [1, 'draw']);
  t.hands[1] = cards('5C 5D 9D');
  assert.ok(may(t, 1, take([play('new', '5C 5D 5S')], 0)));
});

test('6.2: the top card may go to the hand; two that match are laid all the same', () => {
  const t = table({ phase: 'draw', pile: 'TH', hands: ['TC TD TS KC'], marks: opened });
  act(t, 0, take([play('new', 'TC TD TS')]));
  assert.deepEqual(sorted(t.hands[0]), sorted(cards('KC TH')));
});

test('6.3: two cards of the hand match; 6.4: no wild card stands in; 6.5: no row does', () => {
  const t = table({
    phase: 'draw', pile: 'TH', hands: ['TC JK 2C AC AD AH'], melds: [['TC TD TS']], marks: opened,
  });
  assert.ok(!may(t, 0, take([play(0, 'TH')], 0)));
  assert.ok(!may(t, 0, take([play(0, 'TH TC')], 0)));
  assert.ok(!may(t, 0, take([play(0, 'TH TC JK')], 0)));
  assert.ok(!may(t, 0, take([play('new', 'AC AD AH')])));
  t.hands[0].push('TD');
  assert.ok(may(t, 0, take([play(0, 'TH TC TD')], 0)));
  assert.ok(may(t, 0, take([play(0, 'TC TD')])));
});

test('6.3: a joker matches a joker, a deuce a deuce, wherever they are laid', () => {
  const t = table({
    phase: 'draw', pile: 'JK', hands: ['JK JK 2C 2D 5S'], melds: [['TC TD TS', '9C 9D 9S']], marks: opened,
  });
  assert.ok(may(t, 0, take([play('new', 'JK JK JK')], 0)));
  assert.ok(may(t, 0, take([play(0, 'JK'), play(1, 'JK')])));
  assert.ok(!may(t, 0, take([play('new', 'JK 2C 2D')], 0)));
  t.pile = cards('2H');
  assert.ok(may(t, 0, take([play('new', '2C 2D 2H')], 0)));
  assert.ok(!may(t, 0, take([play('new', '2C JK 2H')], 0)));
});

test('6.7: a three on top stops the pile, a wild card nobody', () => {
  const t = table({ phase: 'draw', hands: ['3S 3S 3S TC TD 4C'], marks: opened });
  for (const top of ['3C', '3S', '3H', '3D']) {
    t.pile = [top];
    assert.ok(!may(t, 0, take([play('new', '3S 3S 3S')])), top);
  }
  t.pile = [];
  assert.ok(!may(t, 0, take([play('new', 'TC TD TH')], 0)));
});

test('6.8: a red three freezes, and two in hand take the pile all the same; 6.9: it is laid, not replaced', () => {
  const t = table({
    phase: 'draw', stock: '4C 4D', pile: '3H 3D 8S TH', hands: ['TC TD KC'], marks: opened, redThrees: [1, 0],
  });
  assert.ok(isFrozen(t.pile));
  act(t, 0, take([play('new', 'TC TD TH')], 0));
  assert.deepEqual(sorted(t.hands[0]), sorted(cards('KC 8S')));
  assert.deepEqual(t.redThrees, [3, 0]);
  assert.equal(t.stock.length, 2);
  assert.ok(!isFrozen(t.pile));
});

test('the plays of a take come from the hand as it was, with the top card where it is named', () => {
  const t = table({ phase: 'draw', pile: '8S TH', hands: ['TC TD 8C 8D KC'], marks: opened });
  assert.ok(!may(t, 0, take([play('new', 'TC TD TH')])), 'the hand has no TH');
  assert.ok(!may(t, 0, take([play('new', 'TC TD TH'), play('new', '8C 8D 8S')], 0)), 'nor the eight below');
  assert.ok(!may(t, 0, take([play('new', 'TC TD TH')], 1)));
  assert.ok(!may(t, 0, { ...take([play('new', 'TC TD TH')], 0), count: 2 }));
});
