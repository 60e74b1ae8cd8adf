// @ts-check
// Cards picked by two taps, the rank and then the suit; by one where the rules cannot tell the suits apart.

import { button, h, show, spoken } from "./dom.mjs";
import { cardButton, cardWord, colour, face, rankWord, sign, suitWord } from "./cards.mjs";

/** @typedef {import("./position.mjs").Card} Card */
/**
 * @typedef {{title: string, cards: string[], left: () => Map<string, number>, set: (cards: string[]) => void,
 *   more?: import("./dom.mjs").Child, extra?: () => import("./dom.mjs").Child, done?: () => void, sort?: boolean}} Picked
 */

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
    /** @type {Picked | null} */
    this.picked = null;
  }

  /** @param {Card[]} pack @param {Picked} picked */
  open(pack, picked) {
    this.pack = pack;
    this.picked = picked;
    this.rank = "";
    this.draw();
    this.dialog.showModal();
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

  /** @param {string} card */
  add(card) {
    this.rank = "";
    if (this.picked) this.set([...this.picked.cards, card]);
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
      button("done", "Done", () => this.dialog.close(), { class: "main" }),
    ]);
  }

  /** @param {Map<string, number>} left */
  ranks(left) {
    const ranks = [...new Set(this.pack.map((card) => card.rank))];
    const tap = (/** @type {string} */ rank) => {
      const alike = this.classes(rank);
      if (alike.length === 1) this.add(mostLeft(alike[0], left));
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
        () => this.add(mostLeft(alike, left)),
        {
          class: colour(alike[0].name),
          disabled: count <= 0,
        },
      );
    });
    return h("div", { class: "suits", role: "group", "aria-label": `Suit of the ${rankWord(this.rank)}` }, buttons);
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
