import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { Session } from '../src/protocol.mjs';
import { cards } from './help.mjs';

const DEAL = {
  cmd: 'deal', variant: 'kadner', seats: 4, dealer: 3, options: { players: 4 },
  match: { deal: 1, totals: [0, 0] },
  hands: ['KC KD KH 4C', '4D 5D', '4H 5H', 'AC AD AH 6C'].map(cards),
  feet: ['9C', '9D', '9H', '9S'].map(cards),
  stock: cards('TC 8C 8D 8H 8S 8C'),
};
const ask = (session, request) => session.answer({ seq: 'x', ...request });

test('hello', () => {
  const { ok } = ask(new Session(), { cmd: 'hello', protocol: 1 });
  assert.deepEqual(ok.variants, ['kadner']);
  assert.deepEqual(ok.features.sort(), ['enumerate', 'positions']);
});

test('a deal and the first turn', () => {
  const session = new Session();
  const { seq, ok } = ask(session, DEAL);
  assert.equal(seq, 'x');
  assert.deepEqual(ok.observation, {
    turn: 3, phase: 'draw', asked: null, stock: 5, pile: { cards: ['TC'] }, frozen: false,
    hands: DEAL.hands, feet: [1, 1, 1, 1],
    sides: [{ melds: [], red_threes: 0 }, { melds: [], red_threes: 0 }],
    ended: null, totals: [0, 0], match: null,
  });
  assert.equal(ask(session, { cmd: 'act', seat: 0, action: { type: 'draw' } }).ok.verdict, 'illegal');
  assert.equal(ask(session, { cmd: 'act', seat: 3, action: { type: 'draw' } }).ok.verdict, 'legal');
  const plays = [{ to: 'new', cards: cards('AC AD AH') }];
  const { observation } = ask(session, { cmd: 'act', seat: 3, action: { type: 'meld', plays } }).ok;
  assert.deepEqual(observation.sides[1].melds, [{ cards: cards('AC AD AH'), kind: 'natural' }]);
  assert.ok(ask(session, { cmd: 'legal', seat: 3 }).ok.actions.some(({ type }) => type === 'discard'));
});

test('what cannot be expressed is unsupported', () => {
  const session = new Session();
  for (const other of [{ variant: 'canasta' }, { seats: 5 }, { options: { players: 6 } }, { options: { heaps: 2 } }]) {
    assert.ok(ask(session, { ...DEAL, ...other }).unsupported, JSON.stringify(other));
  }
  ask(session, DEAL);
  assert.equal(ask(session, { cmd: 'act', seat: 3, action: { type: 'fetch' } }).ok.verdict, 'unsupported');
});

test('a position, with marks and without', () => {
  const session = new Session();
  const request = {
    ...DEAL, cmd: 'position', pile: cards('TH'), turn: 1, phase: 'draw',
    feet: [[], cards('4C'), cards('4C'), cards('4C')],
    sides: [{ melds: [{ cards: cards('4D 4D 4D') }], red_threes: 2 }, { melds: [], red_threes: 0 }],
  };
  const { observation } = ask(session, request).ok;
  assert.deepEqual([observation.turn, observation.feet, observation.sides[0].red_threes], [1, [0, 1, 1, 1], 2]);
  assert.equal(observation.sides[0].melds[0].kind, 'natural');
});

test('the program answers line by line and leaves with 0 at bye', async () => {
  const main = fileURLToPath(new URL('../main.mjs', import.meta.url));
  const child = spawn(process.execPath, [main], { stdio: ['pipe', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.on('data', (chunk) => { out += chunk; });
  child.stdin.write('{"seq":"1","cmd":"hello","protocol":1}\n{"seq":"2\u2028","cmd":"de');
  child.stdin.write('al"}\n{"seq":"3","cmd":"bye"}\n');
  const code = await new Promise((done) => child.on('exit', done));
  const lines = out.split('\n').filter(Boolean).map((line) => JSON.parse(line));
  assert.equal(code, 0);
  assert.deepEqual(lines.map(({ seq }) => seq), ['1', '2\u2028', '3']);
  assert.ok(lines[1].unsupported);
});
