// @ts-check
// The fields of a position file, as a page changes them: nothing here is ever changed in place, and nothing knows a game.

/** @typedef {Record<string, any>} Fields */
/** @typedef {{name: string, rank: string, suit: string | null, count: number, class: number}} Card */
/** @typedef {Record<string, any> & {cards: Card[], seats: number, sides: number[][]}} Game */

/** Cards as a list; none of them known where there is only a number. @param {any} value @returns {string[]} */
export function cardsOf(value) {
  if (Array.isArray(value)) return value.map(String);
  if (value && typeof value === "object") return cardsOf(value.cards);
  return typeof value === "string" ? value.split(/[\s,]+/).filter(Boolean) : [];
}

/** Whether cards are told by their number alone. @param {any} value */
export function isCount(value) {
  return typeof value === "number";
}

/** How many cards there are. @param {any} value @returns {number} */
export function countOf(value) {
  return isCount(value) ? value : cardsOf(value).length;
}

/** Cards as a file has them. @param {string[]} cards */
export function spelt(cards) {
  return cards.join(" ");
}

/** Another value at a path; nothing takes what stands there away. @param {any} holder @param {(string | number)[]} path
 * @param {any} value @returns {any} */
export function put(holder, [step, ...rest], value) {
  const next = rest.length ? put(holder?.[step] ?? (typeof rest[0] === "number" ? [] : {}), rest, value) : value;
  if (Array.isArray(holder))
    return holder.map((one, number) => (number === step ? next : one)).concat(step === holder.length ? [next] : []);
  const made = { ...holder };
  if (next === undefined) delete made[step];
  else made[step] = next;
  return made;
}

/** The cards of the pile that are known, from the bottom up, and how many lie below them that are not. @param {Fields} fields */
export function pileOf(fields) {
  const { pile } = fields;
  if (isCount(pile)) return { known: /** @type {string[]} */ ([]), unknown: Number(pile) };
  if (pile && typeof pile === "object" && !Array.isArray(pile)) {
    const known = [...cardsOf(pile.below), ...cardsOf(pile.top)];
    return { known, unknown: Math.max(0, (pile.count ?? known.length) - known.length) };
  }
  return { known: cardsOf(pile), unknown: 0 };
}

/** The fields with another pile. @param {Fields} fields @param {string[]} known @param {number} unknown @returns {Fields} */
export function withPile(fields, known, unknown) {
  if (!unknown) return put(fields, ["pile"], spelt(known));
  if (!known.length) return put(fields, ["pile"], unknown);
  const below = spelt(known.slice(0, -1));
  return put(fields, ["pile"], { top: known[known.length - 1], ...(below ? { below } : {}), count: known.length + unknown });
}

/** The melds before a side. @param {Fields} fields @param {number} side @returns {string[][]} */
export function meldsOf(fields, side) {
  return (fields.sides?.[side]?.melds ?? []).map(cardsOf);
}

/** Whether it was said that no meld lies before a side: where nothing was said of it, some may. @param {Fields} fields @param {number} side */
export function noMelds(fields, side) {
  return fields.sides?.[side]?.melds?.length === 0;
}

/** Whoever acts and asks: named in the act, or else in turn; of a deal that is over the first seat. @param {Fields} fields @returns {number} */
export function actor(fields) {
  return fields.ended ? 0 : (fields.act?.seat ?? fields.turn ?? 0);
}

/** The side of a seat. @param {Game} game @param {number} seat */
export function sideOf(game, seat) {
  return Math.max(
    0,
    game.sides.findIndex((players) => players.includes(seat)),
  );
}

/** The act that is chosen, as the game has it. @param {Game} game @param {Fields} fields @returns {Fields | undefined} */
export function lineOf(game, fields) {
  return game.acts.find((/** @type {Fields} */ one) => one.name === fields.act?.action?.type);
}

/** The field of an act that says which play lays the top card. @param {Fields} [line] @returns {string | undefined} */
export function topOf(line) {
  return line?.fields.find((/** @type {Fields} */ field) => field.type === "play")?.name;
}

/** What of the hand of whoever acts, by its places in it, and whether the top card, is laid already. @param {Game} game @param {Fields} fields */
export function laid(game, fields) {
  const line = lineOf(game, fields);
  const action = fields.act?.action ?? {};
  const plays = action[line?.fields.find((/** @type {Fields} */ field) => field.type === "plays")?.name] ?? [];
  const cards = plays.flatMap((/** @type {Fields} */ play) => cardsOf(play.cards));
  const takeOut = (/** @type {string} */ card) => cards.includes(card) && cards.splice(cards.indexOf(card), 1).length > 0;
  const { known } = pileOf(fields);
  const top = action[topOf(line) ?? ""] !== undefined && takeOut(known[known.length - 1]);
  const held = [...cardsOf(fields.hands?.[actor(fields)]).entries()];
  return { top, numbers: new Set(held.filter(([, card]) => takeOut(card)).map(([number]) => number)) };
}

/**
 * A changed table with what is still laid on it: what was laid with a top card that is another one now, with cards that are no longer
 * there, or onto melds that are fewer, is taken back; its cards of the hand are given, to be chosen again. What could not be so before
 * stays, for the rules to say what is wrong with it.
 * @param {Game} game @param {Fields} before @param {Fields} fields @returns {{fields: Fields, back: string[], topIsOther: boolean}}
 */
export function relaid(game, before, fields) {
  const line = lineOf(game, fields);
  const name = line?.fields.find((/** @type {Fields} */ field) => field.type === "plays")?.name;
  const action = fields.act?.action;
  const plays = action?.[name] ?? [];
  const same = before.act === fields.act && before.variant === fields.variant;
  if (!same || !plays.length || isCount(fields.hands?.[actor(fields)])) return { fields, back: [], topIsOther: false };
  const top = topOf(line);
  const laying = top === undefined ? undefined : action[top];
  const topIsOther = laying !== undefined && topCard(before) !== topCard(fields);
  const gone = lackingOf(game, fields, plays, laying).filter((number) => !lackingOf(game, before, plays, laying).includes(number));
  const stays = plays.map((/** @type {Fields} */ _, /** @type {number} */ at) => !(gone.includes(at) || (topIsOther && at === laying)));
  if (stays.every(Boolean)) return { fields, back: [], topIsOther: false };
  const back = plays.flatMap((/** @type {Fields} */ play, /** @type {number} */ at) => (stays[at] ? [] : cardsOf(play.cards)));
  if (laying !== undefined && !stays[laying]) remove(back, topCard(before));
  const { [top ?? ""]: _, ...others } = action;
  const moved = laying !== undefined && stays[laying] ? { [top ?? ""]: stays.slice(0, laying).filter(Boolean).length } : {};
  const next = { ...others, [name]: plays.filter((/** @type {Fields} */ _, /** @type {number} */ at) => stays[at]), ...moved };
  return { fields: put(fields, ["act", "action"], next), back, topIsOther };
}

/** The top card of the pile, where it is known. @param {Fields} fields @returns {string | undefined} */
function topCard(fields) {
  return pileOf(fields).known.at(-1);
}

/** Those of some plays, by their numbers, for which cards are not there, or the meld that they go to. @param {Game} game
 * @param {Fields} fields @param {Fields[]} plays @param {number | undefined} laying the play that has the top card */
function lackingOf(game, fields, plays, laying) {
  const seat = actor(fields);
  const beside = game.places.named.filter((/** @type {Fields} */ place) => place.owner === "player");
  const free = [fields.hands?.[seat], ...beside.map((/** @type {Fields} */ place) => fields.places?.[place.name]?.[seat])].flatMap(cardsOf);
  // Who takes the pile may be laying what lies in it, which is for the rules to judge.
  if (laying !== undefined) free.push(...pileOf(fields).known);
  const melds = meldsOf(fields, sideOf(game, seat)).length;
  const found = plays.map((play, number) => {
    const there = cardsOf(play.cards).map((card) => remove(free, card));
    return there.every(Boolean) && !(typeof play.to === "number" && play.to >= melds) ? -1 : number;
  });
  return found.filter((number) => number >= 0);
}

/** Take one out of a list; whether it was there. @template T @param {T[]} list @param {T} one */
function remove(list, one) {
  const at = list.indexOf(one);
  if (at >= 0) list.splice(at, 1);
  return at >= 0;
}

/** The places of some cards in the hand of whoever acts, but of those that are laid. @param {Game} game @param {Fields} fields
 * @param {string[]} cards @returns {number[]} */
export function placesOf(game, fields, cards) {
  const taken = laid(game, fields).numbers;
  const held = cardsOf(fields.hands?.[actor(fields)]);
  return cards.flatMap((card) => {
    const at = held.findIndex((one, number) => one === card && !taken.has(number));
    if (at < 0) return [];
    taken.add(at);
    return [at];
  });
}

/** Whether the top card would go with what is laid next: nothing is laid yet by who takes the pile. @param {Game} game @param {Fields} fields */
export function topOffered(game, fields) {
  const line = lineOf(game, fields);
  const plays = line?.fields.find((/** @type {Fields} */ field) => field.type === "plays")?.name;
  return Boolean(topOf(line)) && pileOf(fields).known.length > 0 && !fields.act?.action?.[plays]?.length;
}

/**
 * How whoever acts calls a seat: `you`, `your partner`, `the player on your left`.
 * @param {Game} game @param {Fields} fields @param {number} seat
 */
export function who(game, fields, seat) {
  // Of a seat that there is not it is told what is wrong; until then it goes by its number.
  return game.who[actor(fields)]?.[seat] ?? `seat ${seat}`;
}

/**
 * What somebody has: `your hand`, `the hand of your partner`.
 * @param {Game} game @param {Fields} fields @param {number} seat @param {string} what
 */
export function belonging(game, fields, seat, what) {
  const words = who(game, fields, seat);
  return words === "you" ? `your ${what}` : `the ${what} of ${words}`;
}

/**
 * Whose a side is, for whoever acts: `your side`, `the other side`, or the one player that it is.
 * @param {Game} game @param {Fields} fields @param {number} side
 */
export function whose(game, fields, side) {
  return game.whose[actor(fields)]?.[side] ?? `side ${side}`;
}

/** @param {string} words */
export function capital(words) {
  return `${words[0].toUpperCase()}${words.slice(1)}`;
}

/** All cards that are told to lie somewhere. @param {Fields} fields @returns {string[]} */
export function lying(fields) {
  const sides = (fields.sides ?? []).flatMap((/** @type {any} */ side) =>
    Object.entries(side ?? {}).flatMap(([name, held]) => (name === "melds" ? held.flatMap(cardsOf) : cardsOf(held))),
  );
  const seats = [...(fields.hands ?? []), ...(fields.feet ?? [])].flatMap(cardsOf);
  const places = Object.values(fields.places ?? {}).flatMap((held) =>
    Array.isArray(held) ? held.flatMap(cardsOf) : cardsOf(held),
  );
  return [...sides, ...seats, ...places, ...pileOf(fields).known, ...cardsOf(fields.stock)];
}

/** How many of each card are left to be told. @param {Game} game @param {Fields} fields @returns {Map<string, number>} */
export function left(game, fields) {
  const found = new Map(game.cards.map((card) => [card.name, card.count]));
  for (const card of lying(fields)) found.set(card, (found.get(card) ?? 0) - 1);
  return found;
}

/** A table on which everybody has what was dealt, and nothing has been played. @param {Game} game @returns {Fields} */
export function opening(game) {
  const { hands = [], feet = [] } = game.dealt;
  return {
    variant: game.name,
    turn: 0,
    phase: game.phases[0]?.name,
    pile: "",
    hands: hands.map((/** @type {number} */ count, /** @type {number} */ seat) => (seat ? count : "")),
    ...(feet.length ? { feet } : {}),
    sides: game.sides.map(() => ({})),
  };
}

/** Whether nothing lies on a table but what was dealt. @param {Game} game @param {Fields} fields */
export function untouched(game, fields) {
  const { options: _, readings: __, ...told } = fields;
  const dealt = opening(game);
  return Object.entries(told).every(([name, value]) => JSON.stringify(value) === JSON.stringify(dealt[name]));
}

/** The fields under other options: whoever plays otherwise has another table. @param {Game} game @param {Fields} fields */
export function fitting(game, fields) {
  const fits = (fields.hands ?? []).length === game.seats && (fields.sides ?? []).length === game.sides.length;
  return fits ? fields : { ...opening(game), options: fields.options, readings: fields.readings };
}

/** A memory told, for one of those that have it. @param {Fields} fields
 * @param {{memory: string, number: number | null, count: number}} cell @param {any} value @returns {Fields} */
export function remember(fields, { memory, number, count }, value) {
  if (number === null) return put(fields, ["memory", memory], value);
  const told = fields.memory?.[memory] ?? Array(count).fill("unknown");
  return put(
    fields,
    ["memory", memory],
    told.map((/** @type {any} */ one, /** @type {number} */ at) => (at === number ? value : one)),
  );
}

/** The same without what was told of a memory: of somebody's, where each has one of their own.
 * @param {Fields} fields @param {{memory: string, number: number | null, count: number}} cell */
export function forget(fields, { memory, number }) {
  const { [memory]: told, ...others } = fields.memory;
  const rest = number === null ? [] : told.map((/** @type {any} */ one, /** @type {number} */ at) => (at === number ? "unknown" : one));
  const known = rest.some((/** @type {any} */ one) => one !== "unknown");
  if (known) return put(fields, ["memory", memory], rest);
  return put(fields, ["memory"], Object.keys(others).length ? others : undefined);
}

/** The text of a file that `meldspec rule` reads: each field on a line, its value as JSON, which is YAML too.
 * @param {Fields} fields */
export function fileText(fields) {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
    .join("");
}
