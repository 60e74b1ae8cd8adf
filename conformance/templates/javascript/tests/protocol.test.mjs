/** The conversation: requests and answers, good and bad, in this process and through the pipes of another. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { Session } from "../protocol.mjs";

const DEAL = {
  cmd: "deal",
  variant: "@VARIANT@",
  seats: 2,
  dealer: 1,
  options: {},
  match: { deal: 1, totals: [0, 0] },
  hands: [["9C"], ["9D"]],
  feet: [[], []],
  stock: ["9H", "AC"],
};

/** A way to ask a new session; each answer is checked to repeat the `seq` of its request. */
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

test("The engine says who it is and what it plays.", () => {
  const { ok } = conversation()({ cmd: "hello", protocol: 1 });
  assert.ok(ok.implementation.name && ok.implementation.version);
  assert.ok(ok.variants.includes("@VARIANT@"));
});

test("What this engine does not know is not supported.", () => {
  const ask = conversation();
  assert.ok(ask({ cmd: "hello", protocol: 2 }).unsupported);
  assert.ok(ask({ cmd: "shuffle" }).unsupported);
  assert.ok(ask({ ...DEAL, variant: "no such game" }).unsupported);
});

// Once deals can be begun this is to be a test of what lies on the table then.
test("A deal is answered, if only by saying that it cannot be played yet.", () => {
  const answer = conversation()(DEAL);
  assert.ok(answer.ok?.observation || answer.unsupported?.why, JSON.stringify(answer));
});

test("What makes no sense is an error, and the conversation goes on.", () => {
  const ask = conversation();
  assert.match(ask({ ...DEAL, stock: ["10H"] }).error.message, /"10H" is no card/);
  assert.match(ask({ ...DEAL, hands: [] }).error.message, /expected 2 hands/);
  assert.match(ask({ cmd: "act", seat: 0, action: { type: "draw" } }).error.message, /no deal/);
  for (const line of ["", "no JSON", "[]", "null", '{"cmd":"hello"}']) {
    assert.ok(new Session().answer(line).error.message, line);
  }
  assert.ok(ask({ cmd: "hello", protocol: 1 }).ok);
});

test("A process answers line by line, and leaves when it is told to.", async () => {
  const child = spawn(process.execPath, [fileURLToPath(new URL("../main.mjs", import.meta.url))]);
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (out += text));
  // A line separator may stand inside a text, and is no end of a line.
  child.stdin.write('{"seq":"1","cmd":"hello","protocol":1,"note":"\u2028"}\n{"seq":"2","cmd":"bye"}\n');
  const code = await new Promise((resolve) => child.on("exit", resolve));
  const answers = out.trimEnd().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual([code, answers.map(({ seq }) => seq)], [0, ["1", "2"]]);
});
