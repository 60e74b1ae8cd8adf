// @ts-check
// What somebody wants to do: the sort of act, then whatever fields the game gives it.

import { button, choice, h, stepper } from "./dom.mjs";
import { fan, numberWord } from "./cards.mjs";
import * as at from "./position.mjs";
import { seatChoices, wrong } from "./table.mjs";

/** @typedef {import("./app.mjs").Desk} Desk */
/** @typedef {Record<string, any>} Any */

/** The part of the page in which an act is put together and asked about. @param {Desk} desk */
export function act(desk) {
  const { fields } = desk;
  if (fields.ended)
    return h(
      "section",
      { class: "act", "aria-label": "Score" },
      button("count", "Count the deal", () => desk.count(), { class: "main" }),
    );
  const line = at.lineOf(desk.game, desk.fields);
  return h(
    "section",
    { class: "act", "aria-label": "What you want to do" },
    h("h2", {}, "I want to"),
    sorts(desk),
    line
      ? line.fields.map((/** @type {Any} */ field) => oneField(desk, line, field))
      : h("p", { class: "hint" }, "Tap what you want to do; then it can be asked whether you may."),
    wrong(desk, (path) => path.startsWith("act")),
    desk.lacks ? h("p", { class: "lacks", role: "alert" }, desk.lacks) : null,
    h(
      "div",
      { class: "asks" },
      button("may-i", "May I?", () => desk.rule(), { class: "main", disabled: !line }),
      button("what-may-i", "What may I do?", () => desk.list()),
    ),
  );
}

/**
 * What of an act nobody has told yet, or where it could go to more than one place; empty where it can be asked about.
 * @param {Desk} desk @returns {string}
 */
export function lacking(desk) {
  const { draft, fields } = desk;
  const action = fields.act?.action ?? {};
  for (const field of at.lineOf(desk.game, desk.fields)?.fields ?? []) {
    if (field.type === "plays" && draft.hand.length && places(desk, field).length > 1)
      return "Where do the cards go that you have chosen? Tap it above.";
    if (field.type === "plays" && draft.top && !draft.hand.length && !action[field.name]?.length)
      return "Tap the cards of your hand that you lay with the top card, or the meld that it joins. If you lay nothing, tap the top card first, so that it is not chosen.";
    if (field.may_lack || action[field.name] !== undefined) continue;
    if (field.type === "card" && desk.chosenCards().length !== 1)
      return draft.hand.length > 1 ? "That is more than one card: choose one of them." : "Which card? Tap it in your hand.";
    if (["player", "truth", "meld"].includes(field.type)) return "Something is not told yet: tap it above.";
  }
  return "";
}

/** @param {Desk} desk */
function sorts(desk) {
  const { game, fields } = desk;
  const now = (/** @type {Any} */ one) => one.phases.includes(fields.phase);
  const all = [...game.acts].sort((a, b) => Number(now(b)) - Number(now(a)));
  const set = (/** @type {string} */ type) => {
    const seat = fields.act?.seat;
    const { hand } = desk.draft;
    desk.change(at.put(fields, ["act"], { ...(seat === undefined ? {} : { seat }), action: begun(desk, type) }));
    // What was chosen of the hand before stays so.
    desk.choose({ ...desk.draft, hand });
  };
  const chosen = fields.act?.action?.type;
  return choice(
    "What do you want to do?",
    all.map((one) => ({ key: `act-${one.name}`, words: short(one), chosen: chosen === one.name, act: () => set(one.name) })),
  );
}

/** @param {Any} one */
function short(one) {
  const words = { draw: "draw", ask: "ask leave to go out", answer: "answer my partner", pass: "end the turn, no discard" };
  return words[/** @type {keyof words} */ (one.name)] ?? one.words;
}

/** An act of a sort of which nothing is told yet. @param {Desk} desk @param {string} type */
function begun({ game }, type) {
  const line = game.acts.find((/** @type {Any} */ one) => one.name === type);
  const plays = line?.fields.find((/** @type {Any} */ field) => field.type === "plays");
  return { type, ...(plays ? { [plays.name]: [] } : {}) };
}

/** @param {Desk} desk @param {Any} line @param {Any} field */
function oneField(desk, line, field) {
  const value = desk.fields.act.action[field.name];
  const set = (/** @type {any} */ told) => desk.change(at.put(desk.fields, ["act", "action", field.name], told));
  switch (field.type) {
    case "plays":
      return plays(desk, field);
    case "card":
      return oneCard(desk, value);
    case "player":
      return h("p", {}, "Whom? ", seatChoices(desk, `act-${field.name}`, value, set));
    case "truth":
      return choice(
        "Yes or no?",
        [true, false].map((told) => ({
          key: `act-${field.name}-${told}`,
          words: told ? "yes" : "no",
          chosen: value === told,
          act: () => set(told),
        })),
      );
    case "meld":
      return whichMeld(desk, field, value, set);
    case "number":
      return number(field, value, set);
    default:
      return null;
  }
}

/** @param {Any} field @param {number | undefined} value @param {(told: number | undefined) => void} set */
function number(field, value, set) {
  const words = field.words || field.name;
  return h(
    "p",
    {},
    `${words} `,
    value === undefined
      ? button(`act-${field.name}-tell`, "say it", () => set(1))
      : [
          stepper(`act-${field.name}`, words, value, set, { least: 1 }),
          button(`act-${field.name}-drop`, "do not say", () => set(undefined)),
        ],
  );
}

/** @param {Desk} desk @param {string | undefined} value */
function oneCard(desk, value) {
  const picked = desk.chosenCards();
  const told = picked.length === 1 ? picked[0] : value;
  return h("p", {}, told ? ["this card: ", fan([told])] : "Tap the card in your hand.");
}

/** @param {Desk} desk @param {Any} field @param {number | undefined} value @param {(told: number) => void} set */
function whichMeld(desk, field, value, set) {
  const melds = at.meldsOf(desk.fields, at.sideOf(desk.game, at.actor(desk.fields)));
  return h(
    "div",
    { class: "where" },
    h("p", {}, "Which meld?"),
    melds.map((cards, number) =>
      button(`act-${field.name}-${number}`, fan(cards), () => set(number), { "aria-pressed": String(value === number) }),
    ),
  );
}

// ── cards that are laid ─────────────────────────────────────────────────────────────────────────────────────

/** @param {Desk} desk @param {Any} field */
function plays(desk, field) {
  const told = desk.fields.act.action[field.name] ?? [];
  const melds = at.meldsOf(desk.fields, at.sideOf(desk.game, at.actor(desk.fields)));
  const where = (/** @type {any} */ to) =>
    to === "new" ? "as a new meld" : typeof to === "number" ? ["onto ", fan(melds[to] ?? [])] : `to the ${to}`;
  const rows = told.map((/** @type {Any} */ play, /** @type {number} */ number) =>
    h(
      "p",
      { class: "play" },
      fan(at.cardsOf(play.cards)),
      " ",
      where(play.to),
      " ",
      button(`play-${number}-drop`, "take back", () => desk.dropPlay(field.name, number)),
    ),
  );
  const cards = desk.chosenCards();
  const parts = desk.parts && desk.parts.length > 1 ? desk.parts : [desk.onePlay("new")];
  if (!cards.length) {
    const ask = told.length ? "Tap more cards to lay something else besides." : "Tap the cards of your hand that you lay.";
    return h("div", { class: "plays" }, rows, h("p", { class: "hint" }, ask));
  }
  const alone = desk.draft.top && !desk.draft.hand.length;
  const ask = alone ? ", the top card. Tap the cards of your hand that you lay with it, or the meld that it joins." : "";
  return h(
    "div",
    { class: "plays" },
    rows,
    h(
      "p",
      { class: "laying" },
      "Lay ",
      parts.map((one, number) => [number ? " and " : null, fan(one.cards)]),
      ask,
    ),
    alone ? null : h("p", { class: "hint" }, asked(places(desk, field).length, parts.length)),
    h(
      "div",
      { class: "where" },
      parts.length > 1 ? button("play-to-parts", apart(parts, melds), () => desk.addPlays(field.name, parts)) : null,
      places(desk, field)
        .filter(([to]) => !alone || to !== "new")
        .map(([to, words]) =>
          button(`play-to-${to}`, to === "new" && parts.length > 1 ? "all together as one new meld" : words, () =>
            desk.addPlays(field.name, [desk.onePlay(to)]),
          ),
        ),
    ),
  );
}

/** What comes of the cards that are chosen. @param {number} there the places that there are @param {number} parts */
function asked(there, parts) {
  if (there > 1) return "Where do they go?";
  const so = parts > 1 ? `as ${numberWord(parts)} melds` : "as one meld";
  return `May I? asks about them ${so}. To lay more besides, tap first where these go.`;
}

/** Several plays in words. @param {import("./app.mjs").Play[]} parts @param {string[][]} melds @returns {import("./dom.mjs").Child} */
function apart(parts, melds) {
  if (parts.every(({ to }) => to === "new")) return `as ${numberWord(parts.length)} new melds`;
  return parts.map(({ to, cards }, number) => [
    number ? ", " : null,
    fan(cards),
    typeof to === "number" ? [" onto ", fan(melds[to] ?? [])] : " as a new meld",
  ]);
}

/**
 * Where cards can be laid, each with its words.
 * @param {Desk} desk @param {Any} field @returns {[string | number, import("./dom.mjs").Child][]}
 */
function places(desk, field) {
  const melds = at.meldsOf(desk.fields, at.sideOf(desk.game, at.actor(desk.fields)));
  return [
    ["new", "as a new meld"],
    ...melds.map((meld, number) => /** @type {[number, import("./dom.mjs").Child]} */ ([number, ["onto ", fan(meld)]])),
    ...field.beside.map((/** @type {string} */ place) => [place, `to the ${place}`]),
  ];
}
