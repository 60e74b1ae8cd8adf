// @ts-check
// Rules beside the page, so that the page never waits: Python with what a ruling takes, asked one question after another.

/** @type {any} */
let desk = null;
/** @type {any} */
let python = null;
/** @type {{id: number, ask: string, fields: object}[]} */
const waiting = [];
let running = false;
let latest = 0;
// So long it goes on before it looks whether something else is asked, in milliseconds.
const BREATH = 12;
const PROGRESS = '{"part":"looked"';
const OFTEN = 100;

// What takes most of the time of a beginning, and is the same at each of them.
const IMPORTS = `
import json, sys
sys.path.insert(0, "/desk")
import meldspec.engine.shipped, meldspec.position.profiles, meldspec.ruling.desk.answers, meldspec.ruling.page
`;
const BEGIN = `
import json, sys
from pathlib import Path
sys.path.insert(0, "/desk")
from meldspec.engine.shipped import shipped_library
from meldspec.position.profiles import Profile
from meldspec.ruling.desk.answers import Desk
from meldspec.ruling.page import Source
sources, profiles = (json.loads(Path(f"/desk/{name}.json").read_text(encoding="utf-8")) for name in ("sources", "profiles"))
library = shipped_library(Path("/desk/books"))

def opened(told):
    # What reads YAML is imported with the first file.
    from meldspec.sources.opened_file import opened_file
    yield from opened_file(told, library, {name: Profile(**one) for name, one in profiles.items()})

Desk(library, {
    tag: Source(**{name: tuple(value) if isinstance(value, list) else value for name, value in told.items()})
    for tag, told in sources.items()
}, {"open": opened})
`;

/** @typedef {{runtime: string, core: string, memory: string}} Where */

/** Python with what is ours beside it. @param {Where} where @param {Record<string, any>} [options] */
async function loaded({ runtime, core }, options = {}) {
  const archive = fetch(core).then(whole);
  const { loadPyodide } = await import(`${runtime}pyodide.mjs`);
  const env = { HOME: "/", MELDSPEC_CACHE: "off", PYTHONDONTWRITEBYTECODE: "1" };
  const found = await loadPyodide({ indexURL: runtime, env, ...options });
  found.unpackArchive(await archive, "zip", { extractDir: "/desk" });
  return found;
}

/** Fetch everything at once, and begin; from the memory that this device keeps, where it does. @param {Where} where */
async function begin(where) {
  const kept = await keptMemory(where).catch(() => null);
  let remembered = false;
  if (kept) {
    try {
      python = await loaded(where, { _loadSnapshot: kept });
      desk = python.runPython(BEGIN);
      remembered = true;
    } catch {
      // Pyodide promises nothing about it, so that whatever comes of it must do no harm.
      await forget(where);
    }
  }
  if (!remembered) {
    python = await loaded(where);
    desk = python.runPython(BEGIN);
  }
  postMessage({ ready: true, remembered, python: python.runPython("sys.version.split()[0]") });
  answerAll();
}

// ── the memory of Python after its imports, kept by the device (docs/decisions/0073) ────────────────────────

/** @param {Where} where @returns {Promise<Uint8Array | null>} */
async function keptMemory({ memory }) {
  const found = "caches" in globalThis ? await caches.match(memory) : null;
  const stream = found?.body?.pipeThrough(new DecompressionStream("gzip"));
  return stream ? new Uint8Array(await new Response(stream).arrayBuffer()) : null;
}

/** @param {Where} where */
async function forget({ memory }) {
  for (const name of await caches.keys()) await (await caches.open(name)).delete(memory);
}

/** Make it, in a worker that does nothing else, and keep it. @param {Where} where @param {string} cache */
async function remember(where, cache) {
  const found = await loaded(where, { _makeSnapshot: true });
  found.runPython(IMPORTS);
  const packed = new Blob([found.makeMemorySnapshot()]).stream().pipeThrough(new CompressionStream("gzip"));
  await (await caches.open(cache)).put(where.memory, new Response(packed));
}

/** @param {Response} response */
function whole(response) {
  if (!response.ok) throw new Error(`${response.url} was answered with ${response.status}`);
  return response.arrayBuffer();
}

/** Let what else was asked be heard. */
function breath() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(port1.close());
    port2.postMessage(null);
  });
}

async function answerAll() {
  if (running || !desk) return;
  running = true;
  for (let asked = waiting.shift(); asked; asked = waiting.shift()) await answer(asked);
  running = false;
}

/** Answer piece by piece, until something else is asked. @param {{id: number, ask: string, fields: object}} asked */
async function answer({ id, ask, fields }) {
  try {
    desk.ask(JSON.stringify({ ask, fields }));
    let told = performance.now();
    for (let since = told; id === latest;) {
      const piece = desk.next();
      if (piece === "") break;
      const now = performance.now();
      const progress = piece.startsWith(PROGRESS);
      // How far it is is told now and then; whatever else there is, at once.
      if (!progress || now - told > OFTEN) {
        postMessage({ id, piece: JSON.parse(piece) });
        if (progress) told = now;
      }
      if (!progress || now - since > BREATH) {
        await breath();
        since = performance.now();
      }
    }
    postMessage({ id, done: true, heap: python._module.HEAPU8.length });
  } catch (error) {
    postMessage({ id, failed: lastLine(error) });
  }
}

/** What went wrong, without the way there. @param {unknown} error */
function lastLine(error) {
  const lines = String(error instanceof Error ? error.message : error)
    .trim()
    .split("\n");
  return lines[lines.length - 1];
}

addEventListener("message", ({ data }) => {
  if (data.remember) {
    remember(data.remember, data.cache)
      .then(() => postMessage({ kept: true }))
      .catch((error) => postMessage({ failed: lastLine(error) }));
    return;
  }
  if (data.begin) {
    begin(data.begin).catch((error) => postMessage({ failed: lastLine(error) }));
    return;
  }
  // The last question is the one that is to be answered; whoever asked before has gone on.
  latest = data.id;
  waiting.length = 0;
  waiting.push(data);
  postMessage({ id: data.id, heard: true });
  answerAll();
});
