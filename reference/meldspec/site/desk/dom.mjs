// @ts-check
// Elements in small pieces, and a way to show new ones in place of old ones without losing where the reader is.

/** @typedef {Node | string | null | undefined | false | Children} Child */
/** @typedef {Array<Node | string | null | undefined | false | any[]>} Children */

/**
 * An element; of its properties those that begin with `on` are heard, `key` is what it is found again by after it was drawn anew.
 * @param {string} name
 * @param {Record<string, any>} [properties]
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function h(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "key") made.dataset.key = value;
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, String(value));
  }
  append(made, children);
  return made;
}

/** @param {Element} made @param {Child[]} children */
function append(made, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(made, child);
    else if (child) made.append(child);
  }
}

/**
 * Show other children: what had the focus has it again, by its key, and what was folded out stays so.
 * @param {HTMLElement} place
 * @param {Child[]} children
 */
export function show(place, children) {
  const focused = place.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.key : null;
  const open = new Set([...place.querySelectorAll("details[open]")].map((one) => /** @type {HTMLElement} */ (one).dataset.key));
  place.replaceChildren();
  append(place, children);
  for (const one of place.querySelectorAll("details[data-key]")) {
    if (open.has(/** @type {HTMLElement} */ (one).dataset.key)) one.setAttribute("open", "");
  }
  if (focused) keyed(place, focused)?.focus();
}

/** @param {HTMLElement} place @param {string} key @returns {HTMLElement | null} */
export function keyed(place, key) {
  return place.querySelector(`[data-key="${CSS.escape(key)}"]`);
}

/** Words that are only read aloud, where a sign says it to whoever sees. @param {string} words */
export function spoken(words) {
  return h("span", { class: "spoken" }, words);
}

/**
 * A button with words.
 * @param {string} key @param {Child} words @param {() => void} act @param {Record<string, any>} [properties]
 */
export function button(key, words, act, properties = {}) {
  return h("button", { type: "button", key, onclick: act, ...properties }, words);
}

/**
 * One of several that is chosen by a tap.
 * @param {string} legend @param {{key: string, words: Child, chosen: boolean, act: () => void, disabled?: boolean}[]} choices
 * @param {Record<string, any>} [properties]
 */
export function choice(legend, choices, properties = {}) {
  const buttons = choices.map((one) =>
    button(one.key, one.words, one.act, { "aria-pressed": one.chosen ? "true" : "false", disabled: one.disabled }),
  );
  return h("div", { class: "choice", role: "group", "aria-label": legend, ...properties }, buttons);
}

/**
 * A number that is written; what of several fields is one and the same number goes by one name, and is shown in all of them.
 * @param {string} key @param {string} words @param {string} name @param {number | undefined} value
 * @param {(value: number | undefined) => void} set
 */
export function numberField(key, words, name, value, set) {
  const heard = (/** @type {Event} */ event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const written = field.value.replace(/[−–]/g, "-").trim();
    const fits = /^-?\d{1,6}$/.test(written);
    field.setAttribute("aria-invalid", String(!fits && written !== ""));
    if (!fits && written !== "") return;
    set(fits ? Number(written) : undefined);
    for (const other of document.getElementsByName(name)) {
      if (other !== field) /** @type {HTMLInputElement} */ (other).value = written;
    }
  };
  const shown = value === undefined ? "" : String(value);
  const properties = { type: "text", inputmode: "numeric", autocomplete: "off", maxlength: 7, placeholder: "0", "aria-label": words };
  return h("input", { ...properties, key, name, value: shown, oninput: heard });
}

/**
 * A number with less and more beside it.
 * @param {string} key @param {string} words @param {number} value @param {(value: number) => void} set
 * @param {{least?: number, most?: number, steps?: number[]}} [bounds]
 */
export function stepper(key, words, value, set, { least = 0, most = Infinity, steps = [1] } = {}) {
  const step = (/** @type {number} */ by) => {
    const next = Math.min(most, Math.max(least, value + by));
    const sign = by < 0 ? `−${-by}` : `+${by}`;
    return button(`${key}${by}`, sign, () => set(next), { "aria-label": `${sign} ${words}`, disabled: next === value });
  };
  const down = [...steps].reverse().map((by) => step(-by));
  const told = h("output", { "aria-label": `${words}: ${value}` }, String(value));
  return h("span", { class: "stepper", role: "group", "aria-label": words }, down, told, steps.map(step));
}
