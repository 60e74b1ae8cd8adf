/** How a deal begins, how its turns go, and how it ends. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { begin } from "../game.mjs";
import { DRAW, PASS, after, cards, discard, drawn, meld, refused, table, take } from "./table.mjs";

/** A deal in which seat 0 deals, unless said otherwise. */
const dealt = ({ hands = ["4C 5C", "6C 7C"], stock, dealer = 0 }) =>
  begin({ dealer, hands: hands.map(cards), stock: cards(stock), totals: [0, 0] });

test("The player who does not deal begins, and one card is turned up.", () => {
  const game = dealt({ stock: "KC QC JC", dealer: 1 });
  assert.deepEqual([game.turn, game.phase, game.pile, game.stock], [0, "draw", ["KC"], cards("QC JC")]);
  assert.equal(dealt({ stock: "KC QC JC" }).turn, 1);
});

test("Wild cards and red threes turned up are covered.", () => {
  assert.deepEqual(dealt({ stock: "JK 3D 2C KC QC" }).pile, cards("JK 3D 2C KC"));
});

test("A black three turned up stays on top (MZ-A23).", () => {
  const game = dealt({ stock: "3S KC" });
  assert.deepEqual(game.pile, ["3S"]);
  refused(game, take("3S"), /3S on top/);
});

test("The upcard comes first, then the red threes are replaced, the non-dealer's before the dealer's (X-11, MZ-A26).", () => {
  const game = dealt({ hands: ["3D 4C", "3H 5C"], stock: "KC QC JC TC" });
  assert.deepEqual(game.pile, ["KC"]);
  assert.deepEqual(game.hands, [cards("4C JC"), cards("5C QC")]);
  assert.deepEqual([game.redThrees, game.stock], [[1, 1], ["TC"]]);
});

test("A red three that replaces a red three is laid and replaced as well (MZ-A27).", () => {
  const game = dealt({ hands: ["4C", "3H 5C"], stock: "KC 3D JC TC" });
  assert.deepEqual([game.hands[1], game.redThrees[1], game.stock], [cards("5C JC"), 2, ["TC"]]);
});

test("A dealt red three that finds no replacement ends the deal.", () => {
  const game = dealt({ hands: ["4C", "3H 5C"], stock: "KC" });
  assert.deepEqual([game.ended, game.turn, game.phase], [{ how: "stock" }, null, "over"]);
  assert.deepEqual(game.scores, [-5, -105]);
});

test("A turn is a draw or a take, then melds, then a discard.", () => {
  const start = table({ hand: "KC KD KH 4C", pile: "9C", stock: "5C 6C" });
  refused(start, meld("KC KD KH"), /draw or take first/);
  refused(start, discard("4C"), /draw or take first/);
  refused(start, PASS, /draw or take first/);
  const open = after(start, DRAW);
  refused(open, DRAW, /taken already/);
  refused(open, take("9C"), /taken already/);
  refused(open, discard("9D"), /not in the hand/);
  const next = after(open, discard("5C"));
  assert.deepEqual([next.turn, next.phase, next.pile], [1, "draw", cards("9C 5C")]);
});

test("A drawn red three is laid and replaced.", () => {
  const game = after(table({ hand: "4C", stock: "3D 9C 8C" }), DRAW);
  assert.deepEqual([game.hands[0], game.redThrees[0], game.stock], [cards("4C 9C"), 1, ["8C"]]);
});

test("A red three drawn as the last card ends the deal at once, as a replacement too (MZ-A14).", () => {
  const one = after(table({ hand: "4C", stock: "3D" }), DRAW);
  assert.deepEqual([one.ended, one.scores, one.hands[0]], [{ how: "stock" }, [-105, -5], ["4C"]]);
  const both = after(table({ melds: ["QC QD QH"], hand: "4C", stock: "3D 3H" }), DRAW);
  assert.deepEqual([both.ended, both.scores[0]], [{ how: "stock" }, 400 + 30 - 5]);
});

test("Who draws the last ordinary card plays his turn; the next wish to draw ends the deal (MZ-A15, MZ-A28).", () => {
  const game = after(table({ hand: "4C", stock: "KC", pile: "9C" }), DRAW, discard("KC"));
  assert.deepEqual([game.turn, game.ended], [1, null]);
  assert.deepEqual(after(game, DRAW).ended, { how: "stock" });
});

test("The last discard may be a wild card or a black three (MZ-A24).", () => {
  for (const card of ["JK", "3S"]) {
    const game = after(drawn({ melds: ["9C 9D 9H 9S"], hand: card }), discard(card));
    assert.deepEqual([game.ended, game.pile], [{ how: "out", seat: 0 }, [card]]);
  }
});

test("A turn ends with a discard or, every card melded, with a pass.", () => {
  const game = after(drawn({ melds: ["9C 9D 9H 9S"], hand: "KC KD KH" }), meld("KC KD KH"));
  assert.deepEqual([game.phase, game.ended], ["play", null]);
  assert.deepEqual(after(game, PASS).ended, { how: "out", seat: 0 });
  refused(drawn({ melds: ["9C 9D 9H 9S"], hand: "KC" }), PASS, /discard/);
});

test("There is nobody to ask for leave to go out.", () => {
  refused(drawn({ hand: "4C 5C" }), { type: "ask", seat: 1 }, /no partner/);
  refused(drawn({ hand: "4C 5C" }), { type: "answer", yes: true }, /no partner/);
});
