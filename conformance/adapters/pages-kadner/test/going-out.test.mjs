import assert from 'node:assert/strict';
import test from 'node:test';
import { couldLayAll, hasBooksToGoOut } from '../src/going-out.mjs';
import { BOOKS, act, answer, ask, cards, discard, draw, may, meld, pass, play, table, take } from './help.mjs';

const ready = (text, more = {}) => table({
  hands: [text], feet: ['', '4C', ''], melds: [BOOKS],
  ...more, marks: { 'has-played': [false, false, true, false], ...more.marks },
});
const books = (melds) => hasBooksToGoOut(melds.map(cards));

test('9.3: a wild book, a natural book of sevens, three red and two black ones', () => {
  assert.ok(books(BOOKS));
  for (let i = 0; i < BOOKS.length; i++) assert.ok(!books(BOOKS.filter((_, at) => at !== i)), BOOKS[i]);
});

test('9.3: further natural books of sevens are red ones, black ones of sevens black', () => {
  const but = (i) => BOOKS.filter((_, at) => at !== i);
  assert.ok(books([...but(2), BOOKS[1]]));
  assert.ok(books([...but(5), '7C 7D 7H 7S 7C 7D JK']));
  assert.ok(!books([...but(1), '7C 7D 7H 7S 7C 7D JK']));
});

test('9.5, 9.6, 9.11: leave is asked and given, the last card is melded, and a pass ends the deal', () => {
  const t = ready('KS QS');
  assert.ok(!may(t, 0, meld(play(2, 'KS'), play(3, 'QS'))), 'no leave yet');
  assert.ok(!may(t, 0, ask(1)) && !may(t, 0, ask(0)), 'no partners');
  act(t, 0, ask(2));
  assert.deepEqual([t.turn, t.phase, t.asked], [0, 'answer', 2]);
  assert.ok(!may(t, 0, discard('KS')) && !may(t, 0, answer(true)) && !may(t, 1, answer(true)));
  act(t, 2, answer(true));
  assert.deepEqual([t.turn, t.phase, t.asked], [0, 'play', null]);
  assert.ok(!may(t, 0, ask(2)), 'once a turn');
  assert.ok(may(t, 0, discard('KS')), 'a yes only permits');
  assert.ok(may(t, 0, meld(play(2, 'KS'))), '9.4: the other card can follow');
  act(t, 0, meld(play(2, 'KS')));
  assert.ok(!may(t, 0, discard('QS')) && !may(t, 0, pass));
  act(t, 0, meld(play(3, 'QS')));
  act(t, 0, pass);
  assert.deepEqual(t.ended, { how: 'out', seat: 0 });
});

test('9.6: a no keeps the player in; it holds for this turn', () => {
  const t = ready('KS QS 5S', { stock: '8C 8C 8C 8C 8C 8C 8C 8C' });
  assert.ok(!may(t, 0, ask(2)), 'the five cannot be laid');
  t.hands[0].pop();
  act(t, 0, ask(2));
  act(t, 2, answer(false));
  assert.ok(!may(t, 0, meld(play(2, 'KS'), play(3, 'QS'))));
  assert.ok(!may(t, 0, ask(2)));
  act(t, 0, discard('KS'));
  assert.deepEqual([t.refused, t.consented], [Array(4).fill(false), Array(4).fill(false)]);
});

test('9.5: a yes holds for one turn only', () => {
  const t = ready('KS QS');
  act(t, 0, ask(2));
  act(t, 2, answer(true));
  act(t, 0, discard('KS'));
  assert.deepEqual(t.consented, Array(4).fill(false));
});

test('9.6: six play: every partner is asked and says yes', () => {
  const t = ready('KS QS', {
    seats: 6, feet: ['', '4C', '', '4C', ''], marks: { 'has-played': [false, false, true, false, true, false] },
  });
  act(t, 0, ask(2));
  act(t, 2, answer(true));
  assert.ok(!may(t, 0, meld(play(2, 'KS'), play(3, 'QS'))));
  act(t, 0, ask(4));
  act(t, 4, answer(true));
  assert.ok(may(t, 0, meld(play(2, 'KS'), play(3, 'QS'))));
});

test('9.3: the feet of all partners must have been played', () => {
  assert.ok(!may(ready('KS QS', { marks: { 'has-played': Array(4).fill(false) } }), 0, ask(2)));
  assert.ok(!may(ready('KS QS', { feet: ['', '4C', '4C'] }), 0, ask(2)));
  assert.ok(!may(ready('KS QS', { feet: ['4C', '4C', ''] }), 0, ask(2)), 'nor is the asker in the foot');
});

test('9.6: who plays alone needs no leave, and may go out by taking', () => {
  const t = table({ seats: 3, phase: 'draw', pile: 'KH', hands: ['KS KC'], feet: [''], melds: [BOOKS] });
  act(t, 0, take([play(2, 'KS KC KH')], 0));
  assert.ok(!may(t, 0, ask(1)));
  act(t, 0, pass);
  assert.deepEqual(t.ended, { how: 'out', seat: 0 });
});

test('4.9, 9.7: black threes only by who goes out, and is held to it', () => {
  const granted = { marks: { consented: [false, false, true, false] } };
  assert.ok(!may(ready('3C 3C 3S KS'), 0, meld(play('new', '3C 3C 3S'))), 'no leave');
  assert.ok(!may(ready('3C 3C 3S 5S', granted), 0, meld(play('new', '3C 3C 3S'))), 'the five stays');
  const t = ready('3C 3C 3S KS QS', granted);
  act(t, 0, meld(play('new', '3C 3C 3S')));
  assert.ok(!may(t, 0, discard('KS')) && !may(t, 0, pass));
  act(t, 0, meld(play(2, 'KS'), play(3, 'QS')));
  act(t, 0, pass);
  assert.equal(t.ended.how, 'out');
});

test('9.7: nothing may be done that would prevent going out', () => {
  const t = ready('3C 3C 3S 4C 4D 2C KS', { marks: { consented: [false, false, true, false] } });
  act(t, 0, meld(play('new', '3C 3C 3S')));
  assert.ok(!may(t, 0, meld(play(0, '2C'))), 'the fours need the wild card');
  assert.ok(may(t, 0, meld(play('new', '4C 4D 2C'))));
  assert.ok(may(t, 0, meld(play(2, 'KS'))));
});

test('9.3, 9.11: the last books may be completed by what is laid at last', () => {
  const melds = BOOKS.map(cards);
  const lacking = [...melds.slice(0, 6), cards('9C 9D 9H 9S JK')];
  assert.ok(couldLayAll(lacking, cards('9C 2D')));
  assert.ok(couldLayAll(lacking, cards('9C 9H')), 'a black one as well');
  assert.ok(!couldLayAll(lacking, cards('9C')), 'six are no book');
  assert.ok(couldLayAll(lacking, cards('2D 2H')));
});

test('couldLayAll: where the cards can go', () => {
  const melds = BOOKS.map(cards);
  assert.ok(couldLayAll(melds, []));
  assert.ok(couldLayAll(melds, cards('KS JK 2H TC')), 'tucked, wild ones onto the wild book');
  assert.ok(!couldLayAll(melds, cards('4C 4D')), 'two are no row');
  assert.ok(couldLayAll(melds, cards('4C 4D 2H')));
  assert.ok(!couldLayAll(melds, cards('3C 3S')));
  assert.ok(!couldLayAll(melds, cards('3C 3S JK')));
  assert.ok(couldLayAll(melds, cards('3C 3S 3S')));
  const noWild = melds.slice(1);
  assert.ok(!couldLayAll(noWild, cards('JK JK JK 2C 2C 2D')), 'a row of six is no book');
  assert.ok(couldLayAll(noWild, cards('JK JK JK 2C 2C 2D 2S')));
  assert.ok(!couldLayAll(noWild, cards('JK JK JK 2C 2C 2D 2S 4C 4D')), 'the fours would need one of the seven');
  assert.ok(couldLayAll(noWild, cards('JK JK JK 2C 2C 2D 2S 2S 4C 4D')));
  const noRed = melds.filter((_, i) => i !== 2);
  assert.ok(couldLayAll(noRed, cards('4C 4D 4H 4S 4C 4D 4H 4S')));
  assert.ok(!couldLayAll(noRed, cards('4C 4D 4H 4S 4C 4D JK')));
  assert.ok(couldLayAll(noRed, cards('7C 7D 7H 7S 7C 7D 7H')), 'further sevens are red');
});

test('9.4: nobody lays so many cards that leave would be needed that was not given', () => {
  const t = ready('KS QS');
  assert.ok(!may(t, 0, meld(play(2, 'KS'))));
});
