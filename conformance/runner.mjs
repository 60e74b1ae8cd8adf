/**
 * The smallest runner: holds a program against cases, by what the page of the protocol says and nothing else.
 *
 * Run: node conformance/runner.mjs conformance/corpus/manzana/*.jsonl -- COMMAND [ARGUMENT…]
 * Prints a line of JSON for each case: {"case": …, "kind": "passed" | "reads" | "failed" | "not reached" | "unsupported"}, with
 * "step" and "where" of the first difference, and "readings" where what differs is what a program of those readings answers.
 * It judges each case by itself. To learn first how a program reads, and to find the line that it breaks, is what `meldspec test` does.
 */

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

const UNORDERED = /^(hands\[\d+\]|sides\[\d+\]\.(garbage|melds\[\d+\]\.cards)|places\.\w+(\[\d+\])?\.cards)$/;

/** Where `given` differs from `expected`, or null. What is left out is not compared; cards of a hand or a meld have no order. */
function difference(expected, given, where = "") {
  if (given === undefined) return null;
  if (Array.isArray(expected) && Array.isArray(given)) {
    if (expected.length !== given.length) return where;
    const [one, other] = UNORDERED.test(where) ? [expected.toSorted(), given.toSorted()] : [expected, given];
    return firstOf(one.map((part, at) => difference(part, other[at], `${where}[${at}]`)));
  }
  if (expected && given && typeof expected === "object" && typeof given === "object") {
    const inner = where && `${where}.`;
    if (where === "pile") return differenceOfPiles(expected, given);
    return firstOf(Object.keys(expected).map((name) => difference(expected[name], given[name], inner + name)));
  }
  return expected === given ? null : where;
}

/** A pile is told by its cards, or by its top and their number. */
function differenceOfPiles({ cards }, given) {
  if (given.cards !== undefined) return difference(cards, given.cards, "pile.cards");
  const told = { top: cards.at(-1) ?? null, count: cards.length };
  return firstOf(Object.keys(told).map((name) => difference(told[name], given[name], `pile.${name}`)));
}

const firstOf = (places) => places.find((place) => place !== null) ?? null;

/** Where an answer differs from what is expected: in its verdict, or in what is to be seen. */
function departure(expected, ok) {
  if (expected.verdict !== undefined && ok.verdict !== expected.verdict) return "verdict";
  return expected.observation === undefined ? null : difference(expected.observation, ok.observation ?? {});
}

/** A program that answers lines with lines. */
class Program {
  constructor([command, ...words]) {
    this.child = spawn(command, words, { stdio: ["pipe", "pipe", "inherit"] });
    this.lines = this.#read();
    this.sent = 0;
  }

  async *#read() {
    let rest = "";
    for await (const chunk of this.child.stdout.setEncoding("utf8")) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop();
      yield* lines;
    }
  }

  async ask(request) {
    const seq = String(++this.sent);
    this.child.stdin.write(`${JSON.stringify({ seq, ...request })}\n`);
    const { value } = await this.lines.next();
    if (value === undefined) throw new Error(`no answer to ${JSON.stringify(request)}`);
    const answer = JSON.parse(value);
    if (answer.seq !== seq) throw new Error(`asked ${seq}, answered ${answer.seq}`);
    return answer;
  }
}

/** What a case comes to. A program that takes no positions is led to the table first, by the witness of the case. */
async function judged(one, program, takesPositions) {
  const way = one.requests[0].cmd === "position" && !takesPositions ? one.witness?.requests : [];
  if (way === undefined) return { kind: "unsupported", step: 0 };
  for (const request of way) {
    const { ok, error } = await program.ask(request);
    if (error) return { kind: "failed", step: 0, where: "error" };
    if (!ok || (ok.verdict ?? "legal") !== "legal") return { kind: "not reached" };
  }
  let followed = null; // the readings that answer as the program does, once it has left the default
  for (let step = way.length ? 1 : 0; step < one.requests.length; step++) {
    if (followed?.every((world) => step >= world.from + world.expect.length)) break;
    const { ok, error, unsupported } = await program.ask(one.requests[step]);
    if (error) return { kind: "failed", step, where: "error" };
    if (unsupported || ok.verdict === "unsupported") return { kind: "unsupported", step };
    const where = followed ? "readings" : departure(one.expect[step], ok);
    if (where === null) continue;
    followed = (followed ?? one.worlds.filter((world) => world.from === step)).filter(({ from, expect }) =>
      step < from + expect.length && departure(expect[step - from], ok) === null);
    if (!followed.length) return { kind: "failed", step, where };
  }
  return followed ? { kind: "reads", readings: followed.map((world) => world.readings) } : { kind: "passed" };
}

const words = process.argv.slice(2);
const cut = words.indexOf("--");
if (cut < 1 || cut === words.length - 1) {
  console.error("usage: node runner.mjs CASES.jsonl… -- COMMAND [ARGUMENT…]");
  process.exit(2);
}
const program = new Program(words.slice(cut + 1));
const hello = await program.ask({ cmd: "hello", protocol: 1 });
const takesPositions = (hello.ok.features ?? []).includes("positions");
for (const file of words.slice(0, cut)) {
  for (const line of readFileSync(file, "utf8").split("\n").filter(Boolean)) {
    const one = JSON.parse(line);
    console.log(JSON.stringify({ case: one.case, ...(await judged(one, program, takesPositions)) }));
  }
}
await program.ask({ cmd: "bye" });
