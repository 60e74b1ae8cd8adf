/**
 * Cards (chapter 1): what each card is and what it is worth.
 *
 * A card is a string of rank and suit, as `7H` or `TC`; a joker is `JK`.
 * Equal cards of several packs are the same for every purpose, so hands and
 * melds are plain arrays of such strings and are compared as multisets.
 */

/** The natural ranks, low to high (1.4): from the four up to the ace. */
export const NATURAL_RANKS = ['4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A'];

const CARD = /^([AKQJT98765432][CDHS]|JK)$/;

/** @returns {boolean} whether the value is written as a card. */
export const isCard = (value) => typeof value === 'string' && CARD.test(value);

/** The rank of a card; a joker's rank is `JK`, so that jokers match jokers only. */
export const rankOf = (card) => (card === 'JK' ? 'JK' : card[0]);

/** 1.3: jokers and deuces are wild. */
export const isWild = (card) => rankOf(card) === 'JK' || rankOf(card) === '2';

/** 1.4: the natural cards run from the ace down to the four, sevens included. */
export const isNatural = (card) => NATURAL_RANKS.includes(rankOf(card));

/** 1.5: red threes are neither natural nor wild; they bring a bonus. */
export const isRedThree = (card) => card === '3D' || card === '3H';

/** 1.5: black threes are neither natural nor wild; they stop the pile. */
export const isBlackThree = (card) => card === '3C' || card === '3S';

/**
 * 1.6: what a card is worth. A joker 50, a deuce or an ace 20, king to eight 10,
 * seven to four and a black three 5; a red three has no worth as a card.
 */
export function worth(card) {
  if (isRedThree(card)) return 0;
  switch (rankOf(card)) {
    case 'JK': return 50;
    case '2': case 'A': return 20;
    case 'K': case 'Q': case 'J': case 'T': case '9': case '8': return 10;
    default: return 5;
  }
}

/** The worth of several cards together. */
export const worthOf = (cards) => cards.reduce((sum, card) => sum + worth(card), 0);

/**
 * Takes single cards out of a collection.
 * @param {string[]} cards the collection, left as it is
 * @param {string[]} wanted the cards to take out, each as often as it is listed
 * @returns {string[] | null} what remains, or null where a wanted card is lacking
 */
export function without(cards, wanted) {
  const rest = [...cards];
  for (const card of wanted) {
    const at = rest.indexOf(card);
    if (at < 0) return null;
    rest.splice(at, 1);
  }
  return rest;
}
