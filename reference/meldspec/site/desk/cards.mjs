// @ts-check
// Cards as buttons and in sentences: drawn by rank and sign, and read aloud as players call them.

import { h, spoken } from "./dom.mjs";

/** @typedef {import("./dom.mjs").Child} Child */

const SUITS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
const SIGNS = { "♣": "C", "♦": "D", "♥": "H", "♠": "S" };
const RANKS = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", JK: "joker" };
const NUMBERS = ["two", "three", "four", "five", "six", "seven", "eight", "nine"];
// Drawn, so that no font makes a little picture of them.
const PATHS = {
  C: "M8 1a3.2 3.2 0 0 1 2.7 5A3.3 3.3 0 1 1 9 10.9Q9.2 14 11 15H5Q6.8 14 7 10.9A3.3 3.3 0 1 1 5.3 6 3.2 3.2 0 0 1 8 1Z",
  D: "M8 .8 14 8l-6 7.2L2 8Z",
  H: "M8 15C2.5 10.6 1 8 1 5.3A3.6 3.6 0 0 1 8 4a3.6 3.6 0 0 1 7 1.3C15 8 13.5 10.6 8 15Z",
  S: "M8 1c2 3.6 7 5.6 7 9.2a3.3 3.3 0 0 1-6 1.5Q9.2 14 11 15H5q1.8-1 2-3.3a3.3 3.3 0 0 1-6-1.5C1 6.6 6 4.6 8 1Z",
};

/** @param {string} card @returns {[string, string | null]} */
export function rankAndSuit(card) {
  return card.length === 2 && card[1] in SUITS ? [card[0], card[1]] : [card, null];
}

/** A number as players say it. @param {number} number */
export function numberWord(number) {
  return number === 1 ? "one" : (NUMBERS[number - 2] ?? String(number));
}

/** @param {string} rank */
export function rankWord(rank) {
  return RANKS[/** @type {keyof RANKS} */ (rank)] ?? NUMBERS[Number(rank) - 2] ?? rank;
}

/** A card as it is called: `nine of clubs`. @param {string} card */
export function cardWord(card) {
  const [rank, suit] = rankAndSuit(card);
  return suit ? `${rankWord(rank)} of ${SUITS[/** @type {keyof SUITS} */ (suit)]}` : rankWord(rank);
}

/** @param {string} suit */
export function suitWord(suit) {
  return SUITS[/** @type {keyof SUITS} */ (suit)];
}

/** @param {string} suit @returns {Node} */
export function sign(suit) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", `sign ${suit}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", PATHS[/** @type {keyof PATHS} */ (suit)]);
  svg.append(path);
  return svg;
}

/** @param {string} card @returns {Child[]} */
export function face(card) {
  const [rank, suit] = rankAndSuit(card);
  const shown = { T: "10", JK: "★" }[rank] ?? rank;
  return [h("span", { "aria-hidden": "true" }, shown), suit ? sign(suit) : null];
}

/** @param {string} card */
export function colour(card) {
  const suit = rankAndSuit(card)[1];
  return suit === "D" || suit === "H" ? "red" : "black";
}

/**
 * A card that is tapped.
 * @param {string} key @param {string} card @param {() => void} act @param {Record<string, any>} [properties]
 */
export function cardButton(key, card, act, properties = {}) {
  const { words = cardWord(card), ...others } = properties;
  return h("button", { type: "button", key, class: `card ${colour(card)}`, onclick: act, ...others }, face(card), spoken(words));
}

/** Cards that lie side by side, as one picture. @param {string[]} cards @returns {HTMLElement} */
export function fan(cards) {
  return h(
    "span",
    { class: "fan", role: "img", "aria-label": cardsWords(cards) },
    cards.map((card) => h("span", { class: `card small ${colour(card)}`, "aria-hidden": "true" }, face(card))),
  );
}

/** @param {string[]} cards */
export function cardsWords(cards) {
  return cards.length ? cards.map(cardWord).join(", ") : "no cards";
}

/** A sentence in which cards stand as a file has them, with these drawn. @param {string} text @returns {Child[]} */
export function withCodes(text) {
  const code = /((?<![0-9A-Za-z])(?:[2-9TJQKA][CDHS]|JK)(?![0-9A-Za-z]))/;
  return text.split(code).map((part, number) => {
    if (number % 2 === 0) return part;
    return h("span", { class: `in-words ${colour(part)}`, role: "img", "aria-label": cardWord(part) }, face(part));
  });
}

/** A sentence with its cards drawn. @param {string} text @returns {Child[]} */
export function withCards(text) {
  return text.split(/((?<![0-9A-Za-z])[2-9TJQKA][♣♦♥♠]|(?<![A-Z])JK(?![A-Z]))/u).map((part, number) => {
    if (number % 2 === 0) return part;
    const suit = SIGNS[/** @type {keyof SIGNS} */ (part[1])];
    const card = suit ? part[0] + suit : part;
    return h("span", { class: `in-words ${colour(card)}`, role: "img", "aria-label": cardWord(card) }, face(card));
  });
}
