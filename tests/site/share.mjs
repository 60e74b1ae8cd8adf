// Packs and unpacks links as the page does: node share.mjs SHARE encode|decode < lines > lines
// To encode, each line is a game or a position as JSON; to decode, it is what stands behind the sign. What cannot be read is an error.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [module, what] = process.argv.slice(2);
const { decode, encode } = await import(pathToFileURL(module));

for await (const line of createInterface({ input: process.stdin })) {
  try {
    console.log(JSON.stringify(what === "encode" ? await encode(JSON.parse(line)) : await decode(line)));
  } catch (error) {
    console.log(JSON.stringify({ error: error.message }));
  }
}
