/** Who may take the pile, with what, and what freezes or blocks it. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { observe } from "../game.mjs";
import { DRAW, PASS, after, cards, discard, drawn, refused, table, take } from "./table.mjs";

const OPENED = ["QC QD QH"]; // A meld that has nothing to do with the top card.

test("A black three on top blocks every take and has no effect once covered (MZ-A09).", () => {
  const covered = table({ melds: OPENED, hand: "9C 2C 4C 5C", pile: "6C 3S 9D" });
  assert.equal(observe(covered).frozen, false);
  assert.deepEqual(after(covered, take("9D 9C 2C")).hands[0], cards("4C 5C 6C 3S"));
  const blocked = table({ melds: ["9C 9D 9H"], hand: "3C JK 4C", pile: "9S 3S" });
  refused(blocked, take("3S 3C JK"), /3S on top/);
});

test("A wild card on top cannot be taken.", () => {
  refused(table({ melds: OPENED, hand: "9C 9D 4C", pile: "2C" }), take("2C 9C 9D"), /2C on top/);
});

test("A meld of the rank does not take a frozen pile (MZ-A10).", () => {
  const game = table({ melds: ["JC JD JK"], hand: "JH 4C 5C", pile: "KC 2C JS" });
  refused(game, take("0:JS JH"), /natural pair/);
  refused(game, take("0:JS"), /natural pair/);
});

test("A frozen pile is taken with a natural pair (MZ-A31).", () => {
  const game = table({ melds: OPENED, hand: "9C 9D 4C", pile: "5C 2C 9H" });
  assert.equal(observe(game).frozen, true);
  const taken = after(game, take("9H 9C 9D"));
  assert.deepEqual(taken.hands[0], cards("4C 5C 2C"));
  assert.deepEqual([taken.pile, observe(taken).frozen], [[], false]);
});

test("A wild card does not stand for one of the pair, neither on a frozen pile nor in a first melding.", () => {
  const frozen = table({ melds: OPENED, hand: "9C JK 4C 5C", pile: "5H 2C 9H" });
  refused(frozen, take("9H 9C JK"), /natural pair/);
  const unopened = table({ hand: "9C JK 4C 5C", pile: "5H 9H" });
  refused(unopened, take("9H 9C JK"), /natural pair/);
});

test("Cards of the pile do not help to take it: one five does not, two do (MZ-F67, MZ-F68).", () => {
  refused(table({ melds: OPENED, hand: "5C 4C 6C", pile: "5D 5H" }), take("5H 5D 5C"), /not in the hand/);
  const two = table({ melds: OPENED, hand: "5C 5S 4C", pile: "5D 5H" });
  const taken = after(two, take("5H 5C 5S"));
  assert.equal(after(taken, { type: "meld", plays: [{ to: 1, cards: ["5D"] }] }).melds[0][1].length, 4);
});

test("Other melds laid with the take do not make a first melding less of one (MZ-A19).", () => {
  const game = table({ hand: "JC 2C KC KD KH 4C 5C", pile: "6C JD" });
  refused(game, take("JD JC 2C", "KC KD KH"), /natural pair/);
});

test("Wild cards may be laid beside the pair and count toward the thirty (MZ-A20).", () => {
  const game = table({ hand: "5C 5D JK 4C 6C", pile: "7C 5H" });
  assert.equal(after(game, take("5H 5C 5D JK")).melds[0][0].length, 4);
  refused(game, take("5H 5C 5D"), /15 points/);
});

test("Other melds of the same act count toward the thirty, cards of the pile do not.", () => {
  const game = table({ hand: "5C 5D 6C 6D 6H 4C 4D", pile: "AC 5H" });
  assert.equal(after(game, take("5H 5C 5D", "6C 6D 6H")).melds[0].length, 2);
  refused(game, take("5H 5C 5D", "AC 6C 6D"), /not in the hand/);
});

test("The top card alone joins a meld of its rank on an unfrozen pile and makes a canasta (MZ-A21).", () => {
  const game = after(table({ melds: ["JC JD 2C"], hand: "4C", pile: "6C JH" }), take("0:JH"));
  assert.deepEqual(game.melds[0][0], cards("JC JD 2C JH"));
  assert.deepEqual(game.hands[0], cards("4C 6C"));
});

test("Hand cards may join the meld along with the top card, and no second meld of the rank begins (MZ-A30).", () => {
  const game = table({ melds: ["8C 8D 2C"], hand: "8H JK 4C", pile: "6C 8S" });
  assert.equal(after(game, take("0:8S 8H JK")).melds[0][0].length, 6);
  assert.equal(after(game, take("0:8S")).hands[0].length, 4);
  refused(game, take("8S 8H JK"), /one meld of a rank/);
});

test("Who has melded may lay other melds in the act of taking (X-08).", () => {
  const game = table({ melds: ["JC JD 2C"], hand: "KC KD KH 4C", pile: "6C JH" });
  assert.equal(after(game, take("0:JH", "KC KD KH")).melds[0].length, 2);
});

test("The top card must be among the cards laid, in the play that is named.", () => {
  const game = table({ melds: OPENED, hand: "9C 9D KC KD KH 4C", pile: "5C 9H" });
  refused(game, take("KC KD KH"), /must be laid/);
  refused(game, { ...take("9H 9C 9D"), top: 1 }, /must be laid/);
  refused(game, { ...take("9H 9C 9D"), top: undefined }, /must be laid/);
  refused(game, { type: "take", plays: [], top: 0 }, /must be laid/);
});

test("A pile of one card may be taken on the first turn (MZ-A29).", () => {
  const game = after(table({ hand: "9C 9D 4C 5C", pile: "9H" }), take("9H 9C 9D"));
  assert.deepEqual([game.pile, game.hands[0]], [[], cards("4C 5C")]);
});

test("A hand of one card may take a pile of one card (MZ-A16).", () => {
  const game = table({ melds: ["JC JD 2C"], hand: "5C", pile: "JH" });
  assert.deepEqual(after(game, take("0:JH"), discard("5C")).ended, { how: "out", seat: 0 });
});

test("A take that leaves one card and no canasta is refused, one whose last card can be laid is not (X-01).", () => {
  refused(table({ hand: "KC KD 5C", pile: "KH" }), take("KH KC KD"), /no canasta/);
  const game = after(table({ hand: "KC KD 2C", pile: "KH" }), take("KH KC KD"));
  assert.deepEqual(after(game, { type: "meld", plays: [{ to: 0, cards: ["2C"] }] }, PASS).ended.how, "out");
});

test("One goes out after a take without a discard (MZ-A12).", () => {
  const game = table({ melds: ["9C 9D 9H 9S", "JC JD 2C"], hand: "KC KD KH", pile: "JH" });
  assert.deepEqual(after(game, take("1:JH", "KC KD KH"), PASS).ended, { how: "out", seat: 0 });
});

test("A red three under the pile freezes it and is laid by the taker without a replacement (MZ-A18, MZ-F89).", () => {
  const game = table({ melds: OPENED, hand: "TC TD 4C 5C", pile: "3D TH", stock: "6C 7C" });
  assert.equal(observe(game).frozen, true);
  refused({ ...game, hands: [cards("TC JK 4C 5C"), []] }, take("TH TC JK"), /natural pair/);
  const taken = after(game, take("TH TC TD"));
  assert.deepEqual([taken.redThrees[0], taken.hands[0], taken.stock.length], [1, cards("4C 5C"), 2]);
});

test("A wild discard freezes the pile until it is taken.", () => {
  const game = after(drawn({ melds: OPENED, hand: "2C 4C", pile: "6C" }), discard("2C"), DRAW, discard("5S"));
  assert.equal(observe(game).frozen, true);
});

test("Without a stock the top card must be taken where it fits a meld, and only there (MZ-A13).", () => {
  const fits = { melds: ["8C 8D 2C"], hand: "4C 5C", pile: "6C 8H", stock: "" };
  refused(table(fits), DRAW, /must be taken/);
  assert.equal(after(table(fits), take("0:8H")).phase, "play");
  const free = [
    { ...fits, pile: "2D 8H" },
    { ...fits, pile: "8H 3C" },
    { ...fits, melds: OPENED, hand: "8D 8S 4C" },
    { ...fits, melds: [], hand: "8D 8S 4C" },
    { ...fits, pile: "" },
  ];
  for (const position of free) assert.deepEqual(after(table(position), DRAW).ended, { how: "stock" });
});

test("With a card in the stock nobody is forced to take.", () => {
  const game = table({ melds: ["8C 8D 2C"], hand: "4C 5C", pile: "6C 8H", stock: "9C" });
  assert.equal(after(game, DRAW).hands[0].length, 3);
});
