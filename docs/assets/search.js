/* The search of the pages. Nothing is fetched before the first keystroke, and then the index alone, as a script, so that it works
   from a folder as well. The index is told in reference/meldspec/site/search.py; why it is as it is, in decision 64. */
(function (root) {
  "use strict";

  // ── what is found ──

  const WEIGHT = { clause: 1.5, dropped: 1.1, question: 1, word: 1.3, page: 0.6, decision: 0.15 };
  const HERE = 2.2, FIRST = 1.1, BASE = 1.5, LIKE = 0.6, ASKS = 0.5, SO_MANY = 30;
  const ID = /^(?:([a-z0-9-]+)\/)?([a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+)\.?(?::(\d+))?(?:=([a-z0-9-]+))?(?:\/([a-z0-9-]*))?$/;
  const IDS = /(?:[a-z0-9-]+\/)?[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+(?::\d+|=[a-z0-9-]+)?/gi;
  const ANSWERED = /^[a-z]{1,3}-[a-z]?\d+[a-z]?$/i;

  /** The words of a text in small letters; an apostrophe parts no word. */
  const words = (text) => text.toLowerCase().replace(/[’']/g, "").split(/[^a-z0-9]+/).filter(Boolean);

  /** A word without its ending, as far as rules of English go. */
  function stem(word) {
    if (word.length < 4) return word;
    let found = word.replace(/ies$/, "y").replace(/(ss|sh|ch|x)es$/, "$1").replace(/([^s])s$/, "$1");
    if (/[aeiouy].*(ing|ed)$/.test(found) && found.length > 4) {
      found = found.replace(/(ing|ed)$/, "").replace(/([bdfgmnprt])\1$/, "$1");
    }
    return found.length > 3 ? found.replace(/e$/, "") : found;
  }

  /** Everything that the search needs, made once of the index. */
  function prepared(index, MiniSearch) {
    const forms = new Map();
    for (const [first, ...others] of index.words.forms) for (const form of others) forms.set(stem(form), stem(first));
    const one = (word) => forms.get(stem(word)) || stem(word);
    const empty = new Set(index.words.empty);
    const like = new Map();
    const add = (word, other, weight) => {
      if (one(word) !== one(other)) like.set(one(word), (like.get(one(word)) || new Map()).set(one(other), weight));
    };
    for (const [word, others] of Object.entries(index.words.asks)) for (const other of others) add(word, other, ASKS);
    for (const group of index.words.names) for (const word of group) for (const other of group) add(word, other, LIKE);
    const mini = new MiniSearch({
      fields: ["title", "name", "text"],
      tokenize: words,
      processTerm: (word) => (empty.has(word) ? null : one(word)),
      searchOptions: { boost: { title: 3, name: 2 }, tokenize: (term) => [term], processTerm: (term) => term },
    });
    mini.addAll(index.found.map(([, name, title, text], id) => ({ id, name, title, text })));
    return { index, mini, one, empty, like };
  }

  /** Where something stands: in the game one is in, else in the first that has it; with all its other games. */
  function placed(ready, entry, game) {
    const [sort, id, title, text, , stands] = entry;
    const mine = stands.find(([number]) => number === game) || stands[0];
    const name = (number) => (number < 0 ? "" : ready.index.games[number][1]);
    const others = stands.filter((one) => one !== mine).map(([number, path]) => ({ game: name(number), path }));
    return { sort, id, title: mine[2] ? `${mine[2]} ${title}` : title, text, path: mine[1], game: name(mine[0]), lines: mine[3] || "", others };
  }

  /** The game that is named in what is asked, and the words that are left; a name that the rules have as a word names none. */
  function named(ready, asked) {
    const name = (word) => ready.index.games.findIndex(([name]) => name === word && !ready.like.has(ready.one(word)));
    const game = asked.map(name).find((number) => number >= 0);
    const rest = asked.filter((word) => name(word) < 0);
    return game === undefined || !rest.length ? [asked, -1] : [rest, game];
  }

  const LINES = {
    d: "says what a word means", a: "permits (what is refused by it is permitted by no other line either)", r: "refuses", m: "says what makes a meld", e: "says what becomes of the table",
    s: "counts points", o: "says what there is",
  };

  /** `line 1 says what a word means; lines 2 and 3 refuse`: what one of the lines of a clause is, and which others of them refuse. */
  function lineWords(sorts, line) {
    const sort = LINES[sorts[line - 1]];
    const refusing = [...sorts].flatMap((one, number) => (one === "r" ? [number + 1] : []));
    const listed = refusing.length > 1 ? `lines ${refusing.slice(0, -1).join(", ")} and ${refusing.at(-1)} refuse` : `line ${refusing} refuses`;
    const others = refusing.length && sorts[line - 1] !== "r" ? `; ${listed}` : "";
    return sort ? `line ${line} ${sort}${others}` : `line ${line}, which there is not`;
  }

  /** What has the id that is asked for, or an id that begins like it. */
  function byId(ready, asked, game) {
    const { index } = ready, answered = ANSWERED.test(asked) && asked.toUpperCase();
    if (answered) {
      const own = (id) => id.toUpperCase() === answered;
      const found = index.found.filter((entry) => entry[4].some(own)).map((entry) => placed(ready, entry, game));
      const row = index.ids.find(own);
      if (row) found.push({ sort: "page", id: row, title: row, text: "The row of facts and doubts by id.", path: `ids.html#${row}`, game: "", others: [] });
      return found;
    }
    const told = ID.exec(asked.toLowerCase());
    if (!told) return [];
    const [, where, id, line, reading, last] = told;
    const named = index.games.findIndex(([name]) => name === where), here = named < 0 ? game : named;
    const kinds = ["clause", "question", "dropped"];
    const exact = index.found.filter(([sort, own]) => kinds.includes(sort) && own === id);
    const near = last === undefined ? index.found.filter(([sort, own]) => kinds.includes(sort) && own !== id && own.startsWith(id)) : [];
    const hasHere = (entry) => (entry[5].some(([number]) => number === here) ? 0 : 1);
    const found = [...exact.sort((a, b) => hasHere(a) - hasHere(b)), ...near].map((entry) => {
      const hit = placed(ready, entry, here), tail = line ? `:${line}` : reading ? `=${reading}` : "";
      return tail && hit.id === id && hit.sort !== "dropped" ? { ...hit, title: `${hit.title} (${line ? lineWords(hit.lines, line) : reading})`, path: hit.path + tail } : hit;
    });
    return last === undefined ? found : [...cases(ready, id, last, where, here), ...found];
  }

  /** The cases whose ids begin so. */
  function cases(ready, subject, last, where, here) {
    const found = [];
    ready.index.games.forEach(([name, title], number) => {
      if (where && where !== name) return;
      for (const own of (ready.index.cases[name] || {})[subject] || []) {
        const id = `${name}/${subject}/${own}`;
        if (own.startsWith(last)) found.push({ at: [own === last ? 0 : 1, number === here ? 0 : 1],
          hit: { sort: "case", id, title: `Case ${subject}/${own}`, text: "", path: `cases/${id}.html`, game: title, others: [] } });
      }
    });
    return found.sort((a, b) => a.at[0] - b.at[0] || a.at[1] - b.at[1]).map(({ hit }) => hit);
  }

  /** What is found for some words, the best first; `game` is the number of the game one is in, or -1. */
  function found(ready, query, game) {
    const asked = query.trim();
    if (!asked) return [];
    // A message of a program may have an id in the midst of its words.
    for (const one of [asked, ...(asked.match(IDS) || [])]) {
      const exact = byId(ready, one, game);
      if (exact.length) return exact.slice(0, SO_MANY);
    }
    const [rest, told] = named(ready, words(asked));
    const here = told < 0 ? game : told;
    const meant = [...new Set(rest.filter((word) => !ready.empty.has(word)).map(ready.one))];
    const last = /[a-z0-9]$/i.test(asked) ? ready.one(words(asked).pop()) : "";
    const scores = new Map(), covered = new Map();
    for (const term of meant) {
      const best = new Map();
      const take = (word, weight, options) => {
        for (const { id, score } of ready.mini.search(word, options)) best.set(id, Math.max(best.get(id) || 0, score * weight));
      };
      take(term, 1, {});
      if (term === last && term.length > 2) take(term, 0.7, { prefix: true });
      for (const [other, weight] of ready.like.get(term) || []) take(other, weight, {});
      if (!best.size && term.length > 3) take(term, 0.6, { fuzzy: 0.25, prefix: true });
      for (const [id, score] of best) {
        scores.set(id, (scores.get(id) || 0) + score);
        covered.set(id, (covered.get(id) || 0) + 1);
      }
    }
    const rank = ([id, score]) => {
      const entry = ready.index.found[id], where = entry[5].map(([number]) => number);
      // Who reads no game asks first about the one that all others build on.
      const near = where.includes(here) ? HERE : where.includes(0) ? (here < 0 ? BASE : FIRST) : 1;
      // What a book says first, later chapters build on.
      const early = 1.1 - 0.01 * parseInt(entry[5][0][2] || "10", 10);
      return score * (covered.get(id) / meant.length) ** 1.5 * WEIGHT[entry[0]] * near * early;
    };
    const ranked = [...scores].map((one) => [one[0], rank(one)]).sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    return ranked.slice(0, SO_MANY).map(([id]) => placed(ready, ready.index.found[id], here));
  }

  if (typeof module === "object" && module.exports) {
    module.exports = { prepared, found, words, stem };
    return;
  }
  // ── the window in which it is asked ──

  // The site begins where this script's folder lies: a page may be opened from any folder, and moved with all others.
  const base = new URL("..", document.currentScript.src);
  const loading = new Map();

  /** A script of the site, which is loaded once. */
  function script(path) {
    if (!loading.has(path)) {
      loading.set(path, new Promise((done, failed) => {
        const element = document.createElement("script");
        Object.assign(element, { src: new URL(path, base).href, onload: done, onerror: () => failed(new Error(path)) });
        document.head.append(element);
      }));
    }
    return loading.get(path);
  }

  let ready;
  async function index() {
    await Promise.all([script("assets/minisearch.js"), script("search/index.js")]);
    ready = ready || prepared(root.meldspecIndex, root.MiniSearch);
    return ready;
  }

  /** The number of the game whose page this is, or -1; pages of cases are in a folder of their own. */
  function here() {
    const path = decodeURI(location.href).slice(decodeURI(base.href).length).replace(/^cases\//, "").split("/");
    return path.length > 1 ? ready.index.games.findIndex(([name]) => name === path[0]) : -1;
  }

  const make = (name, more, ...inside) => {
    const element = Object.assign(document.createElement(name), more);
    element.append(...inside);
    return element;
  };

  /** One result as an item of the list. */
  function item(hit) {
    const to = (path) => new URL(path, base).href;
    const mine = make("a", { href: to(hit.path) }, make("strong", {}, hit.title));
    if (hit.game) mine.append(make("span", { className: "game" }, hit.game));
    const found = make("li", {}, mine);
    if (hit.text) found.append(make("p", {}, hit.text.length > 180 ? `${hit.text.slice(0, 180).replace(/\s\S*$/, "")} …` : hit.text));
    if (hit.others.length) {
      const links = hit.others.flatMap(({ game, path }) => [", ", make("a", { href: to(path) }, game)]).slice(1);
      found.append(make("p", { className: "others" }, "the same in ", ...links));
    }
    return found;
  }

  /** A box that asks, and a list that answers below it, put into an element. */
  function box(into, asked) {
    const field = make("input", { type: "search", autocomplete: "off", spellcheck: false, placeholder: "frozen pile, pile.match:1, OC-A25 …" });
    field.setAttribute("aria-label", "Search the rules");
    const list = make("ol", { className: "found" }), said = make("p", { className: "said" });
    said.setAttribute("role", "status");
    let last = 0;
    const answer = async () => {
      const mine = ++last, query = field.value;
      try {
        await index();
      } catch (problem) {
        said.textContent = `The words of the pages could not be loaded (${problem.message}). Is the whole folder of the site there?`;
        return;
      }
      // Whoever types on has asked something else by now.
      if (mine !== last) return;
      const hits = found(ready, query, here());
      list.replaceChildren(...hits.map(item));
      said.textContent = !query.trim() ? "" : hits.length ? `${hits.length} found, the best first` : "Nothing is found. Try fewer words, or an id as a ruling prints it.";
    };
    field.addEventListener("input", answer);
    into.addEventListener("keydown", (event) => {
      const links = [...list.querySelectorAll("li > a")], at = links.indexOf(document.activeElement);
      if (event.key === "Enter" && document.activeElement === field && links.length) links[0].click();
      else if (event.key === "ArrowDown" && links.length) links[Math.min(at + 1, links.length - 1)].focus();
      else if (event.key === "ArrowUp" && at >= 0) (at ? links[at - 1] : field).focus();
      else return;
      event.preventDefault();
    });
    into.append(field, said, list);
    if (asked) { field.value = asked; answer(); }
    return field;
  }

  /** The window, made when it is opened first. */
  let dialog;

  /** Close the window; a field of a closed one that kept the focus would still take what is typed. */
  function shut() {
    dialog.close();
    dialog.field.blur();
  }

  function open() {
    if (!dialog) {
      dialog = make("dialog", { className: "search-window" });
      dialog.setAttribute("aria-label", "Search");
      const close = make("button", { type: "button", className: "close" }, "Close");
      close.addEventListener("click", shut);
      dialog.addEventListener("click", (event) => {
        // A click beside the window closes it, and so does one that leads to another place of this page.
        if (event.target === dialog || event.target.closest("li a")) shut();
      });
      // A field of a search keeps this key for itself as long as there is something in it.
      dialog.addEventListener("keydown", (event) => { if (event.key === "Escape") shut(); });
      dialog.append(close);
      dialog.field = box(dialog);
      document.body.append(dialog);
    }
    if (!dialog.open) dialog.showModal();
    dialog.field.focus();
    dialog.field.select();
  }

  function begin() {
    const header = document.querySelector(".md-header__inner");
    if (header) {
      const button = make("button", { type: "button", className: "search-button" }, "Search");
      button.setAttribute("aria-keyshortcuts", "/");
      button.addEventListener("click", open);
      header.append(button);
    }
    document.addEventListener("keydown", (event) => {
      const writing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName) || document.activeElement.isContentEditable;
      if (event.key === "/" && !writing && !event.ctrlKey && !event.metaKey && !event.altKey) { event.preventDefault(); open(); }
    });
    for (const place of document.querySelectorAll("[data-search]")) box(place, place.dataset.search);
  }
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})(typeof globalThis === "object" ? globalThis : this);
