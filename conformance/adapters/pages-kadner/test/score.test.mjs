import assert from 'node:assert/strict';
import test from 'node:test';
import { endDeal } from '../src/table.mjs';
import { matchOf, scoreBooks, scoreOf, scoreRedThrees, scoresOf, totalsOf } from '../src/score.mjs';
import { cards, table } from './help.mjs';

const ended = (setup, how = 'stock', seat = 0) => {
  const t = table({ hands: ['', '', '', ''], feet: ['', '', '', ''], ...setup });
  endDeal(t, how, seat);
  return t;
};
const RED = '9C 9D 9H 9S 9C 9D 9H';
const BLACK = '9C 9D 9H 9S 9C 9D JK';
const WILD = '2C 2C 2C JK JK JK JK';
const SEVENS = '7C 7D 7H 7S 7C 7D 7H';
const BLACK_SEVENS = '7C 7D 7H 7S 7C 7D JK';
const prices = (...melds) => scoreBooks(melds.map(cards));

test('11.3: books', () => {
  assert.equal(prices(RED), 500);
  assert.equal(prices(BLACK), 300);
  assert.equal(prices(WILD), 1500);
  assert.equal(prices(WILD, WILD, WILD), 2500);
  assert.equal(prices(SEVENS), 1000);
  assert.equal(prices(SEVENS, SEVENS), 1500);
  assert.equal(prices(BLACK_SEVENS, SEVENS), 1300);
  assert.equal(prices('9C 9D 9H 9S 9C 9D', '3C 3C 3C 3C 3S 3S 3S'), 0);
});

test('11.4: red threes', () => {
  assert.deepEqual([0, 1, 6, 7, 8, 10].map(scoreRedThrees), [0, 100, 600, 1000, 1100, 1300]);
});

test('11.4: red threes in a foot that was not taken up cost 500 each, and have no worth', () => {
  assert.equal(scoreOf(ended({ feet: ['3D 3H KC', '', '', ''] }), 0), -1010);
  assert.equal(scoreOf(ended({ redThrees: [2] }), 0), 200);
});

test('11.5, 11.6: laid cards count, what is left in hands and feet counts against', () => {
  const t = ended({ melds: [[RED + ' 9S', '4C 4D 2H']], hands: ['JK', '', '3S'], feet: ['', '', 'AC'] });
  assert.equal(scoreOf(t, 0), 500 + 80 + 30 - 50 - 5 - 20);
});

test('11.2: a hundred for the side that went out, and for nobody where none did', () => {
  assert.deepEqual(scoresOf(ended({}, 'out', 3)), [0, 100]);
  assert.deepEqual(scoresOf(ended({}, 'stock', 3)), [0, 0]);
  assert.equal(scoresOf(table()), null);
});

test('1.1, 11.1: three sides where three play', () => {
  assert.deepEqual(scoresOf(ended({ seats: 3, hands: ['KC', '', 'JK'] })), [-10, 0, -50]);
});

test('12.1, 12.2: five rounds; the highest total wins; a tie is drawn', () => {
  assert.equal(matchOf(ended({ round: 4, totals: [100, 0] })), null);
  assert.deepEqual(matchOf(ended({ round: 5, totals: [100, 0] })), { winner: 0 });
  assert.deepEqual(matchOf(ended({ round: 5, totals: [0, 0] })), { winner: null });
  const t = ended({ round: 5, totals: [50, 90] }, 'out', 0);
  assert.deepEqual(totalsOf(t), [150, 90]);
  assert.deepEqual(matchOf(t), { winner: 0 });
  assert.equal(matchOf(table({ round: 5 })), null);
});
