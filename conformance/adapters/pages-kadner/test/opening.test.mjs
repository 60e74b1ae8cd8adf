import assert from 'node:assert/strict';
import test from 'node:test';
import { openingProblem } from '../src/opening.mjs';
import { act, may, meld, play, table, take } from './help.mjs';

const opens = (round, rows, top) => openingProblem(round, rows.map((row) => play('new', row)), top) === null;

test('5.1: 50, 90, 120, 150; 5.2: rows of one act count together', () => {
  assert.ok(opens(1, ['KC KD KH', 'AC AD 2C']));
  assert.ok(opens(1, ['4C 4D JK', '5C 5D 5H'])); // 60 + 15
  assert.ok(!opens(1, ['KC KD KH', '6C 6D 6H'])); // 45
  assert.ok(opens(1, ['KC KD KH', '8C 8D']) === false); // 30, and the eights are no row
  assert.ok(opens(2, ['AC AD JK']));
  assert.ok(!opens(2, ['AC AD AH', '4C 4D 4H 4S'])); // 80
  assert.ok(opens(3, ['AC AD JK', 'KC KD KH'])); // 120
  assert.ok(!opens(4, ['AC AD JK', 'KC KD KH']));
  assert.ok(opens(4, ['JK JK JK']));
});

test('5.3: rows are right without the top card, which counts nothing', () => {
  const top = { card: 'TH', play: 0 };
  assert.ok(!opens(1, ['TC TD TH', 'KC KD KH'], top)); // tens need the top: 30
  assert.ok(opens(1, ['TC TD TH', 'AC AD AH'], top)); // 60 beside it
  assert.ok(!opens(1, ['TC TD TH TS TS'], top)); // 40 without it
  assert.ok(opens(1, ['TC TD TH TS TS', 'QC QD QH'], top)); // 40 + 30
  assert.ok(!opens(1, ['JK JK JK'], { card: 'JK', play: 0 })); // two jokers are no row
  assert.ok(opens(1, ['JK JK JK 2C'], { card: 'JK', play: 0 })); // 120 without it
});

test('5.6: the fifth round is opened with a complete book, the top card not among it', () => {
  assert.ok(!opens(5, ['JK JK JK', 'AC AD AH AS AC AD']));
  assert.ok(opens(5, ['4C 4D 4H 4S 4C 4D 4H']));
  assert.ok(opens(5, ['7C 7D 7H 7S 7C JK 2C', '4C 4D 4H']));
  assert.ok(opens(5, ['2C 2D 2H 2S JK JK JK']));
  assert.ok(!opens(5, ['4C 4D 4H 4S 4C 4D 4H'], { card: '4H', play: 0 }));
  assert.ok(opens(5, ['4C 4D 4H 4S 4C 4D 4H 4H'], { card: '4H', play: 0 }));
});

test('5.5: a side that has opened needs no minimum any more, be it through the partner', () => {
  const t = table({ hands: ['AC AD AH 4C 4D 4H 9S', '', '5C 5D 5H KS'] });
  assert.ok(!may(t, 0, meld(play('new', '4C 4D 4H'))));
  act(t, 0, meld(play('new', 'AC AD AH')));
  assert.ok(may(t, 0, meld(play('new', '4C 4D 4H'))));
  assert.deepEqual(t.opened, [true, false]);
});

test('5.3, 6.3: opening on the pile with two tens or more in a row that is right without the top card', () => {
  const t = table({ phase: 'draw', pile: 'TH', hands: ['TC TD TS AC AD AH 4C KC KD KH'] });
  assert.ok(may(t, 0, take([play('new', 'TC TD TS TH'), play('new', 'AC AD AH')], 0)));
  assert.ok(may(t, 0, take([play('new', 'TC TD TS'), play('new', 'KC KD KH')])), 'the example of the sheet');
  assert.ok(!may(t, 0, take([play('new', 'TC TD TH'), play('new', 'AC AD AH')], 0)), 'two tens are no row');
  assert.ok(!may(t, 0, take([play('new', 'AC AD AH')])), 'without two tens a ten is refused');
  assert.ok(!may(t, 0, take([play('new', 'TC TD TH'), play('new', 'KC KD KH')], 0)), '30');
});
