/** The list of legal actions, held against every action a player could think of. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { selections } from "../cards.mjs";
import { Refusal } from "../errors.mjs";
import { act } from "../game.mjs";
import { legalActions } from "../legal.mjs";
import { DRAW, PASS, after, discard, drawn, meld, table, take } from "./table.mjs";

/** An action as a text in which the order of the cards of a play does not show. */
const spelled = (action) =>
  JSON.stringify(action, (key, value) => (key === "cards" ? [...value].sort() : value));

const listed = (game) => legalActions(game, game.turn).map(spelled).sort();

/** The same list by brute force: every selection of the hand, to every meld and to one too many. */
function thoughtOf(game) {
  const hand = game.hands[game.turn];
  const targets = ["new", ...game.melds[game.turn].map((_, number) => number), game.melds[game.turn].length];
  const plays = (given) =>
    targets.flatMap((to) => selections(hand).map((chosen) => ({ to, cards: [...given, ...chosen] })));
  const actions = [
    DRAW,
    PASS,
    ...[...new Set(hand)].map(discard),
    ...plays([]).map((play) => ({ type: "meld", plays: [play] })),
    ...plays(game.pile.slice(-1)).map((play) => ({ type: "take", plays: [play], top: 0 })),
  ];
  return actions
    .filter((action) => isAllowed(game, action))
    .map(spelled)
    .sort();
}

function isAllowed(game, action) {
  try {
    return Boolean(act(game, game.turn, action));
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

const POSITIONS = {
  "an opened hand after the draw": drawn({ melds: ["8C 8D 2C"], hand: "8H JK JK KC KD KH 2D 4C" }),
  "a hand that has not opened": drawn({ hand: "4C 4D 4H 4S KC KD JK JK 2C" }),
  "a pile that fits a meld": table({ melds: ["8C 8D 2C"], hand: "8H JK 4C 2D", pile: "6C 8S" }),
  "a pile for a pair": table({ melds: ["QC QD QH"], hand: "8H 8C JK JK 4C", pile: "6C 8S" }),
  "a frozen pile": table({ melds: ["QC QD QH"], hand: "8H 8C JK 4C", pile: "2C 8S" }),
  "an unopened hand before the pile": table({ hand: "8H 8C JK 4C 4D", pile: "6C 8S" }),
  "no stock and a forced take": table({ melds: ["8C 8D 2C"], hand: "8H JK 4C", pile: "6C 8S", stock: "" }),
  "a hand about to go out": drawn({ melds: ["9C 9D 9H"], hand: "9S KC KD" }),
  "an empty hand": after(drawn({ melds: ["9C 9D 9H 9S"], hand: "KC KD KH" }), meld("KC KD KH")),
  "a black three on top": table({ melds: ["9C 9D 9H"], hand: "9S 3C", pile: "3S" }),
};

for (const [name, game] of Object.entries(POSITIONS)) {
  test(`The list holds every legal action once: ${name}.`, () => {
    assert.deepEqual(listed(game), thoughtOf(game));
    assert.equal(new Set(listed(game)).size, listed(game).length);
  });
}

test("A player forced to take is offered takes alone.", () => {
  const actions = legalActions(POSITIONS["no stock and a forced take"], 0);
  assert.deepEqual(new Set(actions.map((action) => action.type)), new Set(["take"]));
  assert.ok(actions.map(spelled).includes(spelled(take("0:8S"))));
});

test("Jokers look alike, so two of them make no two actions of the same cards.", () => {
  const game = drawn({ melds: ["KC KD KH"], hand: "JK JK 4C 5C" });
  const melds = legalActions(game, 0).filter((action) => action.type === "meld");
  assert.deepEqual(melds.map(spelled), [meld("0:JK"), meld("0:JK JK")].map(spelled));
});

test("A seat that is not to act has no legal action, nor has anybody once the deal is over.", () => {
  const game = table({ hand: "4C", stock: "" });
  assert.deepEqual(legalActions(game, 1), []);
  const over = after(game, DRAW);
  for (const seat of [0, 1, null]) assert.deepEqual(legalActions(over, seat), []);
});
