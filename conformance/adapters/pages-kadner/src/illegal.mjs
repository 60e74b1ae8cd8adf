/** Thrown where the rules refuse an act; `message` is told as `why`. */
export class Illegal extends Error {}

/**
 * Refuses an act unless a condition holds.
 * @param {unknown} condition
 * @param {string} why what the rules say against it
 */
export function require(condition, why) {
  if (!condition) throw new Illegal(why);
}
