// @ts-check
// The desk without a network: asked for before anything is stored.

import { button, h } from "./dom.mjs";

/** @typedef {Record<string, any>} Any */

// So much takes the memory of Python that is kept besides, packed, in bytes.
const MEMORY = 8e6;

/**
 * Offer to keep the desk on the device, where the browser can.
 * @param {HTMLElement} place @param {URL} home @param {Any} printing
 * @param {(cache: string) => Promise<void>} remember keeps what the desk begins with quicker
 */
export async function offline(place, home, printing, remember) {
  if (!("serviceWorker" in navigator)) return;
  const top = new URL("../../", home);
  const cache = `desk ${printing.runtime.digest}`;
  const size = printing.runtime.files.reduce((/** @type {number} */ sum, /** @type {Any} */ file) => sum + file.size, MEMORY);
  const say = (/** @type {string} */ words) => place.replaceChildren(h("p", { role: "status" }, words));
  if (await caches.has(cache)) return say("The desk is kept on this device, and rules without a network.");
  const keep = async () => {
    say("The desk is being stored …");
    try {
      await store(cache, top, printing);
      await navigator.serviceWorker.register(new URL("desk-offline.js", top));
      // Without it the desk begins as slowly as before.
      await remember(cache).catch(() => {});
      say("The desk is kept on this device, and rules without a network.");
    } catch (error) {
      await caches.delete(cache);
      say(`The desk could not be stored: ${error instanceof Error ? error.message : error}.`);
    }
  };
  const words = `Keep the desk on this device, to rule without a network? It takes ${Math.round(size / 1e6)} MB of its memory.`;
  place.replaceChildren(h("p", {}, words), button("keep", "Keep it", keep));
}

/** Store the files of the desk, and what this page has fetched of the site. @param {string} cache @param {URL} top @param {Any} printing */
async function store(cache, top, printing) {
  const fetched = performance.getEntriesByType("resource").map((entry) => entry.name.split("#")[0]);
  const own = fetched.filter((name) => name.startsWith(top.href));
  const files = printing.runtime.files.map((/** @type {Any} */ file) => new URL(file.path, top).href);
  const page = location.href.split("#")[0];
  const modules = ["worker.mjs", "begin.js", "desk.css", "printing.json"].map((name) => new URL(`assets/desk/${name}`, top).href);
  for (const name of await caches.keys()) if (name.startsWith("desk ")) await caches.delete(name);
  await (await caches.open(cache)).addAll([...new Set([page, ...own, ...files, ...modules])]);
}
