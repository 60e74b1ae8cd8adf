// @ts-check
// Cards picked by two taps, the rank and then the suit; by one where the rules cannot tell the suits apart.

import { button, h, show, spoken } from "./dom.mjs";
import { cardButton, cardWord, colour, face, rankWord, sign, suitWord } from "./cards.mjs";

/** @typedef {import("./position.mjs").Card} Card */
/**
 * @typedef {{title: string, cards: string[], left: () => Map<string, number>, set: (cards: string[]) => void,
 *   extra?: () => import("./dom.mjs").Child, done?: () => void, next?: () => void, nextWords?: string}} Picked
 */

// So many cards can be had at a tap.
const AT_A_TAP = 7;

export class Picker {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.dialog = /** @type {HTMLDialogElement} */ (h("dialog", { class: "picker", "aria-label": "Pick cards" }));
    this.dialog.addEventListener("close", () => this.closed());
    // A tap beside it is a tap on the dialog itself.
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
    place.append(this.dialog);
    /** @type {Card[]} */
    this.pack = [];
    this.rank = "";
    this.times = 1;
    /** @type {Picked | null} */
    this.picked = null;
  }

  /** @param {Card[]} pack @param {Picked} picked */
  open(pack, picked) {
    this.pack = pack;
    this.picked = picked;
    this.rank = "";
    if (!this.dialog.open) this.times = 1;
    this.draw();
    if (!this.dialog.open) this.dialog.showModal();
  }

  closed() {
    const done = this.picked?.done;
    this.picked = null;
    done?.();
  }

  /** @param {string[]} cards */
  set(cards) {
    if (!this.picked) return;
    this.picked.cards = cards;
    this.picked.set(cards);
    this.draw();
  }

  /** Add cards of which any will do, as many as are had at a tap and are left. @param {Card[]} alike */
  add(alike) {
    const { picked } = this;
    if (!picked) return;
    this.rank = "";
    const left = picked.left();
    const cards = [];
    while (cards.length < this.times && sum(alike, left) > 0) {
      const card = mostLeft(alike, left);
      left.set(card, (left.get(card) ?? 0) - 1);
      cards.push(card);
    }
    this.set([...picked.cards, ...cards]);
  }

  /** How many cards a tap takes. */
  atATap() {
    const counts = Array.from({ length: AT_A_TAP }, (_, number) => number + 1);
    const set = (/** @type {number} */ count) => {
      this.times = count;
      this.draw();
    };
    return [
      h("p", { class: "quiet" }, "Cards at a tap"),
      h(
        "div",
        { class: "times", role: "group", "aria-label": "Cards at a tap" },
        counts.map((count) => button(`times-${count}`, `${count}`, () => set(count), { "aria-pressed": String(this.times === count) })),
      ),
    ];
  }

  /** What follows these cards: others of the same sort, or nothing. @param {Picked} picked */
  ends(picked) {
    const next = () => {
      picked.done?.();
      picked.next?.();
    };
    const more = picked.next
      ? button("another", picked.nextWords ?? "Another", next, { class: "main", disabled: !picked.cards.length })
      : null;
    return h(
      "div",
      { class: "ends" },
      more,
      button("done", "Done", () => this.dialog.close(), { class: "main" }),
    );
  }

  draw() {
    const { picked } = this;
    if (!picked) return;
    const held = picked.cards.map((card, number) =>
      cardButton(`picked-${number}`, card, () => this.set(picked.cards.filter((_, at) => at !== number)), {
        words: `take ${cardWord(card)} away`,
      }),
    );
    show(this.dialog, [
      h("p", { class: "title" }, picked.title),
      h(
        "div",
        { class: "picked", role: "group", "aria-label": "Picked; a tap takes a card away" },
        held.length ? held : h("span", { class: "none" }, "no cards yet"),
      ),
      picked.extra?.(),
      this.ranks(picked.left()),
      this.suits(picked.left()),
      this.atATap(),
      this.ends(picked),
    ]);
  }

  /** @param {Map<string, number>} left */
  ranks(left) {
    const ranks = [...new Set(this.pack.map((card) => card.rank))];
    const tap = (/** @type {string} */ rank) => {
      const alike = this.classes(rank);
      if (alike.length === 1) this.add(alike[0]);
      else {
        this.rank = this.rank === rank ? "" : rank;
        this.draw();
        /** @type {HTMLElement | null} */ (this.dialog.querySelector(".suits button:not([disabled])"))?.focus();
      }
    };
    return h(
      "div",
      { class: "ranks", role: "group", "aria-label": "Rank" },
      ranks.map((rank) => {
        const count = sum(
          this.pack.filter((card) => card.rank === rank),
          left,
        );
        return button(
          `rank-${rank}`,
          [
            h(
              "span",
              { "aria-hidden": "true" },
              rank === "JK" ? ["★", h("small", {}, rankWord(rank))] : rank === "T" ? "10" : rank,
              h("small", {}, `${count}`),
            ),
            spoken(`${rankWord(rank)}, ${count} left`),
          ],
          () => tap(rank),
          {
            "aria-pressed": String(this.rank === rank),
            disabled: count <= 0,
          },
        );
      }),
    );
  }

  /** The cards of a rank, those together that the rules cannot tell apart. @param {string} rank @returns {Card[][]} */
  classes(rank) {
    const cards = this.pack.filter((card) => card.rank === rank);
    return [...new Set(cards.map((card) => card.class))].map((alike) => cards.filter((card) => card.class === alike));
  }

  /** @param {Map<string, number>} left */
  suits(left) {
    if (!this.rank) return h("div", { class: "suits empty" });
    const buttons = this.classes(this.rank).map((alike) => {
      const count = sum(alike, left);
      const words = `${rankWord(this.rank)} of ${alike.map((card) => suitWord(card.suit ?? "")).join(" or ")}, ${count} left`;
      const signs = alike.map((card) => (card.suit ? sign(card.suit) : face(card.name)));
      return button(
        `suit-${alike[0].name}`,
        [h("span", { "aria-hidden": "true" }, signs, h("small", {}, `${count}`)), spoken(words)],
        () => this.add(alike),
        {
          class: colour(alike[0].name),
          disabled: count <= 0,
        },
      );
    });
    const any = this.pack.filter((card) => card.rank === this.rank);
    const all = this.times > 1 ? button("suit-any", "of any suit", () => this.add(any), { class: "any" }) : null;
    return h("div", { class: "suits", role: "group", "aria-label": `Suit of the ${rankWord(this.rank)}` }, buttons, all);
  }
}

/** @param {Card[]} cards @param {Map<string, number>} left */
function sum(cards, left) {
  return cards.reduce((count, card) => count + Math.max(0, left.get(card.name) ?? 0), 0);
}

/** @param {Card[]} cards @param {Map<string, number>} left */
function mostLeft(cards, left) {
  return cards.reduce((best, card) => ((left.get(card.name) ?? 0) > (left.get(best.name) ?? 0) ? card : best)).name;
}
