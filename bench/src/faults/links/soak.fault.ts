// SCALE-01: memory is bounded (invariant I-23). Devices report every ten seconds and pages follow, while a share of the
// connections breaks and comes back every second. What the server remembers and its open files must not grow, and the
// server remembers no connection after its end. The long form takes 20 minutes. The short form shows nothing of
// memory.
import { readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { lookInto } from '../../equipment/proofs/checker.ts';
import { createCommandDevice, untilReady } from '../../equipment/devices/command-device.ts';
import type { CommandDevice } from '../../equipment/devices/command-device.ts';
import type { Fault, FaultSettings, Outcome } from '../../equipment/proofs/fault.ts';
import { serialOf } from '../../equipment/devices/fleet.ts';
import { createHeapProbe, type HeapProbe } from '../../equipment/measures/heap-probe.ts';
import { inGroups } from '../../equipment/in-groups.ts';
import { openPageStream } from '../../equipment/people/page-stream.ts';
import type { PageStream } from '../../equipment/people/page-stream.ts';
import { signInTo } from '../../equipment/people/portal-client.ts';
import { rssBytes } from '../../equipment/servers/processes.ts';
import { holdsWithin } from '../../equipment/until.ts';
import { startWorld } from '../../equipment/servers/world.ts';
import type { World } from '../../equipment/servers/world.ts';

interface Size {
  readonly devices: number;
  readonly people: number;
  readonly streamsPerPerson: number;
  readonly warmUpMs: number;
  readonly forMs: number;
  readonly sampleEveryMs: number;
  /** Each second the connections divided by this number break. */
  readonly churnShare: number;
  /** The most that the heap after a garbage collection may grow, in MB per hour. Seconds say nothing about hours. */
  readonly mostGrowth: number;
}

const MINUTE_MS = 60_000;
const SHORT: Size = {
  ...{ devices: 100, people: 2, streamsPerPerson: 10, warmUpMs: 1_500, forMs: 5_000, sampleEveryMs: 500 },
  ...{ churnShare: 10, mostGrowth: Infinity },
};
/** The invariant says 1 MB an hour over 8 hours. Samples differ by 0.3 MB, so that 16 minutes show about 1 MB an hour. */
const LONG: Size = {
  ...{ devices: 2_000, people: 10, streamsPerPerson: 20, warmUpMs: 4 * MINUTE_MS, forMs: 16 * MINUTE_MS },
  ...{ sampleEveryMs: 15_000, churnShare: 10, mostGrowth: 5 },
};
const REPORT_EVERY_MS = 10_000;
const CHURN_EVERY_MS = 1_000;
/** The server ends the old connections of devices that are back. */
const SETTLE_MS = 1_000;
const OPEN_WITHIN_MS = 20_000;
const MOST_MORE_FILES = 40;
const RECONNECT_AFTER_MS = 200;
const HOUR_MS = 3_600_000;
/** A server process tells its counts every two seconds. */
const FORGOTTEN_WITHIN_MS = 10_000;
const REMEMBERED = `
  select coalesce(sum(device_connections), 0)::int as devices, coalesce(sum(open_streams), 0)::int as streams
  from server_process`;

interface Sample {
  readonly atMs: number;
  readonly rss: number;
  readonly heap: number;
  readonly files: number;
}

export const soakFault: Fault = {
  name: 'soak',
  invariants: ['I-23'],
  mostlyWaits: true,
  run: (settings) => soak(settings),
};

/** @param serverDirectory a changed copy of the server, for mutants */
export async function* soak({ long = false }: FaultSettings, serverDirectory?: string): AsyncGenerator<Outcome> {
  const size = long ? LONG : SHORT;
  const changed = serverDirectory === undefined ? {} : { serverDirectory };
  const settings = { TRUST_PROXY: '1' };
  const heap = await createHeapProbe();
  const { nodeFlags } = heap;
  const world = await startWorld({ devices: size.devices, people: size.people, settings, nodeFlags, ...changed });
  const devices: CommandDevice[] = [];
  const streams: PageStream[] = [];
  const ending = new AbortController();
  try {
    await inGroups(size.devices, async (number) => {
      const port = world.ready().mqttPort;
      devices.push(createCommandDevice({ serial: serialOf(number), port, keepAliveSec: 300, answer: () => null }));
    });
    await untilReady(devices);
    streams.push(...(await openStreams(world, size)));
    const reporting = devices.map((device, index) => report(device, index / devices.length, ending.signal));
    await churn(devices, streams, size.churnShare, size.warmUpMs);
    const samples = await takeSamples(world, heap, devices, streams, size);
    ending.abort();
    await Promise.all(reporting);
    await endAll(devices, streams);
    const outcome = judge(size, samples);
    yield { ...outcome, problems: [...outcome.problems, ...(await rememberedProblems(world))] };
  } finally {
    ending.abort();
    heap.close();
    await endAll(devices, streams);
    await world.dispose();
  }
}

async function endAll(devices: readonly CommandDevice[], streams: readonly PageStream[]): Promise<void> {
  for (const stream of streams) stream.stop();
  await Promise.all(devices.map((device) => device.stop()));
}

/** The server must have forgotten all connections, because all of them have ended. */
async function rememberedProblems(world: World): Promise<string[]> {
  let left = { devices: 0, streams: 0 };
  const areForgotten = await holdsWithin(FORGOTTEN_WITHIN_MS, async () => {
    left = await lookInto(world.ready().databaseUrl, async (client) => {
      const { rows } = await client.query<typeof left>(REMEMBERED);
      return rows[0]!;
    });
    return left.devices + left.streams === 0;
  });
  return areForgotten ? [] : [`${left.devices} devices and ${left.streams} streams are remembered after their end`];
}

/** The first person has all devices. The others have none, and hear only of themselves. */
async function openStreams(world: World, { people, streamsPerPerson }: Size): Promise<PageStream[]> {
  const { url, person } = world.ready();
  const emails = [
    person.email,
    ...Array.from({ length: people - 1 }, (_, index) => `bench-person-${index + 1}@example.com`),
  ];
  const streams: PageStream[] = [];
  for (const [index, email] of emails.entries()) {
    const from = { 'x-forwarded-for': `10.5.0.${index + 1}` };
    const { cookie } = await signInTo({ url, person: { ...person, email } }, from);
    for (let count = 0; count < streamsPerPerson; count += 1)
      streams.push(openPageStream({ url, cookie, reconnectAfterMs: RECONNECT_AFTER_MS, onFrame: () => {} }));
  }
  return streams;
}

async function report(device: CommandDevice, part: number, until: AbortSignal): Promise<void> {
  const pause = (ms: number): Promise<void> => wait(ms, undefined, { signal: until }).catch(() => {});
  await pause(part * REPORT_EVERY_MS);
  for (let step = 0; !until.aborted; step += 1) {
    void device.report(-33.8 + (step % 1_000) / 1e5, 151.2);
    await pause(REPORT_EVERY_MS);
  }
}

/** Cuts a share of the devices and streams each second, another share each time. */
async function churn(
  devices: readonly CommandDevice[],
  streams: readonly PageStream[],
  share: number,
  forMs: number,
): Promise<void> {
  const untilMs = performance.now() + forMs;
  for (let turn = 0; performance.now() < untilMs; turn += 1) {
    const isDue = (_: unknown, index: number): boolean => index % share === turn % share;
    for (const device of devices.filter(isDue)) device.cut();
    for (const stream of streams.filter(isDue)) stream.cut();
    await wait(CHURN_EVERY_MS);
  }
}

/** Each sample waits until all connections are back, because each open or ending connection takes 6 kB. */
async function takeSamples(
  world: World,
  heap: HeapProbe,
  devices: readonly CommandDevice[],
  streams: readonly PageStream[],
  { forMs, sampleEveryMs, churnShare }: Size,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  const fromMs = performance.now();
  while (performance.now() - fromMs < forMs) {
    await churn(devices, streams, churnShare, sampleEveryMs);
    await untilReady(devices);
    if (!(await holdsWithin(OPEN_WITHIN_MS, () => streams.every((stream) => stream.isOpen()))))
      throw new Error('the streams did not open');
    await wait(SETTLE_MS);
    const files = readdirSync(`/proc/${world.pid()}/fd`).length;
    const atMs = performance.now() - fromMs;
    samples.push({ atMs, rss: rssBytes(world.pid()), heap: await heap.readBytes(), files });
  }
  return samples;
}

function judge({ devices, people, streamsPerPerson, mostGrowth, forMs }: Size, samples: readonly Sample[]): Outcome {
  const growth = slopeOf(samples, ({ heap }) => heap / 1e6) * HOUR_MS;
  const half = Math.ceil(samples.length / 2);
  const moreFiles = mostOf(samples.slice(half)) - mostOf(samples.slice(0, half));
  const rss = Math.max(...samples.map((sample) => sample.rss));
  const problems: string[] = [];
  if (growth > mostGrowth) problems.push(`the server grows by ${growth.toFixed(0)} MB an hour`);
  if (moreFiles > MOST_MORE_FILES) problems.push(`${moreFiles} more files were open in the second half`);
  const slope = mostGrowth === Infinity ? '' : `, heap ${growth.toFixed(1)} MB an hour`;
  const note = `RSS at most ${(rss / 1e6).toFixed(0)} MB${slope}, at most ${mostOf(samples)} open files, ${moreFiles} more in the second half`;
  const title = `${devices} devices and ${people * streamsPerPerson} streams for ${Math.round(forMs / 1_000)} s`;
  return { title, problems, note, counts: { checked: samples.length } };
}

const mostOf = (samples: readonly Sample[]): number => Math.max(...samples.map(({ files }) => files));

/** The slope of the line of least squares, per millisecond. */
function slopeOf(samples: readonly Sample[], valueOf: (sample: Sample) => number): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const atMs = mean(samples.map((sample) => sample.atMs));
  const value = mean(samples.map(valueOf));
  const above = samples.reduce((sum, sample) => sum + (sample.atMs - atMs) * (valueOf(sample) - value), 0);
  const below = samples.reduce((sum, sample) => sum + (sample.atMs - atMs) ** 2, 0);
  return above / below;
}
