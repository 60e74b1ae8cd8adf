/** The protocol: requests in, answers out, one table between them. */
import { hasAct, perform } from './acts.mjs';
import { isCard } from './cards.mjs';
import { beginDeal } from './deal.mjs';
import { legalActs } from './enumerate.mjs';
import { Illegal } from './illegal.mjs';
import { observe } from './observe.mjs';
import { beginPosition } from './position.mjs';
import { sidesFor } from './table.mjs';

export const VARIANT = 'kadner';
/** 1.1: three, four or six play. */
export const PLAYERS = [3, 4, 6];

const PROTOCOL = 1;

/** Thrown where a request cannot be expressed here. */
class Unsupported extends Error {}

function support(condition, why) {
  if (!condition) throw new Unsupported(why);
}

/** What `deal` and `position` have in common: the frame of the deal. */
function frameOf(request) {
  const { variant, seats, dealer, options = {}, match = {}, heaps, places } = request;
  support(variant === VARIANT, `the variant is ${VARIANT} here`);
  support(PLAYERS.includes(seats), 'three, four or six play');
  for (const [name, value] of Object.entries(options)) {
    support(name === 'players', `no option ${name} is known here`);
    support(value === seats, 'the players are not as many as the seats');
  }
  support(Number.isInteger(dealer) && dealer >= 0 && dealer < seats, 'the dealer has no seat');
  support(!heaps || heaps.slice(1).every((n) => n === 0), 'the stock is one heap');
  support(!places || Object.keys(places).length === 0, 'this game has no further places');
  support(perSeat(request.hands, seats) && perSeat(request.feet, seats), 'every seat has a hand and a foot');
  support(areCards(request.stock), 'the stock is a list of cards');
  return { seats, dealer, round: match.deal ?? 1, totals: match.totals ?? [] };
}

const areCards = (cards) => Array.isArray(cards) && cards.every(isCard);
const perSeat = (lists, seats) => Array.isArray(lists) && lists.length === seats && lists.every(areCards);

/** One conversation: a function from requests to answers. */
export class Session {
  /** @type {import('./table.mjs').Table | null} */
  #table = null;

  /**
   * Answers one request.
   * @param {object} request
   * @returns {object} the answer, with the `seq` of the request
   */
  answer(request) {
    const { seq } = request;
    try {
      return { seq, ok: this.#reply(request) };
    } catch (error) {
      if (error instanceof Unsupported) return { seq, unsupported: { why: error.message } };
      return { seq, error: { message: String(error?.message ?? error) } };
    }
  }

  #reply(request) {
    switch (request.cmd) {
      case 'hello': return this.#hello(request);
      case 'deal': return this.#deal(request);
      case 'position': return this.#position(request);
      case 'act': return this.#act(request);
      case 'legal': return this.#legal(request);
      case 'bye': return {};
      default: throw new Unsupported(`no request ${request.cmd} is known here`);
    }
  }

  #hello({ protocol }) {
    support(protocol === PROTOCOL, `protocol ${PROTOCOL} is spoken here`);
    return {
      implementation: { name: 'kadner-engine', version: '1.0.0', language: 'JavaScript' },
      variants: [VARIANT],
      features: ['enumerate', 'positions'],
      readings: {},
    };
  }

  #deal(request) {
    this.#table = null;
    this.#table = beginDeal(frameOf(request), request);
    return { observation: observe(this.#table) };
  }

  #position(request) {
    this.#table = null;
    const frame = frameOf(request);
    const { turn, phase, pile, sides } = request;
    support(Number.isInteger(turn) && turn >= 0 && turn < frame.seats, 'the turn is nobody\'s');
    support(['draw', 'play', 'answer'].includes(phase), `no phase ${phase} is known here`);
    support(areCards(pile), 'the pile is a list of cards');
    support(Array.isArray(sides) && sides.length === sidesFor(frame.seats), 'the sides are not as many as there are');
    this.#table = beginPosition(frame, request);
    return { observation: observe(this.#table) };
  }

  #act({ seat, action }) {
    support(this.#table, 'no deal has begun');
    if (!hasAct(action?.type)) return { verdict: 'unsupported', why: `no act ${action?.type} is known here` };
    try {
      perform(this.#table, seat, action);
    } catch (error) {
      if (error instanceof Illegal) return { verdict: 'illegal', why: error.message };
      throw error;
    }
    return { verdict: 'legal', observation: observe(this.#table) };
  }

  #legal({ seat }) {
    support(this.#table, 'no deal has begun');
    return { actions: this.#table.ended ? [] : legalActs(this.#table, seat) };
  }
}
