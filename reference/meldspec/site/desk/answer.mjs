// @ts-check
// The answer on the page: the verdict first, why, what else it does, and other readings as they come.

import { button, h } from "./dom.mjs";
import { numberWord, withCards } from "./cards.mjs";
import { points } from "./points.mjs";
import * as at from "./position.mjs";
import { addMeld } from "./table.mjs";

/** @typedef {import("./app.mjs").Desk} Desk */
/** @typedef {Record<string, any>} Any */
/** @typedef {import("./dom.mjs").Child} Child */

/** @param {Desk} desk @returns {Child[]} */
export function answer(desk) {
  const { answer: found } = desk;
  if (!found) return [];
  const parts = { verdict: ruling, choices, score };
  return [parts[/** @type {keyof parts} */ (found.kind)]?.(desk, found), after(desk)];
}

/** What can be done with an answer. @param {Desk} desk */
function after(desk) {
  return h(
    "div",
    { class: "after" },
    button("copy-link", desk.copied === "link" ? "Link copied" : "Copy the link", () => desk.copy("link")),
    button("copy-file", desk.copied === "file" ? "File copied" : "Copy as a file", () => desk.copy("file"), {}),
    button("as-file", desk.file ? "Hide the file" : "Show as a file", () => desk.showFile()),
    desk.file ? h("pre", { tabindex: "0", "aria-label": "the position as a file" }, desk.file) : null,
  );
}

// ── a ruling ────────────────────────────────────────────────────────────────────────────────────────────────

/** The verdict in a word. @param {Any} told */
export function verdictWord(told) {
  if (told.verdict === "undetermined") return "It depends.";
  const word = told.legal ? "Yes" : "No";
  return told.turns?.length ? `${word}, unless …` : `${word}.`;
}

/** @param {Desk} desk @param {Any} found */
function ruling(desk, found) {
  const told = found.whole ?? found.verdict;
  if (!told) return null;
  const word = verdictWord(told);
  const sort = told.verdict === "undetermined" ? "open" : told.legal ? "yes" : "no";
  const may = told.verdict === "undetermined" ? "ask whether you may" : told.legal ? "may" : "may not";
  return h(
    "div",
    { class: "ruling" },
    h("p", { class: `verdict ${sort}` }, h("b", {}, word), " ", h("span", {}, withCards(`You ${may} ${told.act}.`))),
    found.instead ? instead(desk, found.instead) : null,
    conditions(told),
    told.why ? h("p", {}, withCards(`${told.why}.`)) : null,
    told.turns ? turns(desk, told) : null,
    because(told),
    doubts(told),
    sources(told),
    sentences("What now", told.now),
    sentences("What it does", told.does),
    readings(found),
    told.moves ? moves(desk, told) : null,
    sentences("Taken for granted", told.taken),
  );
}

/** The same cards laid otherwise, which may be done. @param {Desk} desk @param {Any} told */
function instead(desk, told) {
  const plays = Object.values(told.action).find(Array.isArray) ?? [];
  const melds = told.before !== told.plays && plays.every((/** @type {Any} */ one) => one.to === "new");
  const words = melds
    ? `Not as ${numberWord(told.before)} ${told.before === 1 ? "meld" : "melds"}. As ${numberWord(told.plays)}: yes.`
    : "The same cards laid otherwise: yes.";
  const ask = () => desk.askAbout({ ...desk.fields, act: { ...desk.fields.act, action: told.action } });
  return button("instead", [h("b", {}, words), " ", h("span", {}, withCards(`You may ${told.words}.`))], ask, { class: "line instead" });
}

/** @param {Any} told */
function conditions(told) {
  if (told.hanging?.length) return h("p", {}, "The verdict hangs on cards of the hand, or of the pile, of which only the number is told. Show them.");
  if (told.verdict === "undetermined")
    return h(
      "p",
      {},
      `The verdict turns on ${told.unanswered} things that nobody has told. With all of them as they are likely it would be: ${told.legal ? "yes" : "no"}.`,
    );
  return [
    told.deferred ? h("p", {}, "This is on a point that the source of this game leaves to the ordinary game.") : null,
    told.turns?.length ? h("p", {}, "… unless what is asked here is answered otherwise:") : null,
  ];
}

/** @param {Any} told */
function because(told) {
  const ways = told.because.filter((/** @type {Any} */ one) => one.permission).length;
  /** @type {Child[]} */
  const rows = [];
  let begun = false;
  for (const one of told.because) {
    if (one.permission && !begun && !told.legal) {
      begun = true;
      rows.push(
        h("p", { class: "head" }, ways > 1 ? "It would take one of these, and none is so" : "It would take this, which is lacking"),
      );
    }
    rows.push(clause(one));
  }
  return h("div", { class: "because" }, h("h2", {}, "Why"), rows);
}

/** @param {Any} one */
function clause(one) {
  const says = one.says.map((/** @type {Any} */ said) =>
    h("p", { class: "says" }, withCards(said.words), said.from ? [" (", h("a", { href: said.page }, said.from), ")"] : null),
  );
  if (one.escaped && !says.length) says.push(h("p", { class: "says" }, "But for what is told, this would bar it:"));
  return h(
    "div",
    { class: "clause" },
    says,
    one.assumed.map((/** @type {string} */ said) => h("p", {}, `This rests on what nobody has told: ${said}`)),
    h("p", { class: "rule" }, h("a", { href: one.page }, one.title), ` ${one.prose.join(" ")}`),
  );
}

/** What is in doubt about what decides, and how it is read here. @param {Any} told */
function doubts(told) {
  if (!told.doubts.length) return null;
  const rows = told.doubts.map((/** @type {Any} */ one) =>
    h("p", { class: "doubt" }, h("b", {}, one.clause), `: ${one.kind} ${one.asks} Read here: “${one.says}”`),
  );
  return h("div", { class: "told" }, h("h2", {}, "In doubt"), rows);
}

/** The sources of all that decides, each of them once, folded. @param {Any} told */
function sources(told) {
  if (!told.sources.length) return null;
  return h("details", { class: "sources" }, h("summary", {}, "Where it stands"), told.sources.map(source));
}

/** A source, with the page that has its paragraphs, and what rests on which of them. @param {Any} one */
function source(one) {
  const places = one.places.map((/** @type {Any} */ place, /** @type {number} */ number) =>
    `${number && place.words ? ";" : ""}${place.words} (${place.titles.join(", ")})`.replace(/^;,/, ";"),
  );
  return h(
    "p",
    { class: "source" },
    one.head ? `${one.head}: ` : "",
    one.page ? h("a", { href: one.page }, one.title) : one.title,
    places.join(""),
    one.address ? [": ", h("a", { href: one.address, rel: "noreferrer" }, "its own page")] : null,
  );
}

/** @param {string} head @param {string[] | undefined} told */
function sentences(head, told) {
  return told?.length
    ? h(
        "div",
        { class: "told" },
        h("h2", {}, head),
        told.map((one) => h("p", {}, withCards(ended(one)))),
      )
    : null;
}

/** @param {string} sentence */
function ended(sentence) {
  return /[.?!]$/.test(sentence) ? sentence : `${sentence}.`;
}

// ── what a ruling turns on ──────────────────────────────────────────────────────────────────────────────────

/** @param {Desk} desk @param {Any} told */
function turns(desk, told) {
  return told.turns.map((/** @type {Any} */ one, /** @type {number} */ number) => asked(desk, one, `turns-${number}`));
}

/** @param {Desk} desk @param {Any} told */
function moves(desk, told) {
  const rows = told.moves.map((/** @type {Any} */ one, /** @type {number} */ number) => asked(desk, one, `moves-${number}`));
  return rows.length ? h("div", { class: "told" }, h("h2", {}, "What it does turns on this, too"), rows) : null;
}

/** One thing that nobody has told, answered by a tap. @param {Desk} desk @param {Any} one @param {string} key */
function asked(desk, one, key) {
  const answers = one.cells.map((/** @type {any} */ cell, /** @type {number} */ number) =>
    h(
      "span",
      { class: "answers" },
      one.cells.length > 1 || cell.about ? h("span", {}, `${cell.about || cell.memory}: `) : null,
      cell.answers.map((/** @type {Any} */ told) =>
        button(`${key}-${number}-${told.words}`, told.words, () => desk.tell(at.remember(desk.fields, cell, told.value))),
      ),
    ),
  );
  const tapped = one.cells.length && one.cells.every((/** @type {Any} */ cell) => cell.answers.length);
  return h(
    "div",
    { class: "asked" },
    h("p", {}, one.asks, tapped || one.field ? null : " Tell it in a file."),
    answers,
    where(desk, one, key),
    h("p", { class: "quiet" }, withCards(`Taken: ${one.taken}; were it ${one.value}: ${one.outcome}`)),
  );
}

/** What tells a thing that stands on the table, or on the score sheet. @param {Desk} desk @param {Any} one @param {string} key */
function where(desk, one, key) {
  if (one.field === "totals") {
    const side = at.sideOf(desk.game, at.actor(desk.fields));
    return h(
      "div",
      { class: "row" },
      `${at.capital(at.whose(desk.game, desk.fields, side))}: `,
      points(desk, side, `${key}-points`),
      button(`${key}-ask`, "Ask again", () => desk.tell(desk.fields)),
    );
  }
  if (one.field === "melds") {
    const none = () => desk.tell(at.put(desk.fields, ["sides", one.side, "melds"], []));
    return h(
      "div",
      { class: "answers" },
      button(`${key}-melds`, "Yes: show what lies there", () => addMeld(desk, one.side)),
      button(`${key}-none`, "Nothing lies there", none),
    );
  }
  return one.field ? button(`${key}-where`, "Tell it on the table", () => desk.showField(one.field)) : null;
}

// ── other readings ──────────────────────────────────────────────────────────────────────────────────────────

/** @param {Any} found */
function readings(found) {
  const mine = found.readings.filter((/** @type {Any} */ one) => one.matters);
  const hanging = new Set(
    found.readings
      .filter((/** @type {Any} */ one) => !one.matters && one.unless?.length && !one.impossible)
      .map((/** @type {Any} */ one) => one.question),
  ).size;
  const over = found.whole || found.sheet;
  const none = over ? h("p", {}, "No other reading of any question changes this.") : null;
  return h(
    "div",
    { class: "readings-told" },
    h("h2", {}, "If your table reads it otherwise"),
    // How far it is nobody needs to hear again and again.
    over ? null : h("p", { class: "looking quiet", "aria-live": "off" }, lookedWords(found.looked)),
    mine.length ? mine.map(reading) : none,
    found.whole && hanging
      ? h(
          "p",
          { class: "quiet" },
          `Of ${hanging} more ${hanging === 1 ? "question" : "questions"} it hangs on what was done earlier in the deal, which nobody has told.`,
        )
      : null,
  );
}

/** @param {Any | null} looked */
function lookedWords(looked) {
  return looked ? `Other readings: ${looked.number} of ${looked.count} were looked at …` : "Other readings are being looked at …";
}

/** Show how many of the other readings were looked at. @param {HTMLElement} place @param {Any} looked */
export function looking(place, looked) {
  const told = place.querySelector(".looking");
  if (told) told.textContent = lookedWords(looked);
}

/** The id of a clause behind a sentence: its title is linked where the reading is named. */
const CLAUSE = / \[[a-z][a-z0-9.-]*\]/g;

/** @param {Any} one */
function reading(one) {
  const sort = one.verdict === "undetermined" ? "open" : one.legal ? "yes" : "no";
  return h(
    "div",
    { class: `reading ${sort}` },
    h("p", {}, h("a", { href: one.page }, one.title), ` Here: “${one.here}”`),
    h("p", {}, `Read as “${one.says}”${one.whose ?? ""} `, h("b", {}, withCards(one.words.replace(CLAUSE, "")))),
    (one.differs ?? []).map((/** @type {string} */ told) => h("p", { class: "quiet" }, withCards(told))),
    (one.unless ?? []).map((/** @type {string} */ told) => h("p", { class: "quiet" }, told)),
  );
}

// ── everything that is legal ────────────────────────────────────────────────────────────────────────────────

/** @param {Desk} desk @param {Any} found */
function choices(desk, found) {
  const told = found.told;
  if (told.over) return h("p", { class: "verdict open" }, "The deal is over; nobody may do anything.");
  if (!told.seats.length) return h("p", { class: "verdict no" }, "There is nothing that anybody may do.");
  return h(
    "div",
    { class: "choices" },
    told.seats.map((/** @type {Any} */ one) =>
      h(
        "div",
        {},
        h("h2", {}, seatMay(desk, one.seat)),
        one.acts.map((/** @type {Any} */ sort) => listed(desk, one.seat, sort)),
      ),
    ),
    told.unseen.map((/** @type {number} */ seat) =>
      h("p", {}, `What the cards of ${at.who(desk.game, desk.fields, seat)} allow besides nobody knows: tell them for a list.`),
    ),
    h("p", { class: "quiet" }, "Of cards that the rules do not tell apart, as of two suits in many games, one is named."),
    told.alike
      ? h("p", { class: "quiet" }, "Of acts with several plays those are listed of which no part would be allowed by itself.")
      : null,
    told.turns?.length
      ? h(
          "div",
          { class: "told" },
          h("h2", {}, "What may be done turns on this"),
          told.turns.map((/** @type {Any} */ one, /** @type {number} */ number) => asked(desk, one, `turns-${number}`)),
        )
      : null,
    sentences("Taken for granted", told.taken),
  );
}

/** @param {Desk} desk @param {number} seat @returns {Child[]} */
function seatMay({ game, fields }, seat) {
  return [`${at.capital(at.who(game, fields, seat))} may`];
}

const SHOWN = 40;

/** @param {Desk} desk @param {number} seat @param {Any} sort */
function listed(desk, seat, sort) {
  const rows = sort.acts
    .slice(0, SHOWN)
    .map((/** @type {Any} */ act, /** @type {number} */ number) =>
      button(
        `may-${seat}-${sort.name}-${number}`,
        withCards(act.words),
        () => desk.askAbout({ ...desk.fields, act: { ...(seat === desk.fields.turn ? {} : { seat }), action: act.action } }),
        { class: "line" },
      ),
    );
  const more = sort.acts.length - SHOWN;
  return [
    rows,
    more > 0 ? h("p", {}, `and ${more} more ways to ${sort.name}`) : null,
    sort.rest.map((/** @type {string} */ told) => h("p", { class: "quiet" }, told)),
  ];
}

// ── the sheet at the end of a deal ──────────────────────────────────────────────────────────────────────────

/** @param {Desk} desk @param {Any} found */
function score(desk, found) {
  const told = found.told;
  const how = desk.game.endings.find((/** @type {Any} */ one) => one.name === told.how);
  const by = told.seat === null ? "" : ` (${at.who(desk.game, desk.fields, told.seat)})`;
  return h(
    "div",
    { class: "score" },
    h(
      "p",
      { class: "verdict yes" },
      h("b", {}, told.headline),
      " ",
      `The deal ended: ${how?.words ?? told.how}${by}.`,
    ),
    told.winner ? h("p", {}, told.winner.length ? `The match is won by ${at.whose(desk.game, desk.fields, told.winner[0])}.` : "The match is drawn.") : null,
    told.turns.map((/** @type {Any} */ one, /** @type {number} */ number) => asked(desk, one, `turns-${number}`)),
    told.sides.map((/** @type {Any} */ side, /** @type {number} */ number) => sheet(desk, side, number)),
    readings({ readings: told.readings, sheet: true }),
    sentences("Taken for granted", told.taken),
  );
}

/** @param {Desk} desk @param {Any} side @param {number} number */
function sheet({ game, fields }, side, number) {
  const players = game.sides[number].map((/** @type {number} */ seat) => at.who(game, fields, seat));
  const rows = side.clauses.flatMap((/** @type {Any} */ one) => [
    h(
      "tr",
      { class: "clause" },
      h("th", { scope: "row" }, h("a", { href: one.page, title: one.prose.join(" ") }, one.title)),
      h("td", {}, one.sum),
    ),
    // A single line that says no more than its clause is told by that.
    ...one.rows
      .filter((/** @type {Any} */ row) => row.words || one.rows.length > 1)
      .map((/** @type {Any} */ row) =>
        h("tr", { class: "row" }, h("td", {}, withCards(row.words || one.title)), h("td", {}, row.points)),
      ),
  ]);
  const sums = [
    ["this deal", side.deal],
    ["before", String(side.before)],
    ["total", side.total],
  ].map(([words, points]) => h("tr", { class: "sum" }, h("th", { scope: "row" }, words), h("td", {}, points)));
  return h("table", {}, h("caption", {}, `${side.whose} `, players.length > 1 ? h("small", {}, players.join(" and ")) : null), h("tbody", {}, rows, sums));
}
