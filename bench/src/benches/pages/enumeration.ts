// AUTH-12 AUTH-13: whether the response time reveals that an address is registered (threat T45). The bench calls the
// same endpoint with registered and unknown addresses in turn. A ratio of 1 reveals no information.
import { request } from 'node:http';
import { signIn } from '@trace/contract/auth/auth.api';
import { requestReset } from '@trace/contract/auth/sign-up/auth.reset.api';
import { signUp } from '@trace/contract/auth/sign-up/auth.sign-up.api';
import { median } from '../../equipment/measures/bench.ts';
import type { Bench, Figure } from '../../equipment/measures/bench.ts';
import { startWorld } from '../../equipment/servers/world.ts';

const SHORT_PAIRS = 60;
const LONG_PAIRS = 400;
const WARM_UP_PAIRS = 10;
const ADDRESSES_PER_BLOCK = 250;

interface Door {
  readonly name: string;
  readonly path: string;
  bodyFor(email: string): object;
}

const newcomer = {
  userType: 'user',
  firstName: 'Ada',
  lastName: 'Byron',
  phone: { country: 'AU', number: '0491 570 156' },
  password: 'Ferry-to-Manly-7',
  acceptsTerms: true,
  timeZone: 'Australia/Sydney',
};

const doors: readonly Door[] = [
  { name: 'sign-in', path: signIn.path, bodyFor: (email) => ({ email, password: 'Not-the-password-1' }) },
  { name: 'sign-up', path: signUp.path, bodyFor: (email) => ({ ...newcomer, email }) },
  { name: 'reset', path: requestReset.path, bodyFor: (email) => ({ email }) },
];

export const enumerationBench: Bench = {
  name: 'enumeration',
  run: async ({ isLong, nodeFlags }) => {
    const pairs = WARM_UP_PAIRS + (isLong ? LONG_PAIRS : SHORT_PAIRS);
    const world = await startWorld({ devices: 0, people: pairs, nodeFlags });
    try {
      const figures: Figure[] = [];
      for (const door of doors) figures.push(await compare(world.url, door, pairs));
      return figures;
    } finally {
      await world.dispose();
    }
  },
};

async function compare(url: string, { name, path, bodyFor }: Door, pairs: number): Promise<Figure> {
  const registered: number[] = [];
  const unknown: number[] = [];
  for (let pair = 1; pair <= pairs; pair += 1) {
    const known = () => answerMs(url + path, bodyFor(`bench-person-${pair}@example.com`), pair);
    const other = () => answerMs(url + path, bodyFor(`bench-nobody-${pair}@example.com`), pair);
    // The second call finds warmer caches, so the order alternates.
    if (pair % 2 === 0) {
      registered.push(await known());
      unknown.push(await other());
    } else {
      unknown.push(await other());
      registered.push(await known());
    }
  }
  const middle = (times: readonly number[]): number => median(times.slice(WARM_UP_PAIRS));
  const note = `registered ${middle(registered).toFixed(1)} ms, unknown ${middle(unknown).toFixed(1)} ms`;
  return { name: `${name}, registered to unknown`, value: middle(registered) / middle(unknown), unit: 'ratio', note };
}

/** Gives each pair a separate loopback address, because attempts per address are limited. */
const addressOf = (pair: number): string =>
  `127.0.${Math.floor(pair / ADDRESSES_PER_BLOCK) + 1}.${(pair % ADDRESSES_PER_BLOCK) + 1}`;

/** Measures the time until the whole answer has arrived. Any status counts, except a refusal for too many attempts. */
function answerMs(address: string, body: object, pair: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const fromMs = performance.now();
    const headers = { 'content-type': 'application/json', origin: new URL(address).origin };
    const sent = request(address, { method: 'POST', localAddress: addressOf(pair), headers }, (answer) => {
      if (answer.statusCode === 429) reject(new Error(`${address} was asked too often`));
      answer.resume().once('end', () => resolve(performance.now() - fromMs));
    });
    sent.once('error', reject);
    sent.end(JSON.stringify(body));
  });
}
