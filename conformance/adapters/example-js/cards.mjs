/**
 * Cards and heaps of cards.
 *
 * A card is the protocol's own spelling: a rank and a suit ("TH", "3D"), or "JK" for a joker.
 * Cards that look alike are interchangeable, so a heap is a plain array of spellings, never a set.
 */

/** The natural ranks, which are the ranks a meld can have. */
export const NATURAL_RANKS = [..."AKQJT987654"];

const SUITS = [..."CDHS"];
const JOKER = "JK";

/** How often each card is in the pack: 52 different cards and two jokers. */
export const PACK = new Map([
  ...[...NATURAL_RANKS, "3", "2"].flatMap((rank) => SUITS.map((suit) => [rank + suit, 1])),
  [JOKER, 2],
]);

export const isCard = (card) => PACK.has(card);
export const rankOf = (card) => (card === JOKER ? JOKER : card[0]);
export const isWild = (card) => card === JOKER || rankOf(card) === "2";
export const isRedThree = (card) => card === "3D" || card === "3H";
export const isNatural = (card) => NATURAL_RANKS.includes(rankOf(card));

/**
 * The points of one card.
 * A red three has none of its own: it is a bonus and never lies in a hand or a meld.
 */
export function valueOf(card) {
  if (card === JOKER) return 50;
  if (isRedThree(card)) return 0;
  const rank = rankOf(card);
  if (rank === "A" || rank === "2") return 20;
  return "KQJT98".includes(rank) ? 10 : 5;
}

/** The points of a heap of cards. */
export const valueOfAll = (cards) => cards.reduce((sum, card) => sum + valueOf(card), 0);

/** How often each look occurs in a heap, as a Map from card to count. */
export function tally(cards) {
  const counts = new Map();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return counts;
}

/** What is left of `cards` when `gone` are taken out, or null if not all of them are there. */
export function without(cards, gone) {
  const left = [...cards];
  for (const card of gone) {
    const at = left.indexOf(card);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

/** Every different selection from a heap, the empty one included; selections that look alike come once. */
export function selections(cards) {
  let found = [[]];
  for (const [card, count] of tally(cards)) {
    const longer = [];
    for (const chosen of found) {
      for (let n = 0; n <= count; n += 1) longer.push([...chosen, ...Array(n).fill(card)]);
    }
    found = longer;
  }
  return found;
}
