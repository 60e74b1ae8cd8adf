// Answers what a page asks, by the archive that a page is given: node desk.mjs PYODIDE ARCHIVE < asked.jsonl > answered.jsonl
// Each line is a question as the page's worker asks it; of each answer all pieces stand in one line.

import { createInterface } from "node:readline";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { join } from "node:path";

const [folder, archive, begin] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")));
const pyodide = await loadPyodide({ indexURL: folder, env: { HOME: "/", MELDSPEC_CACHE: "off" } });
pyodide.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: "/desk" });
const desk = pyodide.runPython(readFileSync(begin, "utf-8").match(/const BEGIN = `(.*?)`;/s)[1]);

for await (const line of createInterface({ input: process.stdin })) {
  desk.ask(line);
  const pieces = [];
  for (let piece = desk.next(); piece !== ""; piece = desk.next()) pieces.push(piece);
  if (!process.stdout.write(`${pieces.join("\t")}\n`)) await new Promise((resolve) => process.stdout.once("drain", resolve));
}
