/**
 * The implementation protocol, version 1: from a request to its answer.
 *
 * What is wrong with a request comes back in one of three ways, and they are kept apart:
 *   an illegal act       the rules forbid it (Refusal)                 {"ok":{"verdict":"illegal","why":…}}
 *   not supported        a rule or a game this engine does not know    {"unsupported":{"why":…}}
 *   an error             the request makes no sense, or a defect here  {"error":{"message":…}}
 */

import { PACK, isCard, tally } from "./cards.mjs";
import { Malformed, Refusal, Unsupported, malformed, unsupported } from "./errors.mjs";
import { act, begin, isActType, observe } from "./game.mjs";
import { legalActions } from "./legal.mjs";

const PROTOCOL = 1;
const SEATS = 2;

const ABOUT = {
  implementation: { name: "manzana-example", version: "1.0.0", language: "JavaScript" },
  variants: ["manzana"],
  features: ["enumerate"],
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
      case "legal":
        return { ok: { actions: legalActions(this.#current(), request.seat) } };
      case "bye":
        this.done = true;
        return { ok: {} };
      default:
        return unsupported(`the request ${JSON.stringify(request.cmd)}`);
    }
  }

  #act({ seat, action }) {
    const game = this.#current();
    if (typeof action?.type !== "string") malformed("act: found no action with a type");
    if (!isActType(action.type)) return { verdict: "unsupported" };
    checkAction(action);
    try {
      this.#game = act(game, seat, action);
      return { verdict: "legal", observation: observe(this.#game) };
    } catch (error) {
      if (error instanceof Refusal) return { verdict: "illegal", why: error.message };
      throw error;
    }
  }

  #current() {
    return this.#game ?? malformed("no deal was begun: send `deal` first");
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

function readDeal({ variant, seats, dealer, options, match, hands, feet, stock }) {
  if (variant !== "manzana") unsupported(`the variant ${variant}`);
  if (seats !== SEATS) unsupported(`${seats} seats; Manzana is for two (MZ-A01)`);
  for (const [option, value] of Object.entries(options ?? {})) {
    // The number of players may be said once more; Manzana has no other option.
    if (option !== "players" || value !== SEATS) unsupported(`the option ${option}: ${value}`);
  }
  if ([feet ?? []].flat(2).length > 0) unsupported("feet; Manzana has none");
  if (dealer !== 0 && dealer !== 1) malformed(`deal: dealer is ${dealer}, expected 0 or 1`);
  if (!Array.isArray(hands) || hands.length !== SEATS) malformed("deal: expected two hands");
  hands.forEach((hand, seat) => checkCards(hand, `deal: hand ${seat}`));
  checkCards(stock, "deal: stock");
  if (hands.some((hand) => hand.length === 0)) unsupported("a hand without cards");
  for (const [card, count] of tally([...hands.flat(), ...stock])) {
    if (!isCard(card)) malformed(`deal: ${card} is no card`);
    if (count > PACK.get(card)) unsupported(`${count} cards ${card}; the pack has ${PACK.get(card)}`);
  }
  const totals = match?.totals;
  if (!Array.isArray(totals) || totals.length !== SEATS || !totals.every(Number.isInteger)) {
    malformed("deal: expected match.totals with a whole number per side");
  }
  return { dealer, hands, stock, totals };
}

function checkCards(cards, where) {
  const good = Array.isArray(cards) && cards.every((card) => typeof card === "string");
  if (!good) malformed(`${where}: expected a list of cards`);
}

/** An action must be built as the protocol says; what it names is for the rules to judge. */
function checkAction({ type, plays, top, card }) {
  if (type === "discard" && typeof card !== "string") malformed("discard: expected a card");
  if (type !== "meld" && type !== "take") return;
  if (top !== undefined && !Number.isInteger(top)) malformed(`${type}: expected the number of a play as top`);
  if (!Array.isArray(plays)) malformed(`${type}: expected a list of plays`);
  for (const play of plays) checkCards(play?.cards, `${type}: cards of a play`);
}
