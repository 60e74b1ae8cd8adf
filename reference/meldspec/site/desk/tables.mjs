// @ts-check
// The table of this visit, kept by the browser until its tab is closed: whoever looks something up comes back to it.

const NAME = "meldspec-desk-table";

/** @typedef {import("./position.mjs").Fields} Fields */

export class Tables {
  /** @param {URL} home where the desk lies: another printing has tables of its own */
  constructor(home) {
    this.name = `${NAME} ${home.pathname}`;
  }

  /** @param {Fields | null} fields */
  keep(fields) {
    try {
      if (fields) sessionStorage.setItem(this.name, JSON.stringify(fields));
      else sessionStorage.removeItem(this.name);
    } catch {
      // A browser may keep nothing, and then there is nothing to come back to.
    }
  }

  /** @returns {Fields | null} */
  last() {
    try {
      const found = JSON.parse(sessionStorage.getItem(this.name) ?? "null");
      return typeof found?.variant === "string" ? found : null;
    } catch {
      return null;
    }
  }
}
