// @ts-check
// The table on the page: game and readings, what lies before the sides, the pile, the hands, and what is remembered.

import { button, choice, h, stepper } from "./dom.mjs";
import { cardButton, colour, fan, withCodes } from "./cards.mjs";
import { match, points } from "./points.mjs";
import * as at from "./position.mjs";

/** @typedef {import("./app.mjs").Desk} Desk */
/** @typedef {import("./dom.mjs").Child} Child */

/** Everything above the act. @param {Desk} desk @returns {Child[]} */
export function table(desk) {
  // The hand lies beside what is done with it.
  return [gameBar(desk), rulesChosen(desk), moment(desk), sides(desk), pile(desk), others(desk), hand(desk), remembered(desk)];
}

/** What is wrong with a field and what lies below it. @param {Desk} desk @param {(path: string) => boolean} speaks */
export function wrong(desk, speaks) {
  const found = desk.problems.filter((one) => speaks(one.path));
  for (const one of found) desk.placed.add(one);
  return found.length
    ? h(
        "p",
        { class: "wrong", role: "alert" },
        found.map((one) => h("span", {}, withCodes(one.says))),
      )
    : null;
}

// So many numbers stand side by side; of more, the next is come to by a tap.
const FEW = 4;

/** @param {string} start */
const below = (start) => (/** @type {string} */ path) =>
  path === start || path.startsWith(`${start}.`) || path.startsWith(`${start}[`);

// ── the game ────────────────────────────────────────────────────────────────────────────────────────────────

/** @param {Desk} desk */
function gameBar(desk) {
  const { game, fields } = desk;
  const books = desk.printing.books.map((/** @type {any} */ book) => option(book.name, book.title, book.name === fields.variant));
  const pick = (/** @type {Event} */ event) => desk.play(/** @type {HTMLSelectElement} */ (event.target).value);
  const options = game.options.map((/** @type {any} */ one) =>
    h(
      "label",
      {},
      one.name === "players" ? "Players" : `${one.asks}: ${one.name}`,
      select(
        `option-${one.name}`,
        one.values.filter((/** @type {number} */ v) => one.fitting.includes(v) || v === one.value),
        one.value,
        (value) => desk.regame(at.put(fields, ["options", one.name], Number(value))),
      ),
    ),
  );
  return h(
    "section",
    { class: "game", "aria-label": "Game" },
    h("label", {}, "Game", h("select", { key: "game", onchange: pick }, books)),
    options,
    wrong(desk, (path) => below("options")(path) || path === "variant"),
  );
}

/** @param {string} value @param {string} words @param {boolean} selected */
function option(value, words, selected) {
  return h("option", { value, selected }, words);
}

/** @param {string} key @param {any[]} values @param {any} value @param {(value: string) => void} set @param {string[]} [words] */
function select(key, values, value, set, words) {
  const options = values.map((one, number) => option(String(one), words ? words[number] : String(one), one === value));
  return h(
    "select",
    { key, onchange: (/** @type {Event} */ event) => set(/** @type {HTMLSelectElement} */ (event.target).value) },
    options,
  );
}

/** @param {Desk} desk */
function rulesChosen(desk) {
  const { game } = desk;
  const told = game.questions.filter((/** @type {any} */ one) => one.reading !== one.usual);
  const count = told.length
    ? `${told.length} of ${game.questions.length} otherwise than usual`
    : `all ${game.questions.length} as usual`;
  const rows = () =>
    [...told, ...game.questions.filter((/** @type {any} */ one) => !told.includes(one))].map((one) => question(desk, one));
  const details = h("details", { class: "readings", key: "readings" }, h("summary", {}, `How you play it: ${count}`));
  const body = h("div", { class: "rows" });
  const fill = () => body.childElementCount || body.append(...rows());
  details.addEventListener("toggle", () => /** @type {HTMLDetailsElement} */ (details).open && fill());
  details.append(body);
  return [details, wrong(desk, below("readings"))];
}

/** @param {Desk} desk @param {any} one */
function question(desk, one) {
  const words = one.readings.map((/** @type {any} */ reading) => `${reading.says}${reading.name === one.usual ? " (usual)" : ""}`);
  const names = one.readings.map((/** @type {any} */ reading) => reading.name);
  const set = (/** @type {string} */ value) =>
    desk.regame(at.put(desk.fields, ["readings", one.id], value === one.usual ? undefined : value));
  return h(
    "label",
    { class: one.reading === one.usual ? "" : "otherwise" },
    h("b", {}, one.title),
    ` ${one.asks}`,
    select(`reading-${one.id}`, names, one.reading, set, words),
  );
}

const PHASES = { draw: "before the draw", play: "after the draw", answer: "a partner waits for my answer" };

// ── the moment ──────────────────────────────────────────────────────────────────────────────────────────────

/** @param {Desk} desk */
function moment(desk) {
  const { game, fields } = desk;
  const answers = game.acts.some((/** @type {any} */ one) => one.name === "answer");
  const there = game.phases.filter((/** @type {any} */ one) => one.name !== "answer" || answers || fields.phase === "answer");
  const phases = there.map((/** @type {any} */ phase) => ({
    key: `phase-${phase.name}`,
    words: PHASES[/** @type {keyof PHASES} */ (phase.name)] ?? phase.words,
    chosen: !fields.ended && fields.phase === phase.name,
    act: () => desk.change(begun(desk, phase.name)),
  }));
  const over = { key: "phase-over", words: "deal over", chosen: Boolean(fields.ended), act: () => desk.change(ended(desk)) };
  return h(
    "section",
    { class: "moment", "aria-label": "When" },
    choice("When is it?", [...phases, over]),
    fields.ended ? howEnded(desk) : null,
    wrong(desk, (path) => ["turn", "phase", "ended"].some((name) => below(name)(path))),
  );
}

/**
 * Another part of the turn. Where whoever is in turn may do nothing it is the turn of somebody else, a partner if there is one, and
 * what is asked about is what others do then.
 * @param {Desk} desk @param {string} phase
 */
function begun({ game, fields }, phase) {
  const { ended: _, act: asked, ...others } = fields;
  const you = at.actor(fields);
  const { seat: __, ...act } = asked ?? {};
  const idle = !game.acts.some((/** @type {any} */ one) => one.phases.includes(phase));
  // What is done in such a part is called like the part.
  if (!idle || !game.acts.some((/** @type {any} */ one) => one.name === phase))
    return { ...others, turn: you, phase, ...(act.action && act.action.type !== fields.phase ? { act } : {}) };
  const partner = game.sides[at.sideOf(game, you)].find((/** @type {number} */ seat) => seat !== you);
  return { ...others, turn: partner ?? (you + 1) % game.seats, phase, act: { seat: you, action: { type: phase } } };
}

/** @param {Desk} desk */
function ended({ game, fields }) {
  const { turn, phase: _, act: __, ...others } = fields;
  const how = game.endings.some((/** @type {any} */ one) => one.name === "out")
    ? { how: "out", seat: turn ?? 0 }
    : { how: game.endings[0]?.name };
  return { ...others, ended: how };
}

/** @param {Desk} desk */
function howEnded(desk) {
  const { game, fields } = desk;
  const ways = game.endings.map((/** @type {any} */ one) => ({
    key: `ended-${one.name}`,
    words: one.words,
    chosen: fields.ended.how === one.name,
    act: () =>
      desk.change(
        at.put(fields, ["ended"], one.name === "out" ? { how: one.name, seat: fields.ended.seat ?? 0 } : { how: one.name }),
      ),
  }));
  const seats = seatChoices(desk, "ended-by", fields.ended.seat, (seat) => desk.change(at.put(fields, ["ended", "seat"], seat)));
  return [choice("How did the deal end?", ways), "seat" in fields.ended ? h("p", {}, "By ", seats) : null];
}

/** @param {Desk} desk @param {string} key @param {number | undefined} chosen @param {(seat: number) => void} set */
export function seatChoices(desk, key, chosen, set) {
  const seats = Array.from({ length: desk.game.seats }, (_, seat) => seat);
  return choice(
    "Which seat?",
    seats.map((seat) => ({
      key: `${key}-${seat}`,
      words: at.who(desk.game, desk.fields, seat),
      chosen: chosen === seat,
      act: () => set(seat),
    })),
  );
}

// ── what lies on the table ──────────────────────────────────────────────────────────────────────────────────

/** @param {Desk} desk */
function sides(desk) {
  const { game } = desk;
  const mine = at.sideOf(game, at.actor(desk.fields));
  const order = [...game.sides.keys()].sort((a, b) => Number(a === mine) - Number(b === mine));
  return h(
    "section",
    { class: "sides", "aria-label": "What lies before the sides" },
    order.map((side) => oneSide(desk, side, mine)),
  );
}

/** @param {Desk} desk @param {number} side @param {number} mine */
function oneSide(desk, side, mine) {
  const { game } = desk;
  const players = game.sides[side].map((/** @type {number} */ seat) => at.who(game, desk.fields, seat)).join(" and ");
  const whose = at.capital(at.whose(game, desk.fields, side));
  const head = h("h2", {}, `${whose} `, game.sides[side].length > 1 ? h("small", {}, players) : null);
  return h(
    "div",
    { class: side === mine ? "side own" : "side" },
    head,
    // Of the others it is asked with what they hold.
    side === mine && !desk.fields.ended ? h("div", { class: "row" }, "points before this deal ", points(desk, side, "totals")) : null,
    game.places.sides.includes("melds") ? melds(desk, side) : null,
    game.places.sides
      .filter((/** @type {string} */ key) => key !== "melds")
      .map((/** @type {string} */ key) => (key in game.places.counted ? number(desk, side, key) : heap(desk, ["sides", side, key], key))),
    wrong(desk, (path) => path === `sides[${side}]`),
  );
}

/** @param {Desk} desk @param {number} side */
function melds(desk, side) {
  const lying = at.meldsOf(desk.fields, side);
  const rows = lying.map((cards, number) => [
    button(`meld-${side}-${number}`, fan(cards), () => editMeld(desk, side, number), {
      class: "meld",
    }),
    wrong(desk, below(`sides[${side}].melds[${number}]`)),
  ]);
  const add = button(`meld-${side}-new`, "+ meld", () => addMeld(desk, side), {
    "aria-label": `+ meld: ${at.whose(desk.game, desk.fields, side)}`,
  });
  return h(
    "div",
    { class: "melds" },
    rows,
    // What was said to be so is seen, and ends with the first meld that is shown.
    at.noMelds(desk.fields, side) ? h("span", { class: "none" }, "none lies here") : null,
    add,
    wrong(desk, (path) => path === `sides[${side}].melds`),
  );
}

/** Show one meld more before a side. @param {Desk} desk @param {number} side */
export function addMeld(desk, side) {
  editMeld(desk, side, at.meldsOf(desk.fields, side).length);
}

/** @param {Desk} desk @param {number} side @param {number} number */
function editMeld(desk, side, number) {
  const none = at.noMelds(desk.fields, side) ? [] : undefined;
  const set = (/** @type {string[]} */ cards) => {
    const lying = at.meldsOf(desk.fields, side);
    lying[number] = cards;
    desk.change(at.put(desk.fields, ["sides", side, "melds"], lying.map(at.spelt)));
  };
  const done = () => {
    const kept = at.meldsOf(desk.fields, side).filter((cards) => cards.length);
    desk.change(at.put(desk.fields, ["sides", side, "melds"], kept.length ? kept.map(at.spelt) : none));
  };
  const next = () => addMeld(desk, side);
  const cards = at.meldsOf(desk.fields, side)[number] ?? [];
  desk.pick({ title: "The cards of this meld", cards, set, done, next, nextWords: "Another meld" });
}

/** Cards of which their number says all: which of them they are makes no difference. @param {Desk} desk @param {number} side @param {string} key */
function number(desk, side, key) {
  const { game, fields } = desk;
  const held = at.cardsOf(fields.sides?.[side]?.[key]);
  const value = at.countOf(fields.sides?.[side]?.[key]);
  const left = at.left(game, fields);
  const free = game.places.counted[key].flatMap((/** @type {string} */ card) => Array(Math.max(0, left.get(card) ?? 0)).fill(card));
  const words = `${game.places.words[key] ?? key}: ${at.whose(game, fields, side)}`;
  const where = pathText(["sides", side, key]);
  const set = (/** @type {number} */ count) => {
    const cards = [...held, ...free].slice(0, count);
    desk.change(at.put(desk.fields, ["sides", side, key], cards.length ? at.spelt(cards) : undefined));
  };
  const all = game.cards.filter((card) => game.places.counted[key].includes(card.name)).reduce((sum, card) => sum + card.count, 0);
  return h(
    "div",
    { class: "row" },
    h("span", {}, `${game.places.words[key] ?? key} `),
    all <= FEW
      ? choice(
          words,
          Array.from({ length: all + 1 }, (_, count) => ({
            key: `${where}-${count}`,
            words: String(count),
            chosen: value === count,
            act: () => set(count),
            disabled: count > value + free.length,
          })),
        )
      : stepper(where, words, value, set, { most: value + free.length }),
    wrong(desk, below(where)),
  );
}

/** Cards in no order, or their number. @param {Desk} desk @param {(string | number)[]} path @param {string} key */
function heap(desk, path, key) {
  const value = path.reduce((/** @type {any} */ holder, step) => holder?.[step], desk.fields);
  const name = key.replaceAll("_", " ");
  const set = (/** @type {string[]} */ cards) => desk.change(at.put(desk.fields, path, cards.length ? at.spelt(cards) : undefined));
  const told = at.isCount(value) ? `${value}` : at.cardsOf(value).length ? fan(at.cardsOf(value)) : "none";
  const where = pathText(path);
  return h(
    "div",
    { class: "heap" },
    button(`heap-${where}`, [`${name}: `, told], () => desk.pick({ title: `The ${name}`, cards: at.cardsOf(value), set }), {}),
    wrong(desk, below(where)),
  );
}

/** A path as messages write it. @param {(string | number)[]} path */
export function pathText(path) {
  return path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`))
    .join("")
    .replace(/^\./, "");
}

/** @param {Desk} desk */
function pile(desk) {
  const { game, fields } = desk;
  const shown = game.places.shown;
  if (!shown.includes("pile") && !shown.includes("stock")) return null;
  const { known, unknown } = at.pileOf(fields);
  const top = known[known.length - 1];
  const set = (/** @type {string[]} */ cards) => desk.change(at.withPile(desk.fields, cards, at.pileOf(desk.fields).unknown));
  const extra = () =>
    h(
      "p",
      {},
      "Cards below these that nobody knows: ",
      stepper(
        "pile-unknown",
        "unknown cards in the pile",
        at.pileOf(desk.fields).unknown,
        (count) => {
          desk.change(at.withPile(desk.fields, at.pileOf(desk.fields).known, count));
          desk.picker.draw();
        },
        { steps: [1, 5] },
      ),
    );
  const edit = () =>
    desk.pick({
      title: "The pile, from the bottom up: the last card lies on top",
      cards: at.pileOf(desk.fields).known,
      set,
      extra,
    });
  return h(
    "section",
    { class: "pile", "aria-label": "Pile and stock" },
    shown.includes("pile")
      ? h(
          "div",
          { class: "row" },
          h("h2", {}, "Pile"),
          top ? takeable(desk, top) : h("span", { class: "none" }, unknown ? "" : "empty"),
          known.length > 1 ? [h("span", {}, "under it"), fan(known.slice(0, -1).reverse())] : null,
          unknown ? h("span", {}, `${known.length ? "and " : ""}${unknown} unknown`) : null,
          button("pile-edit", known.length || unknown ? "change" : "+ card", edit, {
            "aria-label": known.length || unknown ? "change the pile" : "+ card on the pile",
          }),
        )
      : null,
    shown.includes("stock") ? stock(desk) : null,
    wrong(desk, below("pile")),
  );
}

/** The top card, which is chosen by a tap where an act could lay it. @param {Desk} desk @param {string} card */
function takeable(desk, card) {
  const chosen = desk.draft.top;
  const act = () => desk.choose({ ...desk.draft, top: !chosen });
  const laid = at.laid(desk.game, desk.fields).top;
  const look = `card big ${colour(card)}${laid ? " laid" : ""}`;
  return cardButton("pile-top", card, act, { "aria-pressed": String(chosen), class: look, disabled: laid });
}

/** @param {Desk} desk */
function stock(desk) {
  const { fields } = desk;
  const told = "stock" in fields;
  const set = (/** @type {number | undefined} */ count) => desk.change(at.put(desk.fields, ["stock"], count));
  const number = at.countOf(fields.stock);
  return h(
    "div",
    { class: "row" },
    h("h2", {}, "Stock"),
    told ? stepper("stock", "cards in the stock", number, set, { steps: [1, 10] }) : h("span", {}, "all other cards"),
    button("stock-told", told ? "all other cards" : "count it", () => set(told ? undefined : 20)),
    wrong(desk, (path) => below("stock")(path) || below("heaps")(path)),
  );
}

// ── hands ───────────────────────────────────────────────────────────────────────────────────────────────────

/** The hand of whoever acts. @param {Desk} desk */
function hand(desk) {
  const { fields, game } = desk;
  const seat = at.actor(fields);
  if (!game.places.shown.includes("hands") || fields.ended) return null;
  return h(
    "section",
    { class: "hand", "aria-label": "Your hand" },
    h("h2", {}, "Your hand"),
    handCards(desk, seat, true),
    foot(desk, seat),
    resting(desk, seat),
  );
}

/** @param {Desk} desk @param {number} seat @param {boolean} chosen whether its cards are chosen by a tap */
function handCards(desk, seat, chosen) {
  const value = desk.fields.hands?.[seat];
  const whose = at.belonging(desk.game, desk.fields, seat, "hand");
  const set = (/** @type {string[]} */ cards) => desk.change(at.put(desk.fields, ["hands", seat], at.spelt(cards)));
  const edit = () => desk.pick({ title: at.capital(whose), cards: at.cardsOf(desk.fields.hands?.[seat]), set });
  const count = (/** @type {number} */ size) => desk.change(at.put(desk.fields, ["hands", seat], size));
  const cards = at.cardsOf(value);
  const laid = chosen ? at.laid(desk.game, desk.fields).numbers : new Set();
  const toggle = (/** @type {number} */ number) =>
    desk.choose({
      ...desk.draft,
      hand: desk.draft.hand.includes(number) ? desk.draft.hand.filter((one) => one !== number) : [...desk.draft.hand, number],
    });
  return h(
    "div",
    { class: "cards" },
    at.isCount(value)
      ? [stepper(`hand-${seat}`, `cards in ${whose}`, value, count, { steps: [1, 5] }), " cards, unknown"]
      : chosen
        ? cards.map((card, number) =>
            cardButton(`hand-${seat}-${number}`, card, () => toggle(number), {
              "aria-pressed": String(desk.chosenOfHand().includes(number)),
              class: `card ${colour(card)}${laid.has(number) ? " laid" : ""}`,
              disabled: laid.has(number),
            }),
          )
        : cards.length
          ? fan(cards)
          : h("span", { class: "none" }, "no cards"),
    button(`hand-${seat}-edit`, cards.length ? "change" : "+ cards", edit, {
      "aria-label": `${cards.length ? "change" : "+ cards"}: ${whose}`,
    }),
    !at.isCount(value) && !chosen ? button(`hand-${seat}-count`, "only the number", () => count(cards.length)) : null,
    wrong(desk, below(`hands[${seat}]`)),
  );
}

/** @param {Desk} desk @param {number} seat */
function foot(desk, seat) {
  const { fields, game } = desk;
  if (!game.places.shown.includes("feet")) return null;
  const value = fields.feet?.[seat];
  const name = game.places.words.feet ?? "foot";
  const dealt = game.dealt.feet[seat];
  const set = (/** @type {number | string} */ told) => desk.change(at.put(desk.fields, ["feet", seat], told));
  const taken = at.countOf(value) === 0;
  const edit = () =>
    desk.pick({
      title: at.capital(at.belonging(game, fields, seat, name)),
      cards: at.cardsOf(desk.fields.feet?.[seat]),
      set: (cards) => set(cards.length ? at.spelt(cards) : dealt),
    });
  return h(
    "div",
    { class: "row" },
    h("span", {}, `${name[0].toUpperCase()}${name.slice(1)}`),
    choice(`Was the ${name} taken up?`, [
      {
        key: `foot-${seat}-lies`,
        words: `lies there (${taken ? dealt : at.countOf(value)})`,
        chosen: !taken,
        act: () => set(dealt),
      },
      { key: `foot-${seat}-taken`, words: "taken up", chosen: taken, act: () => set(0) },
    ]),
    taken
      ? null
      : [
          at.cardsOf(value).length ? fan(at.cardsOf(value)) : null,
          button(`foot-${seat}-edit`, "its cards", edit, { "aria-label": `its cards: ${at.belonging(game, fields, seat, name)}` }),
        ],
    wrong(desk, below(`feet[${seat}]`)),
  );
}

/** Places that the rules tell by their own names. @param {Desk} desk @param {number} seat */
function resting(desk, seat) {
  const { fields, game } = desk;
  return game.places.named
    .filter((/** @type {any} */ place) => place.owner === "player")
    .map((/** @type {any} */ place) => {
      const value = fields.places?.[place.name]?.[seat];
      const set = (/** @type {string[]} */ cards) => {
        const all = fields.places?.[place.name] ?? Array(game.seats).fill("");
        desk.change(
          at.put(
            desk.fields,
            ["places", place.name],
            all.map((/** @type {any} */ one, /** @type {number} */ n) => (n === seat ? at.spelt(cards) : one)),
          ),
        );
      };
      const told = at.cardsOf(value).length ? fan(at.cardsOf(value)) : "none";
      return h(
        "div",
        { class: "heap" },
        button(`place-${place.name}-${seat}`, [`${place.name}: `, told], () =>
          desk.pick({ title: `${place.name} beside the hand`, cards: at.cardsOf(value), set }),
        ),
        wrong(desk, below(`places.${place.name}`)),
      );
    });
}

/** @param {Desk} desk */
function others(desk) {
  const { fields, game } = desk;
  const mine = fields.ended ? -1 : at.actor(fields);
  const seats = Array.from({ length: game.seats }, (_, seat) => seat).filter((seat) => seat !== mine);
  const rows = seats.map((seat) =>
    h(
      "div",
      { class: "other" },
      h("h2", {}, at.capital(at.who(game, fields, seat))),
      handCards(desk, seat, false),
      foot(desk, seat),
      fields.ended ? null : resting(desk, seat),
    ),
  );
  const body = [rows, actorChoice(desk), match(desk)];
  if (fields.ended)
    return h("section", { class: "others", "aria-label": "What was left" }, h("h2", {}, "What was left over"), body);
  const count = seats.map((seat) => `${at.countOf(fields.hands?.[seat])}`).join(", ");
  const speaks = (/** @type {string} */ path) =>
    /^(totals|deal|dealer)/.test(path) || seats.some((seat) => below(`hands[${seat}]`)(path) || below(`feet[${seat}]`)(path));
  const open = desk.problems.some((one) => speaks(one.path));
  return h(
    "details",
    { class: "others", key: "others", open },
    h("summary", {}, `The others (hands of ${count}), points, who acts`),
    body,
  );
}

/** @param {Desk} desk */
function actorChoice(desk) {
  const { fields } = desk;
  if (fields.ended) return null;
  const set = (/** @type {number} */ seat) => {
    const { seat: _, ...act } = fields.act ?? {};
    desk.change({ ...fields, turn: seat, ...(fields.act ? { act } : {}) });
  };
  const acts = (/** @type {number} */ seat) =>
    desk.change(at.put(fields, ["act"], { ...(fields.act ?? {}), seat: seat === fields.turn ? undefined : seat }));
  return [
    h("p", { class: "hint" }, "Whoever acts is called you on this page: of another's play ask as that player."),
    h("p", {}, "Whose turn is it? ", seatChoices(desk, "turn", fields.turn, set)),
    fields.act ? h("p", {}, "Who acts? ", seatChoices(desk, "actor", at.actor(fields), acts)) : null,
  ];
}

/** What was told of what no table shows, of each player or side by itself; a tap answers it otherwise or takes it back.
 * @param {Desk} desk */
function remembered(desk) {
  const { fields } = desk;
  const told = Object.entries(fields.memory ?? {});
  if (!told.length) return wrong(desk, below("memory"));
  const rows = told.flatMap(([name, value]) => {
    // Of each player or side there is an entry; the others' memories are one value, be it a list of cards.
    const each = desk.game.memories[name]?.owner && Array.isArray(value);
    if (!each) return [recalled(desk, { memory: name, number: null, count: 1 }, value)];
    return value.map((one, number) => (one === UNKNOWN ? null : recalled(desk, { memory: name, number, count: value.length }, one)));
  });
  return h("section", { class: "remembered", "aria-label": "What you have told besides" }, rows, wrong(desk, below("memory")));
}

const UNKNOWN = "unknown";

/** One thing that was told. @param {Desk} desk @param {{memory: string, number: number | null, count: number}} cell @param {any} value */
function recalled(desk, cell, value) {
  const { fields, game } = desk;
  const { asks, owner, type } = game.memories[cell.memory] ?? { asks: cell.memory, owner: "", type: "" };
  const called = { player: at.who, side: at.whose };
  const by = (/** @type {string} */ sort, /** @type {number} */ number) =>
    called[/** @type {keyof called} */ (sort)]?.(game, fields, number) ?? String(number);
  const words = (/** @type {any} */ one) =>
    typeof one === "boolean" ? (one ? "yes" : "no") : typeof one === "number" ? by(type, one) : String(one);
  const key = `${cell.memory}${cell.number === null ? "" : `-${cell.number}`}`;
  // What was ruled on is ruled on again at once.
  const put = (/** @type {any} */ told) => (desk.answer ? desk.tell(told) : desk.change(told));
  return h(
    "p",
    {},
    `${asks} ${cell.number === null ? "" : `${at.capital(by(owner, cell.number))}: `}${(Array.isArray(value) ? value : [value]).map(words).join(", ")} `,
    typeof value === "boolean" ? button(`other-${key}`, `${words(!value)}, after all`, () => put(at.remember(fields, cell, !value))) : null,
    " ",
    button(`forget-${key}`, "take back", () => put(at.forget(fields, cell))),
  );
}
