// Rules on positions in Pyodide, as a page would: node rule.mjs PYODIDE ARCHIVE PROGRAM < positions.json > rulings.json
// The archive (a zip) has the modules of meldspec and of Lark, and the rules; nothing else of this machine's is seen by Python.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { join } from "node:path";

// Node prints the line that failed, and that of a packed module is a megabyte long.
process.on("uncaughtException", (error) => {
  process.stderr.write(`${error.name}: ${error.message}\n`);
  process.exit(1);
});

const [folder, archive, program] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")));

const begun = performance.now();
const pyodide = await loadPyodide({ indexURL: folder });
const loaded = performance.now();
pyodide.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: "/meldspec" });
pyodide.runPython('import sys; sys.path[:0] = ["/meldspec/reference"]');
const unpacked = performance.now();
pyodide.runPython(readFileSync(program, "utf-8"));
pyodide.globals.set("positions", readFileSync(0, "utf-8"));
const found = JSON.parse(pyodide.runPython("told(positions)"));
found.seconds = { "load Pyodide": (loaded - begun) / 1000, "unpack meldspec": (unpacked - loaded) / 1000, ...found.seconds };
process.stdout.write(JSON.stringify(found));
