/** The three ways in which a request can come to nothing, which an answer keeps apart. */

/** The rules forbid the act. */
export class Refusal extends Error {}

/** A game, an option or an act that this engine does not know. */
export class Unsupported extends Error {}

/** A request that is not built as the protocol says. */
export class Malformed extends Error {}

export function refuse(why) {
  throw new Refusal(why);
}

export function unsupported(why) {
  throw new Unsupported(why);
}

export function malformed(message) {
  throw new Malformed(message);
}
