/**
 * Cards, as the protocol spells them: a rank and a suit ("TH", "3D"), or "JK" for a joker.
 *
 * Cards that look alike are interchangeable, so a heap of cards is a plain array of spellings, never a set.
 */

const RANKS = [..."AKQJT98765432"];
const SUITS = [..."CDHS"];
const JOKER = "JK";
const CARDS = new Set([JOKER, ...RANKS.flatMap((rank) => SUITS.map((suit) => rank + suit))]);

export const isCard = (card) => CARDS.has(card);
