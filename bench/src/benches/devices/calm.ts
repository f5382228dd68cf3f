// SCALE-01: processor time per position when the server is calm, where each position could be a transaction of its own.
// Rates of 100, 500 and 2,000 positions per second take turns, with 50 people who watch the devices and without. The
// time of an idle server is part of each figure.
import { setTimeout as wait } from 'node:timers/promises';
import { median } from '../../equipment/measures/bench.ts';
import type { Bench, Figure } from '../../equipment/measures/bench.ts';
import { createCpuMeter } from '../../equipment/measures/cpu-meter.ts';
import type { PacerResult, PacerTask } from '../../equipment/devices/pacer.ts';
import { runChild } from '../../equipment/servers/run-child.ts';
import { PROXIED, signInWearers } from '../../equipment/people/signed-in-wearers.ts';
import { startWorld } from '../../equipment/servers/world.ts';
import type { World } from '../../equipment/servers/world.ts';

const RATES = [100, 500, 2_000];
/** Each wearer has a device and watches that device. */
const WEARERS = 50;
const SHORT = { rounds: 2, warmUpMs: 1_000, measureMs: 5_000 };
const LONG = { rounds: 5, warmUpMs: 2_000, measureMs: 15_000 };
const SPARE_MS = 60_000;
/** Figures are CPU seconds per so many positions. */
const POSITIONS = 100_000;

interface Round extends PacerResult {
  /** Per 100,000 positions. */
  readonly cpuSec: { server: number; database: number };
}

export const calmBench: Bench = {
  name: 'calm',
  run: async ({ isLong, nodeFlags }) => {
    const world = await startWorld({ devices: 0, wearers: WEARERS, nodeFlags, settings: PROXIED });
    try {
      return await measureAll(world, isLong ? LONG : SHORT);
    } finally {
      await world.dispose();
    }
  },
};

async function measureAll(world: World, plan: typeof SHORT): Promise<Figure[]> {
  const cookies = (await signInWearers(world, WEARERS)).map(({ cookie }) => cookie);
  const loads = RATES.flatMap((rate) => [cookies, []].map((watchers) => ({ rate, watchers, rounds: [] as Round[] })));
  let boot = 0;
  const idle: { server: number; database: number }[] = [];
  for (let round = 0; round < plan.rounds; round += 1) {
    idle.push(await measureIdle(world, plan.measureMs));
    for (const load of loads) {
      boot += 1;
      load.rounds.push(await measure(world, load.rate, load.watchers, boot, plan));
    }
  }
  return [idleFigure(idle), ...loads.flatMap(({ rate, watchers, rounds }) => figuresOf(rate, watchers.length, rounds))];
}

/** CPU milliseconds per second. */
async function measureIdle(world: World, forMs: number): Promise<{ server: number; database: number }> {
  const meter = createCpuMeter(world);
  meter.begin();
  await wait(forMs);
  meter.end();
  const { server, database } = meter.spent();
  const perSec = (seconds: number): number => (seconds * 1e6) / forMs;
  return { server: perSec(server), database: perSec(database) };
}

async function measure(
  world: World,
  messagesPerSec: number,
  cookies: readonly string[],
  boot: number,
  { warmUpMs, measureMs }: typeof SHORT,
): Promise<Round> {
  const { mqttPort: port, url } = world.ready();
  const task: PacerTask = {
    ...{ port, url, cookies, measuredStreams: cookies.length, boot, warmUpMs, measureMs },
    ...{ serialPrefix: 'Trace_W', devices: WEARERS, messagesPerSec },
  };
  const meter = createCpuMeter(world);
  const result = await runChild<PacerResult>('devices/pacer.ts', task, {
    core: null,
    timeoutMs: warmUpMs + measureMs + SPARE_MS,
    onLine: (line) => (line === 'measuring' ? meter.begin() : meter.end()),
  });
  const { server, database } = meter.spent();
  const per = (seconds: number): number => (seconds / result.acknowledged.count) * POSITIONS;
  return { ...result, cpuSec: { server: per(server), database: per(database) } };
}

function idleFigure(idle: readonly { server: number; database: number }[]): Figure {
  const note = `database ${median(idle.map(({ database }) => database)).toFixed(1)} ms/s`;
  return { name: 'calm, idle server', value: median(idle.map(({ server }) => server)), unit: 'ms/s', note };
}

function figuresOf(rate: number, watchers: number, rounds: readonly Round[]): Figure[] {
  const load = `${rate.toLocaleString('en')}/s, ${watchers} watchers`;
  const of = (read: (round: Round) => number): number => median(rounds.map(read));
  const server = of(({ cpuSec }) => cpuSec.server);
  const puback = of(({ acknowledged }) => acknowledged.p99Ms);
  const note = `${(server / 100).toFixed(2)} ms per position; database ${of(({ cpuSec }) => cpuSec.database).toFixed(1)} s`;
  const figures: Figure[] = [
    { name: `calm CPU per 100,000, ${load}`, value: server, unit: 's', note },
    {
      name: `calm PUBACK p99, ${load}`,
      value: puback,
      unit: 'ms',
      note: `p50 ${of(({ acknowledged }) => acknowledged.p50Ms).toFixed(1)} ms`,
    },
  ];
  if (watchers === 0) return figures;
  const push = of(({ streamed }) => streamed.p99Ms);
  const pushNote = `p50 ${of(({ streamed }) => streamed.p50Ms).toFixed(1)} ms`;
  return [...figures, { name: `calm push p99, ${load}`, value: push, unit: 'ms', note: pushNote }];
}
