/** Deals played at random from fixed seeds: what must hold at every step of every deal. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { PACK, isNatural, isRedThree } from "../cards.mjs";
import { Refusal } from "../errors.mjs";
import { act, begin } from "../game.mjs";
import { legalActions } from "../legal.mjs";
import { faultOfMeld, isCanasta, rankOfMeld, topFitsMeld } from "../rules.mjs";

const DEALS = 150;
const MOST_ACTS = 3_000;
const WHOLE_PACK = [...PACK].flatMap(([card, count]) => Array(count).fill(card));

/** A generator of numbers from 0 up to 1 that a seed decides (mulberry32). */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const oneOf = (list, random) => list[Math.floor(random() * list.length)];

function shuffled(cards, random) {
  const deck = [...cards];
  for (let i = deck.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
  return deck;
}

/** Now and then the stock is cut short, so that it runs out. */
function newDeal(seed, random) {
  const deck = shuffled(WHOLE_PACK, random);
  const used = deck.slice(0, seed % 3 === 0 ? 16 + Math.floor(random() * 20) : deck.length);
  const hands = [used.slice(0, 7), used.slice(7, 14)];
  return { used, game: begin({ dealer: seed % 2, hands, stock: used.slice(14), totals: [0, 0] }) };
}

/** Melds and takes come up more often than their share, or random players would hardly ever open. */
function choose(actions, random) {
  const laying = actions.filter((action) => action.plays);
  return laying.length > 0 && random() < 0.6 ? oneOf(laying, random) : oneOf(actions, random);
}

const inSight = (game) => [...game.stock, ...game.pile, ...game.hands.flat(), ...game.melds.flat(2)];

/** No card appears, vanishes or changes; a laid red three is only counted. */
function checkCards(game, used) {
  const laid = game.redThrees[0] + game.redThrees[1];
  const cards = inSight(game);
  assert.equal(cards.length + laid, used.length);
  const ordinary = (list) => list.filter((card) => !isRedThree(card)).sort();
  assert.deepEqual(ordinary(cards), ordinary(used));
  assert.ok(!game.hands.flat().some(isRedThree));
}

/** What the one pack makes true of every meld: three cards, or a canasta with three naturals or four. */
function checkMelds(melds) {
  for (const meld of melds) {
    assert.equal(faultOfMeld(meld), null);
    const naturals = meld.filter(isNatural).length;
    if (isCanasta(meld)) assert.ok(naturals === 3 || naturals === 4);
    else assert.equal(meld.length, 3);
  }
  assert.equal(new Set(melds.map(rankOfMeld)).size, melds.length);
}

/** Where a take is compulsory, laying the top card alone is legal (it completes or joins a canasta). */
function checkForcedTake(game, actions) {
  if (game.phase !== "draw" || game.stock.length > 0 || !topFitsMeld(game.pile, game.melds[game.turn]))
    return;
  assert.ok(actions.every((action) => action.type === "take"));
  assert.ok(actions.some((action) => action.plays[0].cards.length === 1));
}

/** An act nobody has thought about: mostly nonsense, and it must change nothing when refused. */
function babble(game, random) {
  const card = () => oneOf(WHOLE_PACK, random);
  const heap = () => Array.from({ length: 1 + Math.floor(random() * 4) }, card);
  const play = () => ({ to: oneOf(["new", 0, 1, 2], random), cards: heap() });
  const action = oneOf(
    [
      { type: "draw" },
      { type: "pass" },
      { type: "discard", card: card() },
      { type: "meld", plays: [play(), play()] },
      { type: "take", plays: [play()], top: oneOf([0, 1, undefined], random) },
    ],
    random,
  );
  const before = JSON.stringify(game);
  try {
    act(game, oneOf([0, 1], random), action);
  } catch (error) {
    assert.ok(error instanceof Refusal, error.stack);
  }
  assert.equal(JSON.stringify(game), before);
}

/** Play one deal to its end and give it back. */
function playOut(seed) {
  const random = randomFrom(seed);
  const { used, game: start } = newDeal(seed, random);
  let game = start;
  for (let acts = 0; !game.ended; acts += 1) {
    assert.ok(acts < MOST_ACTS, `seed ${seed}: the deal does not end`);
    const actions = legalActions(game, game.turn);
    assert.ok(actions.length > 0, `seed ${seed}: nobody can go on`);
    checkForcedTake(game, actions);
    babble(game, random);
    game = act(game, game.turn, choose(actions, random));
    checkCards(game, used);
    game.melds.forEach(checkMelds);
  }
  return game;
}

test("Random deals end, no card is lost, every meld is one, and nobody is ever stuck.", () => {
  const ends = new Map();
  for (let seed = 1; seed <= DEALS; seed += 1) {
    const { how, seat } = playOut(seed).ended;
    ends.set(how, (ends.get(how) ?? 0) + 1);
    assert.equal(how === "out", seat !== undefined);
  }
  assert.equal(ends.get("out") + ends.get("stock"), DEALS);
});

test("The same seed plays the same deal.", () => {
  assert.deepEqual(playOut(42), playOut(42));
});
