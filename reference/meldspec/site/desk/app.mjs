// @ts-check
// The desk: what is on the table, what is asked of the rules, and what the address says of both.

import { button, h, keyed, show } from "./dom.mjs";
import { act, lacking } from "./act.mjs";
import { answer, looking, verdictWord } from "./answer.mjs";
import { Files } from "./files.mjs";
import { Picker } from "./picker.mjs";
import { remembered, Rules } from "./rules.mjs";
import { decode, encode, fieldsOf, ShareError, sharedOf } from "./share.mjs";
import { table } from "./table.mjs";
import { Tables } from "./tables.mjs";
import { offline } from "./offline.mjs";
import * as at from "./position.mjs";

/** @typedef {Record<string, any>} Any */
/** @typedef {import("./position.mjs").Fields} Fields */
/** @typedef {{to: string | number, cards: string[], top?: boolean}} Play */

const NO_DRAFT = { hand: /** @type {number[]} */ ([]), top: false };

/** Begin, in the place that the page has for it. @param {HTMLElement} place @param {URL} home */
export async function begin(place, home) {
  const printing = await (await fetch(new URL("printing.json", home))).json();
  if (!printing.runtime) {
    const why =
      "On this copy of the pages the desk was left out: whoever publishes them adds it with `make desk`. The questions below are answered without it.";
    place.replaceChildren(h("p", { class: "why" }, why));
    return;
  }
  new Desk(place, home, printing);
}

/** The worked questions of a game before those of the others. @param {string} variant */
function ofGameFirst(variant) {
  const heads = [...document.querySelectorAll('h3[id^="worked-"]')];
  const mine = heads.find((one) => one.id === `worked-${variant}`);
  if (!mine || mine === heads[0]) return;
  const theirs = [mine];
  for (let one = mine.nextElementSibling; one && one.tagName === "DETAILS"; one = one.nextElementSibling) theirs.push(one);
  heads[0].before(...theirs);
}

/** What is said where cards that were laid have been taken back. @param {boolean} topIsOther @param {boolean} chosen */
function takenBack(topIsOther, chosen) {
  const why = topIsOther ? "Another card lies on top now" : "The table is another one now";
  return `${why}: what was laid is taken back${chosen ? ", and its cards of your hand are chosen again" : ""}.`;
}

export class Desk {
  /** @param {HTMLElement} place @param {URL} home @param {Any} printing */
  constructor(place, home, printing) {
    this.place = place;
    this.home = home;
    this.printing = printing;
    this.status = h("p", { class: "status", role: "status" });
    this.note = h("div", { class: "note" });
    this.form = h("div", { class: "form" });
    this.answered = h("div", { class: "answer", role: "status", tabindex: "-1", "aria-label": "Answer" });
    this.kept = h("div", { class: "kept" });
    this.files = new Files(place, (name, text) => this.openFile(name, text));
    const anew = h("p", {}, button("anew", "Begin with an empty table", () => this.anew()));
    place.replaceChildren(this.status, this.note, this.form, this.answered, anew, this.files.place, this.kept);
    this.picker = new Picker(place);
    /** @type {Fields} */
    this.fields = { variant: printing.books[0].name };
    /** @type {any} */
    this.game = null;
    this.draft = NO_DRAFT;
    // How the rules would have the chosen cards laid, and the question about it.
    /** @type {Play[] | null} */
    this.parts = null;
    this.parting = Promise.resolve();
    // What was laid and had to be taken back.
    /** @type {{back: string[], topIsOther: boolean} | null} */
    this.taken = null;
    // What has to be told before it can be asked.
    this.lacks = "";
    /** @type {{path: string, says: string}[]} */
    this.problems = [];
    this.placed = new Set();
    /** @type {Any | null} */
    this.answer = null;
    // Whether it was given before something was changed, and what is being asked.
    this.outdated = false;
    /** @type {Any | null} */
    this.asking = null;
    this.copied = "";
    this.file = "";
    this.tables = new Tables(home);
    const top = new URL("../../", home);
    const where = {
      runtime: new URL(`${printing.runtime.home}/`, top).href,
      core: new URL(printing.runtime.core, top).href,
      memory: new URL(`memory-${printing.runtime.digest}`, home).href,
    };
    const start = () => new Worker(new URL("worker.mjs", home), { type: "module" });
    this.rules = new Rules(start, where, (state, why) => this.told(state, why));
    addEventListener("hashchange", () => this.opened());
    addEventListener("popstate", () => this.opened());
    this.shown = "";
    // Whether what the address says was asked about.
    this.asked = false;
    this.opened();
    offline(this.kept, home, printing, (cache) => remembered(start, where, cache));
  }

  // ── what is said of the desk itself ───────────────────────────────────────────────────────────────────────

  /** @param {"loading" | "ready" | "restarted" | "failed"} state @param {string} [why] */
  told(state, why = "") {
    const words = {
      loading: "The desk is being set up. The questions below are answered already.",
      ready: "",
      restarted: "What rules here gave no answer any more; it has been begun again.",
      failed: `The desk cannot rule: ${why}. The questions below are answered without it.`,
    };
    this.place.dataset.state = state;
    if (state === "ready") this.place.dataset.remembered = this.rules.remembered ? "yes" : "no";
    if (state === "ready" && this.place.dataset.restarted)
      this.status.textContent = "What rules here had stopped, and was begun again.";
    else this.status.textContent = words[state];
    if (state === "restarted") this.place.dataset.restarted = "yes";
  }

  /** Something about what was opened. @param {string} words @param {...import("./dom.mjs").Child} more */
  say(words, ...more) {
    this.note.replaceChildren(...(words ? [h("p", { role: "status" }, words), h("p", {}, more)] : []));
  }

  // ── what the address says ─────────────────────────────────────────────────────────────────────────────────

  /** Open what the address says; without anything in it, an empty table. */
  async opened() {
    const hash = location.hash.startsWith("#v") ? location.hash : "";
    if (this.game && hash === this.shown) return;
    this.shown = hash;
    if (!hash) {
      if (!this.game) await this.resumed();
      return;
    }
    // What stands there answers another question, or will be asked anew.
    this.forgetAnswer();
    this.answered.setAttribute("aria-busy", "true");
    try {
      const shared = await decode(hash);
      this.say(this.otherPrinting(shared));
      this.place.scrollIntoView();
      await this.begun(fieldsOf(shared), Boolean(shared.position));
    } catch (error) {
      if (!(error instanceof ShareError)) throw error;
      this.answered.setAttribute("aria-busy", "false");
      this.say(`This link cannot be opened: ${error.message}.`);
      if (!this.game) await this.begun({ variant: this.fields.variant });
    }
  }

  /** Without a table in the address: the one of before, where this visit has had one; else an empty one. */
  async resumed() {
    const fields = this.tables.last();
    await this.begun(fields ?? { variant: this.fields.variant });
    if (fields && this.game?.name === fields.variant)
      this.say("This is the table of before.", button("anew-note", "Begin with an empty one", () => this.anew()));
  }

  /** @param {Any} shared */
  otherPrinting({ variant, digest }) {
    const book = this.printing.books.find((/** @type {Any} */ one) => one.name === variant);
    if (!book || !digest || digest === book.digest) return "";
    return "This link was made under another printing of the rules; what you read here is ruled under this one, and may differ.";
  }

  /** Begin with some fields; where a table is told, ask at once what it was opened for. @param {Fields} fields @param {boolean} [ask] */
  async begun(fields, ask = false) {
    const set = await this.regame(fields, !ask, false);
    this.asked = true;
    if (!set) return;
    if (!ask) this.answered.setAttribute("aria-busy", "false");
    else if (fields.ended) await this.count(false);
    else if (fields.act) await this.rule(false);
    else await this.list(false);
  }

  /**
   * Open a file; what is wrong with it is given back.
   * @param {string} name @param {string} text @returns {Promise<string[]>}
   */
  async openFile(name, text) {
    /** @type {Any} */
    let found = { part: "wrong", problems: [] };
    const told = await this.rules.ask("open", { name, text }, (piece) => (found = piece));
    if (told.dropped) return [];
    if (told.failed) return [`It could not be read: ${told.failed}.`];
    if (found.part === "wrong") return found.problems.map((/** @type {Any} */ one) => one.says);
    this.say(`${name} lies on the table.`);
    this.place.scrollIntoView();
    await this.begun(found.fields, true);
    await this.write(true);
    return [];
  }

  /** The address of what is on the table. */
  async link() {
    const book = this.printing.books.find((/** @type {Any} */ one) => one.name === this.fields.variant);
    return `#${await encode(sharedOf(this.fields, book?.digest ?? ""))}`;
  }

  /**
   * Have the address say what is on the table. What was asked stays behind it, for whoever goes back; what was only on the way there
   * does not.
   * @param {boolean} asking whether it is asked about now
   */
  async write(asking) {
    const { fields } = this;
    const hash = await this.link();
    if (fields !== this.fields) return;
    if (hash !== this.shown) {
      history[this.asked ? "pushState" : "replaceState"](null, "", hash);
      this.asked = false;
    }
    this.shown = hash;
    this.asked ||= asking;
  }

  // ── what is on the table ──────────────────────────────────────────────────────────────────────────────────

  /** Play another game. @param {string} variant */
  async play(variant) {
    this.forgetAnswer();
    this.say("");
    await this.regame({ variant });
  }

  /** The same game with nothing on the table. */
  async anew() {
    if (!this.game) return;
    const { variant, options, readings } = this.fields;
    this.forgetAnswer();
    this.say("");
    await this.regame({ variant, options, readings });
    this.place.scrollIntoView({ block: "nearest" });
  }

  /** What was answered speaks of another table altogether. */
  forgetAnswer() {
    this.answer = null;
    this.outdate();
    this.drawAnswer();
  }

  /**
   * Other options or readings, or another game: its controls are asked for.
   * @param {Fields} fields @param {boolean} [fit] whether the table is to have as many seats @param {boolean} [write]
   * @returns {Promise<boolean>}
   */
  async regame(fields, fit = true, write = true) {
    const { variant, options = {}, readings = {} } = fields;
    /** @type {Any} */
    let found = { part: "wrong", problems: [] };
    const told = await this.rules.ask("game", { variant, options, readings }, (piece) => (found = piece));
    if (told.dropped) return false;
    if (told.failed || found.part === "wrong") {
      this.say(`This game cannot be set out: ${told.failed ?? found.problems.map((/** @type {Any} */ one) => one.says).join(" ")}`);
      if (!this.game) await this.regame({ variant: this.printing.books[0].name });
      return false;
    }
    this.game = found;
    ofGameFirst(variant);
    this.change(fit ? at.fitting(this.game, fields) : fields, write);
    return true;
  }

  /**
   * Another table: what was answered is an answer of before. As long as nothing is laid, the top card is chosen for whoever takes the
   * pile; but not where somebody asks about an act as it stands. What was laid and cannot be any more is taken back.
   * @param {Fields} told @param {boolean} [write] @param {boolean} [offer]
   */
  change(told, write = true, offer = write) {
    const { fields, back, topIsOther } = write ? at.relaid(this.game, this.fields, told) : { fields: told, back: [], topIsOther: false };
    // While cards are being picked, what the first of them took back stays so for the others.
    const picking = this.picker.dialog.open ? this.taken : null;
    const now = { back: [...(picking?.back ?? []), ...back], topIsOther: topIsOther || Boolean(picking?.topIsOther) };
    this.taken = fields === told ? picking : now;
    this.fields = fields;
    this.outdate();
    this.problems = [];
    const hand = at.placesOf(this.game, fields, this.taken?.back ?? []);
    this.draft = offer ? { hand, top: at.topOffered(this.game, fields) } : NO_DRAFT;
    this.parts = null;
    this.lacks = this.taken ? takenBack(this.taken.topIsOther, hand.length > 0) : "";
    this.file = "";
    this.copied = "";
    this.draw();
    this.store();
    if (hand.length) this.parting = this.part();
    if (write) this.write(false);
  }

  /** What was answered stays to be read, as an answer of before, until there is another one; nothing more is told of it. */
  outdate() {
    this.asking = null;
    this.outdated = Boolean(this.answer);
    this.answered.setAttribute("aria-busy", "false");
  }

  /** Something is being written into a field, which must not be drawn anew meanwhile. @param {Fields} fields */
  typed(fields) {
    this.fields = fields;
    this.outdate();
    this.answered.classList.toggle("before", this.outdated);
    this.store();
    this.write(false);
  }

  /** Have this visit keep the table; one on which nothing lies is none. */
  store() {
    this.tables.keep(at.untouched(this.game, this.fields) ? null : this.fields);
  }

  /** @param {typeof NO_DRAFT} draft */
  choose(draft) {
    this.draft = draft;
    this.parts = null;
    this.lacks = "";
    this.outdate();
    this.draw();
    this.parting = this.part();
  }

  /** Ask how the chosen cards would be laid: whether together they are a meld, and if not, which of them are, the rules say. */
  async part() {
    const { draft, fields } = this;
    if (!this.playsField() || !draft.hand.length) return;
    const cards = this.chosenCards();
    const { variant, options = {}, readings = {} } = fields;
    const melds = at.meldsOf(fields, at.sideOf(this.game, at.actor(fields)));
    /** @type {Any | null} */
    let found = null;
    await this.rules.ask("parts", { variant, options, readings, cards, melds }, (piece) => (found = piece));
    if (found?.part !== "parts" || draft !== this.draft || fields !== this.fields) return;
    this.parts = found.plays.map((/** @type {Any} */ one) => ({
      to: one.to,
      cards: one.cards.map((/** @type {number} */ number) => cards[number]),
      top: draft.top && one.cards.includes(0),
    }));
    this.draw();
  }

  /** The field of the act that takes what is laid, as the game has it. @returns {string | undefined} */
  playsField() {
    return at.lineOf(this.game, this.fields)?.fields.find((/** @type {Any} */ one) => one.type === "plays")?.name;
  }

  /** @param {Omit<import("./picker.mjs").Picked, "left">} picked */
  pick(picked) {
    this.picker.open(this.game.cards, { ...picked, left: () => at.left(this.game, this.fields) });
  }

  /** The cards that are chosen by a tap. @returns {string[]} */
  chosenCards() {
    const held = at.cardsOf(this.fields.hands?.[at.actor(this.fields)]);
    const { known } = at.pileOf(this.fields);
    return [...(this.draft.top ? known.slice(-1) : []), ...this.chosenOfHand().map((number) => held[number])];
  }

  /** The places of those of the hand: of a hand of one card that one, where a card has to be named. @returns {number[]} */
  chosenOfHand() {
    const held = at.cardsOf(this.fields.hands?.[at.actor(this.fields)]);
    const named = at.lineOf(this.game, this.fields)?.fields.some((/** @type {Any} */ one) => one.type === "card");
    return named && held.length === 1 ? [0] : this.draft.hand;
  }

  /** Lay the chosen cards. @param {string} field @param {Play[]} plays */
  addPlays(field, plays) {
    this.change(this.withPlays(field, plays));
  }

  /** The chosen cards in one play. @param {string | number} to @returns {Play} */
  onePlay(to) {
    return { to, cards: this.chosenCards(), top: this.draft.top };
  }

  /** @param {string} field @param {Play[]} added @returns {Fields} */
  withPlays(field, added) {
    const { action } = this.fields.act;
    const before = action[field] ?? [];
    const plays = [...before, ...added.map(({ to, cards }) => ({ to, cards: at.spelt(cards) }))];
    const top = at.topOf(at.lineOf(this.game, this.fields));
    const number = added.findIndex((one) => one.top);
    const laid = top && number >= 0 ? { [top]: before.length + number } : {};
    return at.put(this.fields, ["act", "action"], { ...action, [field]: plays, ...laid });
  }

  /** @param {string} field @param {number} number */
  dropPlay(field, number) {
    const { action } = this.fields.act;
    const plays = action[field].filter((/** @type {any} */ _, /** @type {number} */ at) => at !== number);
    const top = at.topOf(at.lineOf(this.game, this.fields));
    const laid = top ? action[top] : undefined;
    const moved = laid === undefined || laid === number ? undefined : laid > number ? laid - 1 : laid;
    const next = { ...action, [field]: plays, ...(top ? { [top]: moved } : {}) };
    this.change(
      at.put(this.fields, ["act", "action"], Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined))),
    );
  }

  /** The fields with what is chosen and not laid yet: there is no doubt where it goes. */
  complete() {
    const line = at.lineOf(this.game, this.fields);
    const cards = this.chosenCards();
    const card = line?.fields.find((/** @type {Any} */ one) => one.type === "card");
    const plays = this.playsField();
    if (card && cards.length === 1) return at.put(this.fields, ["act", "action", card.name], cards[0]);
    return plays && this.draft.hand.length ? this.withPlays(plays, this.parts ?? [this.onePlay("new")]) : this.fields;
  }

  // ── what is asked ─────────────────────────────────────────────────────────────────────────────────────────

  /** Something was told, and the same is asked again. @param {Fields} fields */
  async tell(fields) {
    const kind = this.answer?.kind;
    this.change(fields, true, false);
    await (fields.ended ? this.count() : kind === "choices" ? this.list() : this.rule());
  }

  /** Ask about an act that was listed. @param {Fields} fields */
  async askAbout(fields) {
    this.change(fields, true, false);
    await this.rule();
  }

  /** May I? Where something is not told yet, that is asked first. @param {boolean} [further] */
  async rule(further = true) {
    this.answered.setAttribute("aria-busy", "true");
    await this.parting;
    this.lacks = lacking(this);
    if (this.lacks) {
      this.answered.setAttribute("aria-busy", "false");
      this.draw();
      this.form.querySelector(".lacks")?.scrollIntoView({ block: "nearest" });
      return;
    }
    const fields = this.complete();
    if (fields !== this.fields) this.change(fields, true, false);
    /** @type {Any} */
    const found = { kind: "verdict", readings: [], looked: null };
    await this.ask("rule", found, further, (piece) => {
      if (piece.part === "reading") found.readings.push(piece);
      else found[piece.part] = piece;
    });
  }

  /** What may I do? @param {boolean} [further] */
  async list(further = true) {
    /** @type {Any} */
    const found = { kind: "choices", told: null };
    await this.ask("choices", found, further, (piece) => (found.told = { ...found.told, ...piece }));
  }

  /** Count the deal. @param {boolean} [further] */
  async count(further = true) {
    /** @type {Any} */
    const found = { kind: "score", told: null };
    await this.ask("score", found, further, (piece) => (found.told = piece));
  }

  /** @param {string} ask @param {Any} found @param {boolean} further @param {(piece: Any) => void} take */
  async ask(ask, found, further, take) {
    this.asking = found;
    this.problems = [];
    this.answered.setAttribute("aria-busy", "true");
    const write = further ? this.write(true) : null;
    const told = await this.rules.ask(ask, this.fields, (piece) => this.heard(piece, found, take));
    if (told.dropped || found !== this.asking) return;
    this.answered.setAttribute("aria-busy", "false");
    if (told.failed) this.say(`This could not be found out: ${told.failed}.`);
    this.place.dataset.heap = String(this.rules.heap);
    await write;
  }

  /** @param {Any} piece @param {Any} found @param {(piece: Any) => void} take */
  heard(piece, found, take) {
    if (found !== this.asking) return;
    if (piece.part === "wrong") {
      this.problems = piece.problems;
      this.draw();
      /** @type {HTMLElement | null} */ (this.place.querySelector(".wrong"))?.scrollIntoView({ block: "center" });
      return;
    }
    take(piece);
    if (piece.part === "looked") {
      looking(this.answered, piece);
      return;
    }
    const first = this.answer !== found;
    this.answer = found;
    this.outdated = false;
    this.drawAnswer();
    if (first) {
      this.place.dataset.verdict = piece.part === "verdict" ? verdictWord(piece) : piece.part;
      this.answered.scrollIntoView({ block: "nearest" });
      this.answered.focus({ preventScroll: true });
    }
  }

  // ── what is shown ─────────────────────────────────────────────────────────────────────────────────────────

  draw() {
    if (!this.game) return;
    this.placed.clear();
    const parts = [table(this), act(this)];
    // What speaks of no field that is shown stands where the answer would.
    const rest = this.problems.filter((one) => !this.placed.has(one));
    const head = this.problems.length
      ? h("p", { class: "verdict open" }, "This table cannot be: what is wrong stands beside it.")
      : null;
    show(this.form, parts);
    if (head) show(this.answered, [head, rest.map((one) => h("p", { class: "wrong" }, one.says))]);
    else this.drawAnswer();
  }

  drawAnswer() {
    this.answered.classList.toggle("before", this.outdated);
    const words = "This was the answer before something was changed. Ask again.";
    show(this.answered, [this.answer ? h("p", { class: "of-before" }, words) : null, answer(this)]);
  }

  /** Lead to what tells a field of the table. @param {string} field */
  showField(field) {
    const named = CSS.escape(field);
    const places = [...this.form.querySelectorAll(`[data-key^="${named}"], [data-key^="place-${named}"]`)];
    const place = /** @type {HTMLElement | undefined} */ (places.find((one) => !one.hasAttribute("disabled")));
    place?.closest("details")?.setAttribute("open", "");
    place?.scrollIntoView({ block: "center" });
    place?.focus({ preventScroll: true });
  }

  /** @param {"link" | "file"} what */
  async copy(what) {
    const text = what === "link" ? new URL(await this.link(), location.href).href : at.fileText(this.fields);
    try {
      await navigator.clipboard.writeText(text);
      this.copied = what;
    } catch {
      // Where a page may not write there the text is shown, to be copied by hand.
      this.file = text;
    }
    this.drawAnswer();
    keyed(this.answered, what === "link" ? "copy-link" : "copy-file")?.focus();
  }

  showFile() {
    this.file = this.file ? "" : at.fileText(this.fields);
    this.drawAnswer();
  }
}
