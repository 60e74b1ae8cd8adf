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

/** Fetch everything at once, and begin. @param {{runtime: string, core: string}} where */
async function begin({ runtime, core }) {
  const archive = fetch(core).then(whole);
  const { loadPyodide } = await import(`${runtime}pyodide.mjs`);
  python = await loadPyodide({ indexURL: runtime, env: { HOME: "/", MELDSPEC_CACHE: "off", PYTHONDONTWRITEBYTECODE: "1" } });
  python.unpackArchive(await archive, "zip", { extractDir: "/desk" });
  desk = python.runPython(BEGIN);
  postMessage({ ready: true, python: python.runPython("sys.version.split()[0]") });
  answerAll();
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
