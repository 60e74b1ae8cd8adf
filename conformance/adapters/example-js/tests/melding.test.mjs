/** What may be melded, and what must remain in the hand: one test for each open question that bears on it. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { faultOfMeld, kindOf } from "../rules.mjs";
import { PASS, after, cards, discard, drawn, meld, refused } from "./table.mjs";

test("A meld is three cards of a natural rank, two of them natural, and two naturals carry one wild only.", () => {
  const good = ["QC QD QH 2C", "8C 8D JK", "4C 4D 4H JK JK 2C 2D", "AC AD AH AS"];
  for (const list of good) assert.equal(faultOfMeld(cards(list)), null, list);
  const bad = ["8C 8D", "8C JK 2D", "8C 8D JK 2C", "JK JK 2C", "8C 8D 9C", "3C 3S JK", "3D 3H JK"];
  for (const list of bad) assert.notEqual(faultOfMeld(cards(list)), null, list);
});

test("A player has one meld of a rank; further cards join it (MZ-A02).", () => {
  const game = drawn({ melds: ["8C 8D 2C"], hand: "8H 8S JK 4C 5C" });
  refused(game, meld("8H 8S JK"), /one meld of a rank/);
  const joined = after(game, meld("0:8H 8S JK"));
  assert.deepEqual(joined.melds[0], [cards("8C 8D 2C 8H 8S JK")]);
  assert.equal(kindOf(joined.melds[0][0]), "mixed");
});

test("Two new melds of one rank are refused within one act as well.", () => {
  const game = drawn({ hand: "AC AD 2C AH AS 2D 4C 5C" });
  refused(game, meld("AC AD 2C", "AH AS 2D"), /one meld of a rank/);
});

test("Two plays of one act cannot go to the same meld.", () => {
  const game = drawn({ melds: ["8C 8D 8H"], hand: "8S JK 4C 5C" });
  refused(game, meld("0:8S", "0:JK"), /two plays/);
});

test("Laying nothing, or on a meld that is not there, is refused.", () => {
  const game = drawn({ melds: ["8C 8D 8H"], theirMelds: ["9C 9D 9H", "KC KD KH"], hand: "8S KS 4C 5C" });
  refused(game, meld(), /nothing is laid/);
  refused(game, meld("0:"), /without cards/);
  refused(game, meld("1:KS"), /no meld 1/);
  refused(game, { type: "meld", plays: [{ to: "garbage", cards: ["8S"] }] }, /no meld garbage/);
});

test("A wild card laid on a natural canasta makes it a mixed one (MZ-A03).", () => {
  const game = after(drawn({ melds: ["9C 9D 9H 9S"], hand: "2C 4C 5C" }), meld("0:2C"));
  assert.equal(kindOf(game.melds[0][0]), "mixed");
});

test("A canasta takes a natural card and a wild card in the same turn (MZ-A04).", () => {
  const game = drawn({ melds: ["KC KD 2C"], hand: "KH KS JK 4C 5C" });
  assert.equal(after(game, meld("0:KH"), meld("0:KS JK")).melds[0][0].length, 6);
});

test("A player's first melding counts thirty, in one act, in every deal (MZ-A08).", () => {
  const fives = drawn({ hand: "5C 5D 5H KC KD 4C", totals: [5000, -300] });
  refused(fives, meld("5C 5D 5H"), /15 points/);
  const both = drawn({ hand: "5C 5D 5H 4C 4D 4H 9C 9D" });
  assert.equal(after(both, meld("5C 5D 5H", "4C 4D 4H")).melds[0].length, 2);
  refused(both, meld("5C 5D 5H", "9C 9D"), /three cards/);
});

test("The thirty are asked once: who has melded may meld fours.", () => {
  const game = drawn({ hand: "KC KD KH 4C 4D 4H 9C 9D" });
  assert.equal(after(game, meld("KC KD KH"), meld("4C 4D 4H")).melds[0].length, 2);
});

test("Black threes are never melded, not even to go out (MZ-A11).", () => {
  const game = drawn({ melds: ["9C 9D 9H 9S"], hand: "3C 3S JK" });
  refused(game, meld("3C 3S JK"), /threes/);
  refused(game, meld("0:3C"), /threes/);
});

test("Without a canasta a player keeps two cards before his discard (MZ-A25).", () => {
  refused(drawn({ hand: "KC KD KH 5C" }), meld("KC KD KH"), /no canasta/);
  refused(drawn({ hand: "KC KD KH" }), meld("KC KD KH"), /no canasta/);
  assert.equal(after(drawn({ hand: "KC KD KH 5C 6C" }), meld("KC KD KH")).hands[0].length, 2);
});

test("The last card may be kept if it can still complete the canasta to go out with (X-01, X-12).", () => {
  const queen = drawn({ melds: ["QC QD QH"], hand: "KC KD KH QS" });
  assert.deepEqual(after(queen, meld("KC KD KH"), meld("0:QS"), PASS).ended, { how: "out", seat: 0 });
  refused(after(queen, meld("KC KD KH")), discard("QS"), /canasta/);
  assert.deepEqual(after(queen, meld("KC KD KH", "0:QS"), PASS).ended, { how: "out", seat: 0 });
});

test("A wild card can be that last card on three naturals, on two naturals and a wild it cannot (X-01).", () => {
  const naturals = drawn({ hand: "KC KD KH 2C" });
  assert.deepEqual(after(naturals, meld("KC KD KH"), meld("0:2C"), PASS).ended, { how: "out", seat: 0 });
  refused(drawn({ hand: "KC KD JK 2C" }), meld("KC KD JK"), /no canasta/);
});

test("The canasta to go out with may be completed in the same act (MZ-F94).", () => {
  const game = after(drawn({ hand: "KC KD KH KS 5C" }), meld("KC KD KH KS"));
  assert.deepEqual(after(game, discard("5C")).ended, { how: "out", seat: 0 });
});
