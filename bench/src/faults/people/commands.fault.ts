// SCALE-01: a command runs at most once, and its answer is counted once (invariant I-11). Devices behind a proxy that
// breaks their links answer pings, the server gets kill -9 in the middle, another device answers in their place, and
// some answers come after the end. In the end each answered ping has one run on its own device and the place that this
// device told, and no command reached a device after its end.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { pingDevice } from '@trace/contract/ping/ping.api';
import { createRandom } from '@trace/simulator/random';
import { lookInto } from '../../equipment/proofs/checker.ts';
import { createCommandDevice, locatedAt, untilReady } from '../../equipment/devices/command-device.ts';
import type { CommandDevice } from '../../equipment/devices/command-device.ts';
import { startFaultProxy } from '../../equipment/servers/fault-proxy.ts';
import type { FaultProxy } from '../../equipment/servers/fault-proxy.ts';
import type { Fault, FaultSettings, Outcome } from '../../equipment/proofs/fault.ts';
import { serialOf } from '../../equipment/devices/fleet.ts';
import { signInTo } from '../../equipment/people/portal-client.ts';
import type { PortalClient } from '../../equipment/people/portal-client.ts';
import { holdsWithin } from '../../equipment/until.ts';
import { startWorld } from '../../equipment/servers/world.ts';
import type { World } from '../../equipment/servers/world.ts';

const DEVICES = 20;
/** Answers requests of all others. It has no requests of its own. */
const IMPOSTOR = DEVICES + 1;
/** These devices answer after the end of their ping. */
const LATE = 3;
const ANSWERS_AFTER_MS = 30;
/** A CONNECT, a SUBSCRIBE and a few messages. */
const RESET_AFTER_BYTES = 1_500;
const FLOW_MS = 1_200;
/** A ping waits 15 s for its device. */
const SETTLES_WITHIN_MS = 25_000;
const ON_ITS_WAY_MS = 300;
const NORTH = 1;
const IMPOSTOR_PLACE = locatedAt(-70, 10);

const END_NOW = `update device_command set expires_at = clock_timestamp() where request_id = $1`;
const LIST_PINGS = `
  select p.id::text, p.serial, p.outcome, l.lat, extract(epoch from c.finished_at)::float8 * 1000 as finished_ms
  from ping p join device_command c on c.request_id = p.id left join ping_location l on l.ping_id = p.id`;
const COUNT_ANSWERED = `
  select (select used from ping_quota)::int as used, count(*) filter (where outcome in ('located', 'no_fix', 'failed'))::int as answered,
    count(*) filter (where outcome = 'waiting')::int as waiting from ping`;

interface PingRow {
  readonly id: string;
  readonly serial: string;
  readonly outcome: string;
  readonly lat: number | null;
  readonly finished_ms: number | null;
}

interface Scene {
  readonly world: World;
  readonly proxy: FaultProxy;
  readonly devices: readonly CommandDevice[];
  /** When each request arrived at its device for the last time. */
  readonly arrivedAtMs: ReadonlyMap<string, number>;
  readonly api: PortalClient['api'];
}

export const commandsFault: Fault = {
  name: 'commands',
  invariants: ['I-11'],
  mostlyWaits: true,
  run: (settings) => disturbCommands(settings),
};

/** @param serverDirectory a changed copy of the server, for mutants */
export async function* disturbCommands(
  { cycles, seed }: FaultSettings,
  serverDirectory?: string,
): AsyncGenerator<Outcome> {
  const changed = serverDirectory === undefined ? {} : { serverDirectory };
  const world = await startWorld({ devices: IMPOSTOR, ...changed });
  const target = { host: '127.0.0.1', port: world.ready().mqttPort };
  const proxy = await startFaultProxy({ target, random: createRandom(seed).next });
  const arrivedAtMs = new Map<string, number>();
  const impostor = createCommandDevice({ serial: serialOf(IMPOSTOR), port: target.port, answer: () => null });
  const devices = Array.from({ length: DEVICES }, (_, index) => {
    const device: CommandDevice = createCommandDevice({
      serial: serialOf(index + 1),
      port: proxy.port,
      answer: ({ requestId }) => {
        arrivedAtMs.set(requestId, Date.now());
        void impostor.reply(requestId, IMPOSTOR_PLACE);
        void answerLater(world, device, requestId, index);
        return null;
      },
    });
    return device;
  });
  try {
    await untilReady([...devices, impostor]);
    const { api } = await signInTo(world.ready());
    for (let cycle = 1; cycle <= Math.ceil(cycles / 20); cycle += 1)
      yield await disturbOnce({ world, proxy, devices, arrivedAtMs, api }, cycle);
  } finally {
    await Promise.all([...devices, impostor].map((device) => device.stop()));
    await proxy.stop();
    await world.dispose();
  }
}

/** Each device has a latitude of its own. The answer is sent twice. A late device answers when the command has ended. */
async function answerLater(world: World, device: CommandDevice, requestId: string, index: number): Promise<void> {
  await wait(ANSWERS_AFTER_MS);
  if (index < LATE && !(await hasEnded(world, requestId))) return;
  void device.reply(requestId, locatedAt(NORTH + index, 20));
  void device.reply(requestId, locatedAt(NORTH + index, 20));
}

/** Ends the command. False when the database is away, because the server is dead: an answer would be in time. */
const hasEnded = (world: World, requestId: string): Promise<boolean> =>
  lookInto(world.ready().databaseUrl, (client) => client.query(END_NOW, [requestId])).then(
    () => true,
    () => false,
  );

async function disturbOnce({ world, proxy, devices, arrivedAtMs, api }: Scene, cycle: number): Promise<Outcome> {
  const resetsBefore = proxy.counts().resets;
  const flowing = new AbortController();
  const pinging = devices.map((device) => pingUntil(api, device.serial, flowing.signal));
  proxy.damage({ resetAfterBytes: RESET_AFTER_BYTES });
  await wait(FLOW_MS);
  await world.kill();
  await world.start();
  await wait(FLOW_MS);
  proxy.damage({ resetAfterBytes: 0 });
  await wait(FLOW_MS / 2);
  flowing.abort();
  await Promise.all(pinging);
  const resets = proxy.counts().resets - resetsBefore;
  const { databaseUrl } = world.ready();
  const count = async (): Promise<{ used: number; answered: number; waiting: number }> =>
    lookInto(databaseUrl, async (client) => (await client.query(COUNT_ANSWERED)).rows[0]);
  const isSettled = await holdsWithin(SETTLES_WITHIN_MS, async () => (await count()).waiting === 0);
  const { used, answered } = await count();
  const pings = await lookInto(databaseUrl, async (client) => (await client.query<PingRow>(LIST_PINGS)).rows);
  const problems = problemsOf(pings, devices, arrivedAtMs);
  if (!isSettled) problems.push('pings still wait');
  if (used !== answered) problems.push(`${answered} answers were counted as ${used}`);
  if (resets === 0) problems.push('no link broke, so nothing was proved');
  const repeated = devices.reduce((sum, { arrivals, runs }) => sum + arrivals.length - runs.length, 0);
  const note = `${pings.length} pings, ${answered} answered, ${repeated} commands came again and were not run, ${resets} resets`;
  return {
    title: `cycle ${cycle}: broken links, kill -9, foreign and late answers`,
    problems,
    note,
    counts: { checked: pings.length, doubled: Math.abs(used - answered) },
  };
}

function problemsOf(
  pings: readonly PingRow[],
  devices: readonly CommandDevice[],
  arrivedAtMs: ReadonlyMap<string, number>,
): string[] {
  const located = pings.filter(({ outcome }) => outcome === 'located');
  const indexOf = new Map(devices.map(({ serial }, index) => [serial, index]));
  const foreign = located.filter(({ serial, lat }) => lat !== NORTH + (indexOf.get(serial) ?? Number.NaN));
  const late = located.filter(({ serial }) => (indexOf.get(serial) ?? 0) < LATE);
  const unrun = located.filter(({ id, serial }) => devices[indexOf.get(serial) ?? -1]?.runs.includes(id) !== true);
  const afterEnd = pings.filter(
    ({ id, finished_ms: endMs }) => endMs !== null && (arrivedAtMs.get(id) ?? 0) > endMs + ON_ITS_WAY_MS,
  );
  const found: [readonly unknown[], string][] = [
    [foreign, 'pings have the place that another device told'],
    [late, 'answers after the end were counted'],
    [unrun, 'pings were answered without a run on their device'],
    [afterEnd, 'commands reached their device after their end'],
  ];
  const problems = found.filter(([{ length }]) => length > 0).map(([{ length }, what]) => `${length} ${what}`);
  if (located.length === 0) problems.push('no ping was answered, so nothing was proved');
  return problems;
}

async function pingUntil(api: PortalClient['api'], serial: string, until: AbortSignal): Promise<void> {
  while (!until.aborted) {
    await api.call(pingDevice, { params: { serial }, body: { id: randomUUID() } }).catch(() => wait(100));
  }
}
