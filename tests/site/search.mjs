// What the search of the pages finds: reads questions from standard input as JSON, [[what is asked, the game one is in or ""], …],
// and prints for each the results. Arguments: the folder of the scripts, and that of the index.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import vm from "node:vm";

const [assets, index] = process.argv.slice(2);
// The scripts are those of browsers, wherever they lie: each is run as one.
function script(path) {
  const module = { exports: {} };
  vm.runInNewContext(readFileSync(path, "utf8"), { module, exports: module.exports, console });
  return module.exports;
}
const MiniSearch = script(join(assets, "minisearch.js"));
const search = script(join(assets, "search.js"));
const context = vm.createContext({});
vm.runInContext(readFileSync(index, "utf8"), context);
const ready = search.prepared(context.meldspecIndex, MiniSearch);
const games = context.meldspecIndex.games.map(([name]) => name);
const asked = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(asked.map(([query, game]) => search.found(ready, query, games.indexOf(game)))));
