// @ts-check
// What stands on the score sheet and not on the table: the points of the sides before this deal, and which deal it is.

import { button, h, numberField, stepper } from "./dom.mjs";
import { wrong } from "./table.mjs";
import * as at from "./position.mjs";

/** @typedef {import("./app.mjs").Desk} Desk */

const STEPS = [5, 100, 1000];
const LEAST = -20_000;

/** The points of one side, written into a field; what is not told is taken to be nothing. @param {Desk} desk @param {number} side @param {string} place */
export function points(desk, side, place) {
  const words = `${at.whose(desk.game, desk.fields, side)} before this deal`;
  const told = desk.fields.totals?.[side];
  const key = `${place}-${side}`;
  const below = () => desk.change(withTotal(desk, side, -(desk.fields.totals?.[side] ?? 0)));
  return h(
    "span",
    { class: "points" },
    numberField(key, words, `totals-${side}`, told, (value) => desk.typed(withTotal(desk, side, value))),
    button(`${key}-sign`, "±", below, { "aria-label": `${words}: below zero or above` }),
  );
}

/** @param {Desk} desk @param {number} side @param {number | undefined} value */
function withTotal({ fields, game }, side, value) {
  const totals = (fields.totals ?? game.sides.map(() => 0)).map((/** @type {number} */ one, /** @type {number} */ number) =>
    number === side ? (value ?? 0) : one,
  );
  // As long as nobody tells any, a ruling asks for them where they matter.
  return at.put(fields, ["totals"], value === undefined && !totals.some(Boolean) ? undefined : totals);
}

/** @param {Desk} desk */
export function match(desk) {
  const { fields, game } = desk;
  const now = (/** @type {number} */ side) => desk.fields.totals?.[side] ?? 0;
  const step = (/** @type {number} */ side, /** @type {number} */ by) =>
    button(
      `totals-${side}${by < 0 ? "" : "+"}${by}`,
      by < 0 ? `−${-by}` : `+${by}`,
      () => desk.change(withTotal(desk, side, Math.max(LEAST, now(side) + by))),
      { "aria-label": `${by < 0 ? `−${-by}` : `+${by}`} points: ${at.whose(game, fields, side)}` },
    );
  return h(
    "div",
    { class: "match" },
    [...game.sides.keys()].map((side) =>
      h(
        "div",
        { class: "row" },
        h("span", {}, `${at.capital(at.whose(game, fields, side))}: points before this deal `),
        points(desk, side, "match"),
        h("span", { class: "stepper" }, [...STEPS].reverse().map((by) => step(side, -by)), STEPS.map((by) => step(side, by))),
      ),
    ),
    h(
      "p",
      {},
      "Deal of the match ",
      stepper("deal", "number of the deal", fields.deal ?? 1, (value) => desk.change(at.put(desk.fields, ["deal"], value)), {
        least: 1,
      }),
    ),
    wrong(desk, (path) => /^(totals|deal|dealer)/.test(path)),
  );
}
