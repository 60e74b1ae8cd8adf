/** The foot (chapter 8). */
import { replaceRedThrees } from './red-threes.mjs';

/**
 * 8.2, reading `used-up`: a player takes up the foot when the hand is used up. This is
 * called after every act that lays cards and at the end of every turn, so that the foot
 * comes at once where the hand was melded out, and with the end of the turn where its
 * last card was discarded. 8.3: red threes found in it are laid and replaced.
 */
export function takeUpFootWhenDue(table, seat) {
  if (table.inFoot[seat] || table.hands[seat].length > 0) return;
  table.hands[seat] = table.feet[seat];
  table.feet[seat] = [];
  table.inFoot[seat] = true;
  replaceRedThrees(table, seat);
}

/**
 * 8.4, readings `used` and `not-yet`: a foot has been played once its owner has laid or
 * discarded a card of it. To be called when a card leaves the hand, before the foot is
 * taken up for it.
 */
export function notePlayed(table, seat) {
  if (table.inFoot[seat]) table.hasPlayed[seat] = true;
}
