import assert from 'node:assert/strict';
import test from 'node:test';
import { isCard, isNatural, isWild, without, worthOf } from '../src/cards.mjs';
import { cards } from './help.mjs';

test('1.3, 1.4, 1.5: jokers and deuces are wild, threes neither wild nor natural', () => {
  for (const card of cards('JK 2C 2D 2H 2S')) assert.ok(isWild(card) && !isNatural(card), card);
  for (const card of cards('3C 3D 3H 3S')) assert.ok(!isWild(card) && !isNatural(card), card);
  for (const card of cards('4C 7D TH JS QC KD AH')) assert.ok(!isWild(card) && isNatural(card), card);
});

test('1.6: what cards are worth', () => {
  assert.equal(worthOf(cards('JK')), 50);
  assert.equal(worthOf(cards('2S AH')), 40);
  assert.equal(worthOf(cards('KC QC JC TC 9C 8C')), 60);
  assert.equal(worthOf(cards('7C 6C 5C 4C 3C 3S')), 30);
  assert.equal(worthOf(cards('3D 3H')), 0);
});

test('cards are told from other texts', () => {
  for (const text of ['JK', 'TC', '2S']) assert.ok(isCard(text));
  for (const text of ['10C', 'jk', '1C', 'KX', '', 7, null]) assert.ok(!isCard(text));
});

test('cards are taken out as often as they are wanted', () => {
  assert.deepEqual(without(cards('4C 4C 5D'), cards('4C')), cards('4C 5D'));
  assert.equal(without(cards('4C 5D'), cards('4C 4C')), null);
});
