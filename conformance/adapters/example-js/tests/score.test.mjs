/** What a deal counts, added up by hand beside each test, and who wins the match. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { PACK, valueOf } from "../cards.mjs";
import { scoreOf, winnerBy } from "../rules.mjs";
import { DRAW, PASS, after, cards, discard, drawn, meld, table, take } from "./table.mjs";

const score = ({ melds = [], redThrees = 0, hand = "", how = null }) =>
  scoreOf({ melds: melds.map(cards), redThrees, hand: cards(hand), how });

test("The cards of the pack without its red threes are worth 590 points.", () => {
  // Jokers 2 x 50, aces and deuces 8 x 20, K to 8 24 x 10, 7 to 4 16 x 5, black threes 2 x 5.
  const total = [...PACK].reduce((sum, [card, count]) => sum + count * valueOf(card), 0);
  assert.equal(total, 100 + 160 + 240 + 80 + 10);
});

test("A whole deal adds up: out, a natural and a mixed canasta, a red three, against a hand full of points.", () => {
  const game = drawn({
    melds: ["KC KD KH KS", "8C 8D 8H 2C"],
    hand: "4C",
    theirs: "AC JK 3S 7C",
    redThrees: [1, 1],
    totals: [120, -45],
  });
  const { scores, totals } = after(game, discard("4C"));
  // Out 100, canastas 500 + 300, red three 100, cards 40 + 50.
  assert.equal(scores[0], 1090);
  // No meld: red three -100; ace 20, joker 50, black three 5, seven 5.
  assert.equal(scores[1], -180);
  assert.deepEqual(totals, [1210, -225]);
});

test("Going out concealed is worth 200 in all, with a final discard or without (MZ-A05, MZ-A06).", () => {
  const hand = "AC AD AH AS 6C 6D 6H TC";
  const withDiscard = after(drawn({ hand }), meld("AC AD AH AS", "6C 6D 6H"), discard("TC"));
  // 200, natural canasta 500, cards 80 + 15.
  assert.equal(withDiscard.scores[0], 795);
  const without = after(drawn({ hand: "AC AD AH AS 6C 6D 6H" }), meld("AC AD AH AS"), meld("6C 6D 6H"), PASS);
  assert.equal(without.scores[0], 795);
});

test("Red threes and the take of the pile do not spoil going out concealed (MZ-A06).", () => {
  const game = table({ hand: "AC AD 2C 6C 6D 6H TC", pile: "AH", redThrees: [1, 0] });
  const out = after(game, take("AH AC AD 2C", "6C 6D 6H"), discard("TC"));
  // 200, mixed canasta 300, red three 100, cards 60 + 20 + 15.
  assert.equal(out.scores[0], 695);
});

test("Who melded in an earlier turn does not go out concealed.", () => {
  const first = drawn({ hand: "KC KD KH AD AH AS 4S", theirs: "5C 5D", stock: "4C AC" });
  const later = after(first, meld("KC KD KH"), discard("4S"), DRAW, discard("4C"), DRAW);
  const out = after(later, meld("AC AD AH AS"), PASS);
  // 100, natural canasta 500, cards 80 + 30.
  assert.equal(out.scores[0], 710);
});

test("Two red threes are worth 400 together, one 100, and without a meld they count against (MZ-A07).", () => {
  const melds = ["KC KD KH"];
  assert.equal(score({ melds, redThrees: 1 }), 100 + 30);
  assert.equal(score({ melds, redThrees: 2 }), 400 + 30);
  assert.equal(score({ redThrees: 1 }), -100);
  assert.equal(score({ redThrees: 2 }), -400);
  assert.equal(score({}), 0);
});

test("A meld laid after the red three turns it to the good (MZ-A22).", () => {
  const game = after(
    drawn({ hand: "KC KD KH 4C 5C", redThrees: [1, 0], stock: "" }),
    meld("KC KD KH"),
    discard("4C"),
    DRAW,
  );
  // Red three 100, cards 30, hand -5.
  assert.equal(game.scores[0], 125);
});

test("A black three counts five against the hand that holds it (MZ-A11).", () => {
  assert.equal(score({ hand: "3C 3S" }), -10);
});

test("A natural canasta counts 500, with a wild card 300 (MZ-A03).", () => {
  assert.equal(score({ melds: ["9C 9D 9H 9S"] }), 540);
  assert.equal(score({ melds: ["9C 9D 9H 9S 2C"] }), 360);
});

test("A red three left in the pile counts for nobody (MZ-A18).", () => {
  const game = table({ hand: "4C", pile: "3D TC", stock: "", redThrees: [0, 1], theirMelds: ["9C 9D 9H"] });
  // Seat 1: red three 100, cards 30, hand -5.
  assert.deepEqual(after(game, DRAW).scores, [-5, 125]);
});

test("Nobody gets the bonus for going out when the stock ends the deal.", () => {
  const game = table({ melds: ["9C 9D 9H 9S"], hand: "4C", stock: "" });
  assert.equal(after(game, DRAW).scores[0], 500 + 40 - 5);
});

test("The higher total of 10,000 or more wins, and a tie means another deal (MZ-A17).", () => {
  assert.equal(winnerBy([10_000, 9_999]), 0);
  assert.equal(winnerBy([10_240, 11_000]), 1);
  assert.equal(winnerBy([9_999, 9_000]), null);
  assert.equal(winnerBy([10_240, 10_240]), null);
});

test("The match is won at the end of the deal, by the totals with that deal counted in.", () => {
  const game = drawn({ melds: ["9C 9D 9H 9S"], hand: "4C", totals: [9_400, 9_990] });
  const over = after(game, discard("4C"));
  // 100 + 500 + 40 against -5.
  assert.deepEqual([over.totals, over.winner], [[10_040, 9_985], 0]);
});
