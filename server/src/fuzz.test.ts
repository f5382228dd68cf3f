// Calls every endpoint of the OpenAPI document with generated input, as each kind of caller. The long form is
// `npm run fault -- fuzz`.
import { fuzz, type Caller } from '@trace/equipment/fuzz/fuzzer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHubPortal, type HubPortal } from '#testing/worlds/hub-world';
import { signInAs, type PersonOptions, type SignedIn } from '#testing/portal';
import { enterSerial, registerDevice } from '#testing/trackers';

const SEED = 20_261_126;
const REQUESTS = 1_000;

const kinds: Record<string, Partial<PersonOptions>> = {
  installer: { role: 'installer' },
  user: {},
  premium: { premium: true },
  staff: { role: 'staff' },
};

let world: HubPortal;

beforeAll(async () => {
  world = await startHubPortal();
});
afterAll(() => world.stop());

test('every endpoint answers generated input as declared, for every kind of caller [FN-02] [FN-03]', async () => {
  const { portal } = world;
  const users: SignedIn[] = [];
  let installer!: SignedIn;
  const callers: Caller[] = [{ name: 'stranger', cookie: '' }];
  for (const [name, options] of Object.entries(kinds)) {
    const person = await portal.person(options);
    // Fuzzing deletes accounts and changes passwords: then a new person of the same kind goes on.
    const renew = async (): Promise<string> =>
      (await signInAs(portal.url, person.email).catch(() => portal.person(options))).cookie;
    callers.push({ name, cookie: person.cookie, renew });
    if (name === 'installer') installer = person;
    else if (options.role !== 'staff') users.push(person);
  }
  for (const owner of [undefined, ...users]) {
    const serial = await enterSerial(portal);
    await registerDevice(portal, serial, installer, owner);
  }

  const report = await fuzz({
    url: portal.url,
    callers,
    seed: SEED,
    requests: REQUESTS,
    mix: { valid: 0.4, mutated: 0.45 },
    // These wait for a device, or never end. The long form calls them too.
    skipped: ({ id }) => ['ping.create', 'tracking.start', 'deviceCommands.send', 'stream.open'].includes(id),
    slowestMs: 10_000,
  });

  expect(report.problems).toEqual([]);
  expect(report.operations).toBeGreaterThan(280);
  expect(report.answered).toBeGreaterThan(40);
  expect(portal.logged().filter((line) => line.includes('500'))).toEqual([]);
}, 60_000);
