// @ts-check
// A game and a position, packed into the address of the page and read from it: the same form that the reports and the sheets link to.

const VERSION = "v1";
const LONGEST = 32_000;
const MOST = 1_000_000;
const ALTERED = "the link was cut off or altered on its way; copy the whole of it";
const OF_GAME = ["variant", "options", "readings", "act"];

/** What cannot be read of an address. */
export class ShareError extends Error {}

/**
 * @typedef {Record<string, any>} Fields
 * @typedef {{variant: string, options: Record<string, number>, readings: Record<string, string>, digest: string,
 *   position?: Fields, act?: Fields}} Shared
 */

/** The fields of a position file as a link has them. @param {Fields} fields @param {string} digest @returns {Shared} */
export function sharedOf(fields, digest) {
  const position = Object.fromEntries(Object.entries(fields).filter(([name]) => !OF_GAME.includes(name)));
  const { variant, options = {}, readings = {}, act } = fields;
  return { variant, options, readings, digest, position, ...(act ? { act } : {}) };
}

/** The fields of a position file that a link has; a link to a game alone has no more than that. @param {Shared} shared */
export function fieldsOf({ variant, options, readings, position, act }) {
  return { variant, options, readings, ...position, ...(act ? { act } : {}) };
}

/** What stands behind the `#`. @param {Shared} shared @returns {Promise<string>} */
export async function encode(shared) {
  const packed = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(JSON.stringify(shared)));
  const letters = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  return `${VERSION}.${btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** What an address holds. @param {string} text @returns {Promise<Shared>} */
export async function decode(text) {
  if (text.length > LONGEST) throw new ShareError(`the link has ${text.length} characters, expected at most ${LONGEST}`);
  const found = /^#?(v[0-9]+)\.([A-Za-z0-9_-]*)=*$/.exec(text);
  if (!found) throw new ShareError(`the link has no '${VERSION}.' with letters and digits behind its '#'; copy the whole of it`);
  if (found[1] !== VERSION) throw new ShareError(`the link is of the form ${found[1]}, and ${VERSION} is read here`);
  return checked(await unpacked(found[2]));
}

/** @param {string} letters @returns {Promise<any>} */
async function unpacked(letters) {
  try {
    const bytes = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    return JSON.parse(
      new TextDecoder("utf-8", { fatal: true }).decode(await through(new DecompressionStream("deflate-raw"), bytes)),
    );
  } catch (error) {
    throw error instanceof ShareError ? error : new ShareError(ALTERED);
  }
}

/** @param {any} told @returns {Shared} */
function checked(told) {
  const map = (/** @type {any} */ value) => typeof value === "object" && value !== null && !Array.isArray(value);
  if (!map(told)) throw new ShareError("the link holds no game; copy the whole of it");
  if (typeof told.variant !== "string") throw new ShareError("the link has for 'variant' no name of a game");
  if (typeof told.digest !== "string") throw new ShareError("the link has for 'digest' no digest of a book");
  const of = (/** @type {string} */ name, /** @type {(value: any) => boolean} */ fits) =>
    map(told[name]) && Object.values(told[name]).every(fits);
  if (!of("options", Number.isInteger)) throw new ShareError("the link has for 'options' no numbers by the names of options");
  if (!of("readings", (value) => typeof value === "string")) {
    throw new ShareError("the link has for 'readings' no readings by the ids of questions");
  }
  for (const name of ["position", "act"]) {
    if (name in told && !map(told[name])) throw new ShareError(`the link has for '${name}' no such thing`);
  }
  if ("act" in told && !("position" in told)) throw new ShareError("the link has an act and no position to do it in");
  return told;
}

/**
 * Some bytes through a stream; no more comes of them than a table takes.
 * @param {CompressionStream | DecompressionStream} stream @param {Uint8Array} bytes @returns {Promise<Uint8Array>}
 */
async function through(stream, bytes) {
  const writer = stream.writable.getWriter();
  // What is wrong with them is told where they are read.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const parts = [];
  let size = 0;
  for (const reader = stream.readable.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST) {
      await reader.cancel().catch(() => {});
      throw new ShareError(`the link unpacks to more than ${MOST} bytes, which no table takes`);
    }
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  parts.reduce((at, part) => (whole.set(part, at), at + part.length), 0);
  return whole;
}
