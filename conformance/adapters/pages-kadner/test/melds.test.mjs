import assert from 'node:assert/strict';
import test from 'node:test';
import { additionProblem, bookOf, grown, isSevensBook, kindOf, openRowsProblem } from '../src/melds.mjs';
import { cards } from './help.mjs';

const right = (before, added) => additionProblem(cards(before), cards(added)) === null;

test('4.2: three or more of one natural rank, two of them natural', () => {
  assert.ok(right('', '4C 4D 4C'));
  assert.ok(right('', '4C 4D JK'));
  assert.ok(!right('', '4C 4D'));
  assert.ok(!right('', '4C JK 2D'));
  assert.ok(!right('', '4C 4D 5D'));
  assert.ok(!right('4C 4D 4H', '5D'));
  assert.ok(!right('', '3D 3H 3D'));
});

test('4.3: three wild cards at most, and never more than natural ones', () => {
  assert.ok(right('', '4C 4D JK 2C'));
  assert.ok(!right('', '4C 4D JK 2C 2D'));
  assert.ok(right('', '4C 4D 4H JK 2C 2D'));
  assert.ok(!right('', '4C 4D 4H 4S JK 2C 2D 2H'));
  assert.ok(!right('4C 4D JK 2C', '2D'));
  assert.ok(right('4C 4D JK 2C', '2D 4S'));
});

test('4.6: seven cards are a book, red, black or wild; black threes are none', () => {
  assert.equal(bookOf(cards('4C 4D 4H 4S 4C 4D')), null);
  assert.equal(bookOf(cards('4C 4D 4H 4S 4C 4D 4H')), 'red');
  assert.equal(bookOf(cards('4C 4D 4H 4S 4C 4D JK')), 'black');
  assert.equal(bookOf(cards('JK JK 2C 2C 2D 2H 2S')), 'wild');
  assert.equal(bookOf(cards('3C 3C 3C 3S 3S 3S 3S')), null);
});

test('kinds are named for every meld, complete or not', () => {
  assert.equal(kindOf(cards('4C 4D 4H')), 'natural');
  assert.equal(kindOf(cards('4C 4D 2H')), 'mixed');
  assert.equal(kindOf(cards('JK 2D 2H')), 'wild');
  assert.equal(kindOf(cards('3C 3S 3S')), 'black-threes');
});

test('4.9: no wild card completes black threes', () => {
  assert.ok(right('', '3C 3S 3S'));
  assert.ok(!right('', '3C 3S'));
  assert.ok(!right('', '3C 3S JK'));
  assert.ok(right('3C 3S 3S', '3C'));
});

test('4.11: three wild cards make a row; no natural card joins it', () => {
  assert.ok(right('', 'JK 2C 2D'));
  assert.ok(!right('', 'JK 2C'));
  assert.ok(right('JK 2C 2D', '2S'));
  assert.ok(!right('JK 2C 2D', '4C 4D 4H'));
});

test('4.12: sevens may be laid with wild cards; only the natural book is one of sevens', () => {
  assert.ok(right('', '7C 7D JK'));
  assert.ok(isSevensBook(cards('7C 7D 7H 7S 7C 7D 7H 7S')));
  assert.ok(!isSevensBook(cards('7C 7D 7H 7S 7C 7D JK')));
  assert.ok(!isSevensBook(cards('7C 7D 7H 7S 7C 7D')));
});

test('7.1, 7.2: naturals of the rank are tucked onto red and black books, wild ones onto wild books, and where there is one onto red ones, which stay red', () => {
  assert.ok(right('4C 4D 4H 4S 4C 4D 4H', '4S'));
  assert.ok(right('4C 4D 4H 4S 4C 4D JK', '4S 4H 4D'));
  assert.ok(!right('4C 4D 4H 4S 4C 4D 4H', '5S'));
  assert.ok(!right('4C 4D 4H 4S 4C 4D 4H', 'JK'));
  assert.ok(!right('4C 4D 4H 4S 4C 4D JK', '2C'));
  assert.ok(right('JK JK 2C 2C 2D 2H 2S', 'JK 2S'));
  const red = grown(cards('4C 4D 4H 4S 4C 4D 4H'), []);
  assert.equal(additionProblem(red, ['JK'], true), null);
  assert.notEqual(additionProblem(cards('4C 4D 4H 4S 4C 4D JK'), ['2C'], true), null);
  const withJoker = grown(red, ['JK']);
  assert.equal(bookOf(withJoker), 'red');
  assert.equal(additionProblem(withJoker, ['2C'], true), null);
  assert.equal(bookOf(grown(cards('4C 4D 4H 4S 4C 4D'), ['4H', 'JK'])), 'black');
});

test('7.4: one play may close a book and tuck, the wild cards being of the seven', () => {
  assert.ok(right('4C 4D 4H 4S 4C', '2C 4D 4H 4S'));
  assert.ok(right('4C 4D 4H 4S 4C 4D', '2C 4H 4S'));
  assert.ok(!right('4C 4D 4H 4S 4C 4D', '2C JK'));
  assert.ok(right('', '4C 4D 4H 4S 4C 4D 4H 4S 2C'));
  assert.ok(right('', 'JK JK 2C 2C 2D 2H 2S 2S'));
});

test('4.4: one open row of a rank, and of wild cards; black threes may lie in several', () => {
  const rows = (...melds) => openRowsProblem(melds.map(cards)) === null;
  assert.ok(rows('4C 4D 4H', '5C 5D 5H', 'JK JK 2C'));
  assert.ok(!rows('4C 4D 4H', '4C 4D 2H'));
  assert.ok(rows('4C 4D 4H 4S 4C 4D 4H', '4C 4D 2H', '4C 4D 4H 4S 4C 4D JK'));
  assert.ok(!rows('JK JK 2C', '2C 2D 2S'));
  assert.ok(rows('3C 3C 3S', '3C 3C 3S'));
});
