/**
 * The acts of a player (chapters 3, 6, 9 and 10).
 *
 * Every act has a `check`, which throws {@link Illegal} where the rules refuse it,
 * changes nothing and returns what `make` needs, and a `make`, which changes the table.
 */
import { isCard, isRedThree, without } from './cards.mjs';
import { notePlayed, takeUpFootWhenDue } from './foot.mjs';
import { KEPT, canEndTurn, couldGoOutWithLeave, isOut } from './going-out.mjs';
import { Illegal, require } from './illegal.mjs';
import { cardsFromHand, judgePlays } from './laying.mjs';
import { matchProblem, taken, topOf, topProblem } from './pile.mjs';
import { replaceRedThrees } from './red-threes.mjs';
import { endDeal, leftOf, partnersOf, sideOf } from './table.mjs';

/** 3.3: a draw is two cards of the stock. */
export const DRAWN_CARDS = 2;

/** 3.2: only the player whose turn it is acts, and 3.1: in the order of a turn. */
function requireTurn(table, seat, phase) {
  require(table.phase !== 'over', 'the deal has ended (3.2)');
  require(table.turn === seat, 'it is not this player\'s turn (3.2)');
  require(table.phase === phase,
    table.phase === 'answer' ? 'a partner owes an answer (9.5)'
      : phase === 'draw' ? 'cards are picked once in a turn (3.1)' : 'a turn begins with a pick (3.1)');
}

/** 10.2: the player to the left begins the next turn; 8.2: who has no hand takes up the foot. */
function endTurn(table) {
  takeUpFootWhenDue(table, table.turn);
  table.turn = leftOf(table, table.turn);
  table.phase = 'draw';
  table.took = false;
  table.heldToIt = false;
  // 9.5: leave is asked and given for one turn.
  table.consented.fill(false);
  table.refused.fill(false);
}

/** Lays what judgePlays found right; 5.5: the side has opened; 8.4, 8.2: the foot. */
function lay(table, seat, { melds, hand, heldToIt }) {
  const side = sideOf(table, seat);
  notePlayed(table, seat);
  table.melds[side] = melds;
  table.hands[seat] = hand;
  table.opened[side] = true;
  table.heldToIt = heldToIt;
  takeUpFootWhenDue(table, seat);
}

/**
 * 3.3: two cards of the stock; red threes among them are laid and replaced.
 * 10.1, readings `one-will-do`, `goes-on`, `by-wish`: a single card is drawn where there
 * is no other; whoever wishes to draw where nothing is left ends the deal.
 * 3.4, reading `ends`: so does a draw of red threes only that nothing replaces.
 */
const draw = {
  check(table, seat) {
    requireTurn(table, seat, 'draw');
  },
  make(table, seat) {
    const held = table.hands[seat].length;
    table.hands[seat].push(...table.stock.splice(0, DRAWN_CARDS));
    replaceRedThrees(table, seat);
    if (table.hands[seat].length === held) endDeal(table, 'stock', seat);
    else table.phase = 'play';
  },
};

/**
 * 6.1: instead of drawing, a player takes from the pile.
 * 6.2: the top card is laid at once or goes to the hand; 6.10: so do the cards below it.
 * 6.9: a red three that comes with the pile is laid and not replaced.
 * 6.6: other melds may be laid in the same act. 6.11: nothing need have been discarded.
 */
const take = {
  check(table, seat, action) {
    requireTurn(table, seat, 'draw');
    require(action.count === undefined, 'how many cards are taken is not the player\'s to choose (6.1)');
    const blocked = topProblem(table.pile);
    require(blocked === null, blocked);
    require(Array.isArray(action.plays), 'a take lays cards (6.3)');

    const card = topOf(table.pile);
    const top = action.top === undefined || action.top === null ? null : { card, play: action.top };
    const { below, rest } = taken(table.pile);
    const incoming = below.filter((other) => !isRedThree(other));
    if (top === null) incoming.push(card);

    const layout = judgePlays(table, seat, action.plays, { took: true, taken: card, top, incoming });
    const unmatched = matchProblem(card, cardsFromHand(action.plays, top));
    require(unmatched === null, unmatched);
    return { layout, rest, redThrees: below.filter(isRedThree).length };
  },
  make(table, seat, { layout, rest, redThrees }) {
    table.pile = rest;
    table.redThrees[sideOf(table, seat)] += redThrees;
    table.took = true;
    table.phase = 'play';
    lay(table, seat, layout);
  },
};

/** 4.1: after the pick a player lays any number of rows and adds to those of the side. */
const meld = {
  check(table, seat, action) {
    requireTurn(table, seat, 'play');
    return judgePlays(table, seat, action.plays, { took: table.took, top: null, incoming: [] });
  },
  make(table, seat, layout) {
    lay(table, seat, layout);
  },
};

/**
 * 9.1: one card of the hand, whichever it is, ends a turn that began with a draw.
 * 9.9: none is discarded after taking. 9.7: who has laid black threes goes out instead.
 * 9.10 and 9.11: in the foot a card is kept, and nobody goes out by a discard.
 */
const discard = {
  check(table, seat, action) {
    requireTurn(table, seat, 'play');
    require(isCard(action.card), 'a discard names a card');
    require(table.hands[seat].includes(action.card), 'the hand lacks that card');
    require(!table.took, 'whoever has taken from the pile does not discard (9.9)');
    require(!table.heldToIt, 'whoever has laid black threes must go out (9.7)');
    require(!table.inFoot[seat] || table.hands[seat].length > KEPT, 'in the foot a card is kept (9.10)');
  },
  make(table, seat, _, action) {
    notePlayed(table, seat);
    table.hands[seat] = without(table.hands[seat], [action.card]);
    table.pile.push(action.card);
    endTurn(table);
  },
};

/**
 * 9.2: ends a turn without a discard.
 * - Whoever has laid every card goes out, and 9.8 (reading `nothing-more`): that ends
 *   the deal at once.
 * - Whoever has taken from the pile says that the turn is over, keeping a card (9.10).
 * - After drawing a turn ends with a discard. But who could do nothing about having no
 *   card for it, as with a foot of red threes only that nothing replaced, passes too:
 *   that is who has no other lawful end left, which 9.4 lets nobody bring about.
 */
const pass = {
  check(table, seat) {
    requireTurn(table, seat, 'play');
    if (isOut(table, seat)) return { out: true };
    const hand = table.hands[seat];
    const { took, heldToIt } = table;
    const hasAnEnd = canEndTurn(table, seat, { melds: table.melds[sideOf(table, seat)], hand, took, heldToIt });
    if (hasAnEnd) {
      require(!heldToIt, 'whoever has laid black threes must go out (9.7)');
      require(took, 'after drawing a turn ends with a discard (9.2)');
      require(hand.length >= KEPT, 'in the foot a card is kept (9.10)');
    }
    return { out: false };
  },
  make(table, seat, { out }) {
    if (out) endDeal(table, 'out', seat);
    else endTurn(table);
  },
};

/**
 * 9.5: a partner is asked for leave, after the pick (3.1), each once a turn, by who could
 * go out in this turn if leave were given (readings `after-the-pick`, `able`).
 */
const ask = {
  check(table, seat, action) {
    requireTurn(table, seat, 'play');
    require(partnersOf(table, seat).includes(action.seat), 'leave is asked of a partner (9.5)');
    require(!table.consented[action.seat] && !table.refused[action.seat], 'a partner is asked once a turn (9.5)');
    require(couldGoOutWithLeave(table, seat, table.melds[sideOf(table, seat)], table.hands[seat]),
      'whoever cannot go out has nothing to ask (9.5)');
  },
  make(table, seat, _, action) {
    table.asked = action.seat;
    table.phase = 'answer';
  },
};

/** 9.5: the partner who was asked says yes or no; the turn stays where it was. */
const answer = {
  check(table, seat, action) {
    require(table.phase === 'answer' && table.asked === seat, 'nobody has asked this player (9.5)');
    require(typeof action.yes === 'boolean', 'an answer is yes or no (9.5)');
  },
  make(table, seat, _, action) {
    (action.yes ? table.consented : table.refused)[seat] = true;
    table.asked = null;
    table.phase = 'play';
  },
};

const ACTS = { draw, take, meld, discard, pass, ask, answer };

/** Whether this game has an act of that name. */
export const hasAct = (type) => Object.hasOwn(ACTS, type);

/**
 * Whether an act is legal, without making it.
 * @returns {string | null} what the rules say against it, or null
 */
export function problemOf(table, seat, action) {
  try {
    ACTS[action.type].check(table, seat, action);
    return null;
  } catch (error) {
    if (error instanceof Illegal) return error.message;
    throw error;
  }
}

/**
 * Makes an act.
 * @throws {Illegal} where the rules refuse it; then nothing has changed
 */
export function perform(table, seat, action) {
  const act = ACTS[action.type];
  const plan = act.check(table, seat, action);
  act.make(table, seat, plan, action);
}
