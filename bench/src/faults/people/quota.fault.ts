// SCALE-01: the free limit of pings is exact (invariant I-07). Twenty sessions of one person ping at once, far more
// often than the day allows, and the server gets kill -9 in the middle. In the end exactly the day's limit is charged:
// an answered ping counts once, and a ping to a device that cannot be reached does not count.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ApiError } from '@trace/contract/kernel/client';
import { getPingQuota, pingDevice } from '@trace/contract/ping/ping.api';
import { pingRules } from '@trace/contract/ping/ping.rules';
import { createRandom } from '@trace/simulator/random';
import type { Random } from '@trace/simulator/random';
import { lookInto } from '../../equipment/proofs/checker.ts';
import { createCommandDevice, locatedAt, untilReady } from '../../equipment/devices/command-device.ts';
import type { Fault, FaultSettings, Outcome } from '../../equipment/proofs/fault.ts';
import { serialOf } from '../../equipment/devices/fleet.ts';
import { signInTo } from '../../equipment/people/portal-client.ts';
import type { PortalClient } from '../../equipment/people/portal-client.ts';
import { holdsWithin } from '../../equipment/until.ts';
import { startWorld } from '../../equipment/servers/world.ts';
import type { World } from '../../equipment/servers/world.ts';

const SESSIONS = 20;
const PINGS_PER_SESSION = 10;
/** A device takes a single ping at a time, so there are more devices than pings of a day. */
const DEVICES = 60;
/** The others are off. */
const REACHABLE = 57;
const KILLED_AFTER_MS = [100, 500] as const;
/** A ping waits 15 s for its device. */
const SETTLES_WITHIN_MS = 25_000;
/** A cycle here takes longer than a cycle of `kill`: this many `kill` cycles count as one. */
const CYCLES_PER_CYCLE = 20;

const END_PREMIUM = `delete from subscription where account_id in (select id from person where email = $1)`;
const NEW_DAY = `delete from ping_quota`;
const COUNT = `
  select coalesce((select used from ping_quota), 0)::int as used,
    count(*) filter (where outcome in ('located', 'no_fix', 'failed'))::int as answered,
    count(*) filter (where outcome = 'waiting')::int as waiting
  from ping where created_at >= $1`;

interface Count {
  readonly used: number;
  readonly answered: number;
  readonly waiting: number;
}

export const quotaFault: Fault = {
  name: 'quota',
  invariants: ['I-07'],
  mostlyWaits: true,
  run: (settings) => pingTooOften(settings),
};

/** @param serverDirectory a changed copy of the server, for mutants */
export async function* pingTooOften(
  { cycles, seed }: FaultSettings,
  serverDirectory?: string,
): AsyncGenerator<Outcome> {
  const random = createRandom(seed);
  const changed = serverDirectory === undefined ? {} : { serverDirectory };
  const world = await startWorld({ devices: DEVICES, settings: { TRUST_PROXY: '1' }, ...changed });
  const { mqttPort } = world.ready();
  const devices = Array.from({ length: REACHABLE }, (_, index) =>
    createCommandDevice({ serial: serialOf(index + 1), port: mqttPort, answer: () => locatedAt(-33.8, 151.2) }),
  );
  try {
    await untilReady(devices);
    const sessions: PortalClient[] = [];
    for (let number = 1; number <= SESSIONS; number += 1)
      sessions.push(await signInTo(world.ready(), { 'x-forwarded-for': `10.2.0.${number}` }));
    for (let cycle = 1; cycle <= Math.ceil(cycles / CYCLES_PER_CYCLE); cycle += 1)
      yield await pingOneDay(world, sessions, random, cycle);
  } finally {
    await Promise.all(devices.map((device) => device.stop()));
    await world.dispose();
  }
}

async function pingOneDay(
  world: World,
  sessions: readonly PortalClient[],
  random: Random,
  cycle: number,
): Promise<Outcome> {
  const { databaseUrl } = world.ready();
  const since = new Date();
  await beginDay(world);
  const pingAll = (devices: number): Promise<string[]> =>
    Promise.all(
      sessions.flatMap(({ api }) =>
        Array.from({ length: PINGS_PER_SESSION }, () => pingOnce(api, 1 + Math.floor(random.next() * devices))),
      ),
    );
  const killedAfterMs = random.between(...KILLED_AFTER_MS);
  const first = pingAll(DEVICES);
  await wait(killedAfterMs);
  await world.kill();
  const interrupted = await first;
  await world.start();
  await endPremium(world);
  // A refused ping may have met a device that was busy, so the rest of the day takes more than one round.
  const answers = [...(await pingAll(REACHABLE)), ...(await pingAll(REACHABLE))];
  const count = (): Promise<Count> =>
    lookInto(databaseUrl, async (client) => (await client.query<Count>(COUNT, [since])).rows[0]!);
  const isSettled = await holdsWithin(SETTLES_WITHIN_MS, async () => (await count()).waiting === 0);
  // Pings to devices that are off were not charged. They were given back to the day, which has room again.
  answers.push(...(await pingAll(REACHABLE)));
  const { used, answered } = await count();
  const told = await sessions[0]!.api.call(getPingQuota, {});
  const { freePerDay } = pingRules;
  const problems: string[] = [];
  if (!isSettled) problems.push('pings still wait after all devices have answered');
  if (answered !== freePerDay) problems.push(`${answered} pings were answered on one day, ${freePerDay} are free`);
  if (used !== freePerDay) problems.push(`the counter says ${used} after ${answered} answered pings`);
  if (told.used !== used) problems.push(`the page says ${told.used}, the counter ${used}`);
  if (!answers.includes('daily_ping_limit')) problems.push('no ping was refused, so nothing was proved');
  const note = `killed after ${Math.round(killedAfterMs)} ms, ${interrupted.filter((answer) => answer === 'located').length} answered before, ${[...Map.groupBy(answers, (answer) => answer)].map(([answer, { length }]) => `${length} × ${answer}`).join(', ')}`;
  const counts = { checked: answers.length + interrupted.length, doubled: Math.max(0, answered - freePerDay) };
  return { title: `day ${cycle}: ${SESSIONS} sessions ping at once, kill -9 midway`, problems, note, counts };
}

async function beginDay(world: World): Promise<void> {
  await lookInto(world.ready().databaseUrl, (client) => client.query(NEW_DAY));
  await endPremium(world);
}

/** Each start of the world grants premium again. */
async function endPremium(world: World): Promise<void> {
  const { databaseUrl, person } = world.ready();
  await lookInto(databaseUrl, (client) => client.query(END_PREMIUM, [person.email]));
}

/** Answers the outcome, the code of the refusal, or `lost` when the server died. */
async function pingOnce(api: PortalClient['api'], number: number): Promise<string> {
  const serial = serialOf(number);
  try {
    const { outcome } = await api.call(pingDevice, { params: { serial }, body: { id: randomUUID() } });
    return outcome;
  } catch (error) {
    return (error as Partial<ApiError>).refusal?.code ?? 'lost';
  }
}
