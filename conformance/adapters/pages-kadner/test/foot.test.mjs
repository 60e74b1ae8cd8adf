import assert from 'node:assert/strict';
import test from 'node:test';
import { act, cards, discard, draw, may, meld, pass, play, table, take } from './help.mjs';

const opened = { opened: [true, true] };

test('8.2: melded out, the foot comes at once; 8.4: it is not played by that', () => {
  const t = table({ hands: ['TC TD TH'], feet: ['KC KD 5S'], marks: opened });
  act(t, 0, meld(play('new', 'TC TD TH')));
  assert.deepEqual(t.hands[0], cards('KC KD 5S'));
  assert.deepEqual([t.feet[0], t.inFoot[0], t.hasPlayed[0], t.turn], [[], true, false, 0]);
  act(t, 0, discard('KC'));
  assert.equal(t.hasPlayed[0], true);
});

test('8.2: the last card discarded, the foot comes with the end of the turn, unplayed', () => {
  const t = table({ hands: ['TC'], feet: ['KC KD 5S'] });
  act(t, 0, discard('TC'));
  assert.deepEqual(t.hands[0], cards('KC KD 5S'));
  assert.deepEqual([t.feet[0], t.inFoot[0], t.hasPlayed[0], t.turn], [[], true, false, 1]);
});

test('8.2: a hand that gets cards from the pile is not used up', () => {
  const t = table({ phase: 'draw', pile: '4S TH', hands: ['TC TD'], feet: ['KC KD 5S'], marks: opened });
  act(t, 0, take([play('new', 'TC TD TH')], 0));
  assert.deepEqual([t.hands[0], t.inFoot[0]], [['4S'], false]);
  assert.ok(may(t, 0, pass), 'in the hand one may pass with a card');
});

test('8.2: taking with the last two cards brings the foot where nothing else comes', () => {
  const t = table({ phase: 'draw', pile: '3D TH', hands: ['TC TD'], feet: ['KC KD 5S'], marks: opened });
  act(t, 0, take([play('new', 'TC TD TH')], 0));
  assert.deepEqual([t.hands[0], t.redThrees[0], t.inFoot[0]], [cards('KC KD 5S'), 1, true]);
  assert.ok(!may(t, 0, discard('KC')));
  act(t, 0, pass);
  assert.equal(t.hasPlayed[0], false);
});

test('8.3: red threes of the foot are laid and replaced, as far as the stock goes', () => {
  const t = table({ stock: '3H 8D', hands: ['TC'], feet: ['KC 3D 3D'] });
  act(t, 0, discard('TC'));
  assert.deepEqual(t.hands[0], cards('KC 8D'));
  assert.deepEqual([t.redThrees[0], t.ended], [3, null]);
});

test('8.4: a foot is played by laying a card of it', () => {
  const t = table({ hands: ['KC KD KH 4S 5S'], feet: [''], marks: opened });
  assert.equal(t.inFoot[0], true);
  act(t, 0, meld(play('new', 'KC KD KH')));
  assert.equal(t.hasPlayed[0], true);
});

test('9.10, 9.4: in the foot a card is kept, after drawing besides the discard', () => {
  const t = table({ hands: ['KC KD KH 5S'], feet: [''], marks: opened });
  assert.ok(!may(t, 0, meld(play('new', 'KC KD KH'))), 'one card would be left, and be owed');
  t.hands[0].push('6S');
  act(t, 0, meld(play('new', 'KC KD KH')));
  act(t, 0, discard('6S'));
  assert.deepEqual(t.hands[0], ['5S']);

  const took = table({ hands: ['KC KD KH 5S'], feet: [''], marks: { ...opened, took: true } });
  act(took, 0, meld(play('new', 'KC KD KH')));
  assert.ok(may(took, 0, pass));
});

test('9.10: nobody goes out by a discard', () => {
  const t = table({ hands: ['KC'], feet: [''] });
  assert.ok(!may(t, 0, discard('KC')));
});

test('9.2: who could do nothing about having no card passes', () => {
  const t = table({ hands: ['TC TD TH'], feet: ['3D 3H'], marks: opened });
  act(t, 0, meld(play('new', 'TC TD TH')));
  assert.deepEqual([t.hands[0], t.redThrees[0]], [[], 2]);
  act(t, 0, pass);
  assert.deepEqual([t.ended, t.turn], [null, 1]);
});
