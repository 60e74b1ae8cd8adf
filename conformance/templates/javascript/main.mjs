/**
 * Requests in on standard input, answers out on standard output, one JSON object a line.
 *
 * Run: node main.mjs
 */

import { Session } from "./protocol.mjs";

/**
 * The lines of a stream of text.
 *
 * Split by hand on "\n" alone: Node's readline also breaks at U+2028, which may stand inside a JSON string.
 */
async function* linesOf(stream) {
  let rest = "";
  for await (const chunk of stream.setEncoding("utf8")) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    yield* lines;
  }
  if (rest) yield rest;
}

const session = new Session();

for await (const line of linesOf(process.stdin)) {
  process.stdout.write(`${JSON.stringify(session.answer(line))}\n`);
  if (session.done) break;
}
