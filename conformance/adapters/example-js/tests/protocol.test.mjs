/** The conversation: requests and answers, good and bad, in this process and through the pipes of another. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { Session } from "../protocol.mjs";
import { cards } from "./table.mjs";

const DEAL = {
  cmd: "deal",
  variant: "manzana",
  seats: 2,
  dealer: 1,
  options: {},
  match: { deal: 1, totals: [0, 0] },
  hands: [cards("9C 9D 4C 5C 6C 7C 8C"), cards("3H KD QD JD TD 8D 7D")],
  feet: [[], []],
  stock: cards("9H AC AD AH AS"),
};

/** A session and a way to ask it; each answer is checked to repeat the `seq` of its request. */
function conversation() {
  const session = new Session();
  let count = 0;
  return (request) => {
    const seq = `q${(count += 1)}`;
    const { seq: repeated, ...answer } = session.answer(JSON.stringify({ seq, ...request }));
    assert.equal(repeated, seq);
    return answer;
  };
}

/** A way to ask a session that has begun the usual deal. */
function inDeal(changes = {}) {
  const ask = conversation();
  const begun = ask({ ...DEAL, ...changes });
  assert.ok(begun.ok, JSON.stringify(begun));
  return ask;
}

const acting = (seat, action) => ({ cmd: "act", seat, action });
const verdict = (answer) => answer.ok.verdict;

test("The engine says who it is, what it plays and what it can list.", () => {
  const { ok } = conversation()({ cmd: "hello", protocol: 1 });
  assert.equal(ok.implementation.language, "JavaScript");
  assert.deepEqual([ok.variants, ok.features], [["manzana"], ["enumerate"]]);
});

test("A deal is answered with everything that can be seen.", () => {
  const { observation } = conversation()(DEAL).ok;
  assert.deepEqual(observation, {
    turn: 0,
    phase: "draw",
    asked: null,
    stock: 3,
    pile: { cards: ["9H"] },
    frozen: false,
    hands: [cards("9C 9D 4C 5C 6C 7C 8C"), cards("KD QD JD TD 8D 7D AC")],
    feet: [0, 0],
    sides: [
      { melds: [], red_threes: 0 },
      { melds: [], red_threes: 1 },
    ],
    ended: null,
    totals: [0, 0],
    match: null,
  });
});

test("A legal act shows the table after it.", () => {
  const play = { to: "new", cards: cards("9H 9C 9D") };
  const { verdict: said, observation } = inDeal()(acting(0, { type: "take", plays: [play], top: 0 })).ok;
  assert.equal(said, "legal");
  assert.deepEqual(observation.sides[0].melds, [{ cards: cards("9H 9C 9D"), kind: "natural" }]);
  assert.deepEqual([observation.phase, observation.pile], ["play", { cards: [] }]);
});

test("An illegal act says why and leaves the deal as it was.", () => {
  const ask = inDeal();
  const answer = ask(acting(0, { type: "discard", card: "4C" }));
  assert.deepEqual(answer, { ok: { verdict: "illegal", why: "draw or take first" } });
  assert.equal(verdict(ask(acting(0, { type: "draw" }))), "legal");
});

test("A seat that is not to act, a card not held and a meld not there are illegal.", () => {
  const ask = inDeal();
  assert.equal(verdict(ask(acting(1, { type: "draw" }))), "illegal");
  assert.equal(verdict(ask(acting(7, { type: "draw" }))), "illegal");
  assert.equal(verdict(ask(acting(0, { type: "draw" }))), "legal");
  assert.equal(verdict(ask(acting(0, { type: "discard", card: "KD" }))), "illegal");
  assert.equal(verdict(ask(acting(0, { type: "discard", card: "no card" }))), "illegal");
  assert.equal(verdict(ask(acting(0, { type: "meld", plays: [{ to: 3, cards: ["9C"] }] }))), "illegal");
  assert.equal(
    verdict(ask(acting(0, { type: "meld", plays: [{ to: "garbage", cards: ["9C"] }] }))),
    "illegal",
  );
});

test("Asking a partner is illegal, an act nobody has heard of is unsupported.", () => {
  const ask = inDeal();
  assert.equal(verdict(ask(acting(0, { type: "ask", seat: 1 }))), "illegal");
  assert.equal(verdict(ask(acting(0, { type: "answer", yes: true }))), "illegal");
  assert.equal(verdict(ask(acting(0, { type: "toString" }))), "unsupported");
});

test("Once the deal has ended it is counted, and every act is illegal.", () => {
  const ask = inDeal({ stock: ["3S"], hands: [["4C"], ["5C"]], match: { deal: 2, totals: [9_000, 10_004] } });
  const { observation } = ask(acting(0, { type: "draw" })).ok;
  assert.deepEqual(
    [observation.turn, observation.phase, observation.ended],
    [null, "over", { how: "stock" }],
  );
  assert.deepEqual(
    [observation.scores, observation.totals],
    [
      [-5, -5],
      [8_995, 9_999],
    ],
  );
  assert.equal(observation.match, null);
  for (const seat of [0, 1, null])
    assert.match(ask(acting(seat, { type: "draw" })).ok.why, /the deal is over/);
});

test("A won match names its winner.", () => {
  const ask = inDeal({ stock: ["3S"], hands: [["4C"], ["5C"]], match: { deal: 2, totals: [9_000, 10_005] } });
  assert.deepEqual(ask(acting(0, { type: "draw" })).ok.observation.match, { winner: 1 });
});

test("The legal actions of a seat are listed.", () => {
  const ask = inDeal();
  const { actions } = ask({ cmd: "legal", seat: 0 }).ok;
  // The three nines are worth thirty: he may draw, or take with the pair.
  assert.deepEqual(
    actions.map((action) => action.type),
    ["draw", "take"],
  );
  assert.deepEqual(ask({ cmd: "legal", seat: 1 }).ok.actions, []);
});

test("Other games, seats, options, protocols, requests and packs are unsupported.", () => {
  const others = [
    { variant: "pennies" },
    { seats: 3 },
    { options: { minimum: 50 } },
    { options: { players: 4 } },
    { feet: [["4D"], []] },
    { hands: [["4C"], []] },
    { stock: ["9H", "9H"] },
    { cmd: "position" },
  ];
  for (const change of others) {
    const answer = conversation()({ ...DEAL, ...change });
    assert.ok(answer.unsupported?.why, JSON.stringify(change));
  }
  assert.ok(conversation()({ cmd: "hello", protocol: 2 }).unsupported);
});

test("The number of players may be given as an option too.", () => {
  assert.ok(conversation()({ ...DEAL, options: { players: 2 } }).ok);
});

test("A request built wrongly is an error that says what was found or expected.", () => {
  const wrong = [
    { ...DEAL, dealer: 2 },
    { ...DEAL, hands: [["4C"]] },
    { ...DEAL, stock: "4C" },
    { ...DEAL, stock: ["1X"] },
    { ...DEAL, match: {} },
  ];
  for (const request of wrong) assert.ok(conversation()(request).error.message, JSON.stringify(request));
  const acts = [
    undefined,
    {},
    { type: "meld" },
    { type: "meld", plays: [null] },
    { type: "take", plays: [], top: "0" },
    { type: "discard" },
  ];
  for (const action of acts) assert.ok(inDeal()(acting(0, action)).error.message, JSON.stringify(action));
});

test("An act before any deal is an error, and a deal that fails forgets the last one.", () => {
  const ask = conversation();
  assert.match(ask(acting(0, { type: "draw" })).error.message, /no deal/);
  assert.ok(ask(DEAL).ok);
  assert.ok(ask({ ...DEAL, seats: 4 }).unsupported);
  assert.match(ask(acting(0, { type: "draw" })).error.message, /no deal/);
});

test("A line that is no request is an error, with its seq where one can be seen.", () => {
  const seqs = {
    "not json": "?",
    "": "?",
    "[]": "?",
    null: "?",
    "{}": "?",
    '{"seq":5}': "?",
    '{"seq":""}': "?",
    '{"seq":"5","cmd":': "5",
  };
  for (const [line, seq] of Object.entries(seqs)) {
    const answer = new Session().answer(line);
    assert.equal(answer.seq, seq, line);
    assert.ok(answer.error.message, line);
  }
});

/** Start the engine, write to it, and give back what it wrote and its exit status. */
function run(chunks) {
  const main = fileURLToPath(new URL("../main.mjs", import.meta.url));
  const child = spawn(process.execPath, [main], { stdio: ["pipe", "pipe", "inherit"] });
  for (const chunk of chunks) child.stdin.write(chunk);
  child.stdin.end();
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
  return new Promise((resolve) =>
    child.on("close", (status) => resolve({ status, lines: output.split("\n") })),
  );
}

test("Through the pipes: one line an answer, in order, and a farewell.", async () => {
  const { status, lines } = await run([
    '{"seq":"a","cmd":"hello","protocol":1}\n{"seq":"b",',
    '"cmd":"nonsense"}\r\nbroken\n',
    `${JSON.stringify({ seq: "c\u2028ä", ...DEAL })}\n`,
    '{"seq":"d","cmd":"bye"}\n',
  ]);
  assert.equal(status, 0);
  assert.equal(lines.pop(), "");
  const answers = lines.map((line) => JSON.parse(line));
  assert.deepEqual(
    answers.map((answer) => answer.seq),
    ["a", "b", "?", "c\u2028ä", "d"],
  );
  const kinds = answers.map((answer) => Object.keys(answer)[1]);
  assert.deepEqual(kinds, ["ok", "unsupported", "error", "ok", "ok"]);
});

test("When the input ends without a farewell, the engine ends too.", async () => {
  const { status, lines } = await run(['{"seq":"a","cmd":"hello","protocol":1}']);
  assert.equal(status, 0);
  assert.equal(lines.length, 2);
});
