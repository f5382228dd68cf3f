// SCALE-01: messages over bad links come again and land once, in order (invariant I-03). Fault proxies stand between
// devices and server, server and database, and browser and server. The links deliver single bytes, are slow, break after
// a random number of bytes, and fall silent without an end. Devices repeat what was not acknowledged. In the end each
// message is stored once, no number is missing, and the page shows the last position of each device.
import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '@trace/simulator/random';
import { checkStored, countsOf, problemsOf } from '../../equipment/proofs/checker.ts';
import { startDatabaseBehindProxy } from '../../equipment/servers/database-behind-proxy.ts';
import type { DatabaseBehindProxy } from '../../equipment/servers/database-behind-proxy.ts';
import { NO_DAMAGE, startFaultProxy } from '../../equipment/servers/fault-proxy.ts';
import type { Damage, FaultProxy } from '../../equipment/servers/fault-proxy.ts';
import type { Fault, FaultSettings, Outcome } from '../../equipment/proofs/fault.ts';
import { createFleet } from '../../equipment/devices/fleet.ts';
import type { Fleet } from '../../equipment/devices/fleet.ts';
import { signInTo } from '../../equipment/people/portal-client.ts';
import { createPositionWatcher } from '../../equipment/people/position-watcher.ts';
import type { PositionWatcher } from '../../equipment/people/position-watcher.ts';
import { holdsWithin } from '../../equipment/until.ts';
import { startWorld } from '../../equipment/servers/world.ts';
import type { World } from '../../equipment/servers/world.ts';

const DEVICES = 20;
const HEALS_WITHIN_MS = 30_000;
const SHOWS_WITHIN_MS = 5_000;
/** The kinds of damage take a second each: this many `kill` cycles count as one round of all kinds. */
const CYCLES_PER_ROUND = 20;

interface Links {
  readonly devices: FaultProxy;
  readonly browser: FaultProxy;
  readonly database: DatabaseBehindProxy;
}

interface Kind {
  readonly title: string;
  readonly link: keyof Links;
  readonly damage: Partial<Damage>;
  readonly forMs: number;
}

const KINDS: readonly Kind[] = [
  { title: 'single bytes from devices', link: 'devices', damage: { sliceBytes: 1 }, forMs: 700 },
  { title: 'devices are cut off again and again', link: 'devices', damage: { resetAfterBytes: 5_000 }, forMs: 1_000 },
  { title: 'slow devices', link: 'devices', damage: { latencyMs: 40, jitterMs: 60, bytesPerSec: 20_000 }, forMs: 700 },
  { title: 'devices fall silent', link: 'devices', damage: { isHalfOpen: true }, forMs: 400 },
  { title: 'the page is cut off again and again', link: 'browser', damage: { resetAfterBytes: 20_000 }, forMs: 1_000 },
  { title: 'single bytes to the page', link: 'browser', damage: { sliceBytes: 1 }, forMs: 500 },
  { title: 'the database is far away', link: 'database', damage: { latencyMs: 20, jitterMs: 10 }, forMs: 700 },
  { title: 'the database is cut off', link: 'database', damage: { resetAfterBytes: 200_000 }, forMs: 1_000 },
];

export const badLinkFault: Fault = {
  name: 'bad-link',
  invariants: ['I-03'],
  run: (settings) => damageLinks(settings),
};

/** @param serverDirectory a changed copy of the server, for mutants */
export async function* damageLinks(settings: FaultSettings, serverDirectory?: string): AsyncGenerator<Outcome> {
  const random = createRandom(settings.seed).next;
  const database = await startDatabaseBehindProxy({ random });
  const changed = serverDirectory === undefined ? {} : { serverDirectory };
  try {
    const world = await startWorld({ devices: DEVICES, settings: database.settings, ...changed });
    try {
      yield* damageAll(world, database, settings, random);
    } finally {
      await world.dispose();
    }
  } finally {
    await database.stop();
  }
}

async function* damageAll(
  world: World,
  database: DatabaseBehindProxy,
  { cycles, seed }: FaultSettings,
  random: () => number,
): AsyncGenerator<Outcome> {
  const { mqttPort, url } = world.ready();
  const links: Links = {
    devices: await startFaultProxy({ target: { host: '127.0.0.1', port: mqttPort }, random }),
    browser: await startFaultProxy({ target: { host: '127.0.0.1', port: Number(new URL(url).port) }, random }),
    database,
  };
  const fleet = createFleet(world, {
    count: DEVICES,
    seed,
    areClocksRight: true,
    networkOf: () => ({ host: '127.0.0.1', port: links.devices.port }),
  });
  const { cookie } = await signInTo(world.ready());
  const page = createPositionWatcher(`http://127.0.0.1:${links.browser.port}`, cookie);
  try {
    let boot = 0;
    for (let round = 0; round < Math.ceil(cycles / CYCLES_PER_ROUND); round += 1) {
      for (const kind of KINDS) {
        boot += 1;
        yield await damageOnce(links, { fleet, page }, kind, boot);
      }
    }
  } finally {
    page.stop();
    await fleet.stop();
    await links.devices.stop();
    await links.browser.stop();
  }
}

async function damageOnce(
  links: Links,
  { fleet, page }: { fleet: Fleet; page: PositionWatcher },
  { title, link, damage, forMs }: Kind,
  boot: number,
): Promise<Outcome> {
  const proxy = link === 'database' ? links.database.proxy : links[link];
  const before = proxy.counts().resets;
  fleet.flow(boot);
  await wait(forMs / 4);
  proxy.damage(damage);
  await wait(forMs);
  const resets = proxy.counts().resets - before;
  proxy.damage(NO_DAMAGE);
  // Without a reset both sides of a silent link would wait for their keep-alive.
  if (damage.isHalfOpen === true) proxy.reset();
  await wait(forMs / 4);
  fleet.pause();
  const fromMs = performance.now();
  const isDrained = await fleet.drainsWithin(HEALS_WITHIN_MS);
  const healedMs = Math.round(performance.now() - fromMs);
  const sent = fleet.sentIn(boot);
  const verdict = await checkStored(links.database.directUrl, sent);
  const count = sent.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
  const isShown = await holdsWithin(SHOWS_WITHIN_MS, () =>
    sent.every(({ serial, acknowledged }) => page.newestOf(serial) === `${boot}.${acknowledged.length - 1}`),
  );
  const problems = problemsOf(verdict);
  if (!isDrained) problems.push('devices were not acknowledged after the healing');
  if (verdict.stored !== count) problems.push(`${count} messages were sent, ${verdict.stored} are stored`);
  if (!isShown) problems.push('the page does not show the last position of each device');
  if (page.wentBack() > 0) problems.push(`the page went back to an older position ${page.wentBack()} times`);
  if (damage.resetAfterBytes !== undefined && resets === 0) problems.push('no link broke, so nothing was proved');
  const note = `${verdict.acknowledged} acknowledged, ${verdict.stored} stored, ${resets} resets, healed in ${healedMs} ms, ${page.repeats()} repeats at the page`;
  return { title, problems, note, counts: { ...countsOf(verdict), worstMs: healedMs } };
}
