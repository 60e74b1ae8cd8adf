// @ts-check
// What the page asks of the rules, and a watch over whoever answers: where no answer comes the rules are begun again.

/** @typedef {(piece: Record<string, any>) => void} Hear */
/** @typedef {{id: number, ask: string, fields: object, hear: Hear, over: (told: Told) => void, again: boolean}} Asked */
/** @typedef {{failed?: string, dropped?: boolean, seconds?: number}} Told */

// So long a question may stay unheard, and so long an answer may take, in milliseconds: a look ahead may take its time.
const UNHEARD = 12_000;
const UNANSWERED = 90_000;

/**
 * Have a worker keep what the desk begins with quicker, and end it.
 * @param {() => Worker} start @param {object} where @param {string} cache @returns {Promise<void>}
 */
export function remembered(start, where, cache) {
  const worker = start();
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => (data.kept ? resolve() : reject(new Error(data.failed)));
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new Error(event.message));
    };
    worker.postMessage({ remember: where, cache });
  }).finally(() => worker.terminate());
}

export class Rules {
  /**
   * @param {() => Worker} start what begins a worker
   * @param {object} where the addresses that it is told
   * @param {(state: "loading" | "ready" | "restarted" | "failed", why?: string) => void} tell what is told of its state
   */
  constructor(start, where, tell) {
    this.start = start;
    this.where = where;
    this.tell = tell;
    this.count = 0;
    this.heap = 0;
    this.ready = false;
    // Whether it began from what the device keeps.
    this.remembered = false;
    /** @type {Asked | null} */
    this.asked = null;
    this.watch = 0;
    this.begin();
  }

  /** Begin, or begin again. */
  begin() {
    this.ready = false;
    this.worker = this.start();
    this.worker.onmessage = ({ data }) => this.heard(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.ready ? this.lost() : this.fail(event.message || "what rules could not be fetched");
    };
    this.worker.postMessage({ begin: this.where });
    this.tell("loading");
  }

  /**
   * Ask; whatever was asked before is answered no more.
   * @param {string} ask @param {object} fields @param {Hear} hear
   * @returns {Promise<Told>}
   */
  ask(ask, fields, hear) {
    this.asked?.over({ dropped: true });
    const begun = performance.now();
    return new Promise((resolve) => {
      const over = (/** @type {Told} */ told) => resolve({ ...told, seconds: (performance.now() - begun) / 1000 });
      this.asked = { id: ++this.count, ask, fields, hear, over, again: false };
      if (this.ready) this.send();
    });
  }

  /** Send what is asked. */
  send() {
    if (!this.asked) return;
    const { id, ask, fields } = this.asked;
    this.worker?.postMessage({ id, ask, fields });
    this.expect(UNHEARD);
  }

  /** @param {number} within */
  expect(within) {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => this.lost(), within);
  }

  /** No answer comes. */
  lost() {
    clearTimeout(this.watch);
    this.worker?.terminate();
    if (this.asked?.again) {
      this.asked.over({ failed: "no answer came, the second time, too" });
      this.asked = null;
    } else if (this.asked) this.asked.again = true;
    this.begin();
    this.tell("restarted");
  }

  /** @param {string} why */
  fail(why) {
    this.asked?.over({ failed: why });
    this.asked = null;
    this.tell("failed", why);
  }

  /** @param {Record<string, any>} data */
  heard(data) {
    if (data.ready) {
      this.ready = true;
      this.remembered = data.remembered;
      this.tell("ready");
      this.send();
    } else if (data.failed && !data.id) this.fail(data.failed);
    else if (data.id === this.asked?.id) this.answered(data);
  }

  /** @param {Record<string, any>} data */
  answered(data) {
    const asked = /** @type {Asked} */ (this.asked);
    if (data.piece) asked.hear(data.piece);
    if (data.heap) this.heap = data.heap;
    if (!data.done && !data.failed) {
      this.expect(UNANSWERED);
      return;
    }
    clearTimeout(this.watch);
    this.asked = null;
    asked.over(data.failed ? { failed: data.failed } : {});
  }
}
