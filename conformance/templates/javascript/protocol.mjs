/**
 * The implementation protocol, version 1: from a request to its answer. There is nothing to fill in but who you are.
 *
 * What is wrong with a request comes back in one of three ways, and they are kept apart:
 *   an illegal act       the rules forbid it (Refusal)                 {"ok":{"verdict":"illegal","why":…}}
 *   not supported        a rule or a game this engine does not know    {"unsupported":{"why":…}}
 *   an error             the request makes no sense, or a defect here  {"error":{"message":…}}
 */

import { isCard } from "./cards.mjs";
import { Malformed, Refusal, Unsupported, malformed, unsupported } from "./errors.mjs";
import { act, begin, isActType, observe } from "./game.mjs";

const PROTOCOL = 1;

const ABOUT = {
  implementation: { name: "@NAME@", version: "0.1.0", language: "JavaScript" },
  variants: ["@VARIANT@"],
};

// --------------------------------------------------------------------------------------------- requests

/** A conversation: it remembers the deal between requests. */
export class Session {
  #game = null;

  /** Whether `bye` was said. */
  done = false;

  /** The answer to one line, as an object; it never throws. */
  answer(line) {
    let seq = seqOf(line);
    try {
      const request = readRequest(line);
      seq = request.seq;
      return { seq, ...this.#reply(request) };
    } catch (error) {
      if (error instanceof Unsupported) return { seq, unsupported: { why: error.message } };
      if (!(error instanceof Malformed)) console.error(error); // A defect of this engine: show where.
      return { seq, error: { message: error.message } };
    }
  }

  #reply(request) {
    switch (request.cmd) {
      case "hello":
        if (request.protocol !== PROTOCOL)
          unsupported(`protocol ${request.protocol}; this speaks ${PROTOCOL}`);
        return { ok: ABOUT };
      case "deal":
        this.#game = null; // A deal that fails forgets the last one too.
        this.#game = begin(readDeal(request));
        return { ok: { observation: observe(this.#game) } };
      case "act":
        return { ok: this.#act(request) };
      case "bye":
        this.done = true;
        return { ok: {} };
      default:
        return unsupported(`the request ${JSON.stringify(request.cmd)}`);
    }
  }

  #act({ seat, action }) {
    const game = this.#game ?? malformed("no deal was begun: send `deal` first");
    if (typeof action?.type !== "string") malformed("act: found no action with a type");
    if (!isActType(action.type)) unsupported(`the act ${action.type}`);
    try {
      this.#game = act(game, seat, action);
      return { verdict: "legal", observation: observe(this.#game) };
    } catch (error) {
      if (error instanceof Refusal) return { verdict: "illegal", why: error.message };
      throw error;
    }
  }
}

// ---------------------------------------------------------------------------------------------- reading

/** The `seq` of a line that may be no JSON at all, as far as it can be seen; else a question mark. */
const seqOf = (line) => /"seq"\s*:\s*"([^"\\]+)"/.exec(line)?.[1] ?? "?";

function readRequest(line) {
  let request;
  try {
    request = JSON.parse(line);
  } catch (error) {
    malformed(`the line is no JSON: ${error.message}`);
  }
  const isObject = typeof request === "object" && request !== null && !Array.isArray(request);
  if (!isObject) malformed("the line is no JSON object");
  if (typeof request.seq !== "string" || request.seq === "")
    malformed("the request has no `seq` that is a text");
  return request;
}

/** The deal in a request, once it is seen to be one. */
function readDeal(request) {
  const { variant, seats, dealer, hands, feet, stock } = request;
  if (!ABOUT.variants.includes(variant)) unsupported(`the variant ${variant}`);
  if (!Number.isInteger(dealer) || dealer < 0 || dealer >= seats) malformed(`deal: dealer is ${dealer}`);
  if (!Array.isArray(hands) || hands.length !== seats) malformed(`deal: expected ${seats} hands`);
  for (const cards of [...hands, ...(feet ?? []), stock]) {
    if (!Array.isArray(cards)) malformed("deal: expected lists of cards");
    for (const card of cards) if (!isCard(card)) malformed(`deal: ${JSON.stringify(card)} is no card`);
  }
  return request;
}
