// SCALE-01: how many QoS 1 positions per second are stored and acknowledged. The references are bare
// Mosquitto, which stores nothing (R1), and COPY into the same table (R2). P1: 1,000 connections with one message in
// flight. P10: 200 connections with ten. P100: 20 connections with a hundred.
import pg from 'pg';
import { median } from '../../equipment/measures/bench.ts';
import type { Bench, BenchSettings, Figure } from '../../equipment/measures/bench.ts';
import { generate } from '../../equipment/devices/generate.ts';
import { startMosquitto } from '../../equipment/servers/mosquitto.ts';
import type { Broker } from '../../equipment/servers/mosquitto.ts';
import { createCpuMeter } from '../../equipment/measures/cpu-meter.ts';
import { pinTo } from '../../equipment/servers/pin.ts';
import { copyRows } from '../../equipment/measures/raw-copy.ts';
import { startWorld } from '../../equipment/servers/world.ts';
import type { World } from '../../equipment/servers/world.ts';

interface Load {
  readonly name: string;
  readonly connections: number;
  readonly window: number;
}

const loads: readonly Load[] = [
  { name: 'P1', connections: 1_000, window: 1 },
  { name: 'P10', connections: 200, window: 10 },
  { name: 'P100', connections: 20, window: 100 },
];
const DEVICES = 1_000;
const SHORT = { rounds: 3, warmUpMs: 1_000, measureMs: 3_000 };
const LONG = { rounds: 5, warmUpMs: 2_000, measureMs: 10_000 };
const SERVER_CORE = 0;
const OTHER_CORE = 1;

interface Round {
  readonly storedPerSec: number;
  /** Of each process, per stored message. */
  readonly cpuMicros: { server: number; database: number; generator: number };
}

export const ingestBench: Bench = {
  name: 'ingest',
  run: async (settings) => {
    const world = await startWorld({ devices: DEVICES, nodeFlags: settings.nodeFlags });
    const broker = await startMosquitto();
    if (broker === null) console.error('\nNO MOSQUITTO: R1 is not measured (apt-get install mosquitto)\n');
    try {
      if (settings.isPinned) pin(world);
      const figures: Figure[] = [];
      for (const load of loads) figures.push(...(await measure(load, world, broker, settings)));
      return figures;
    } finally {
      await broker?.stop();
      await world.dispose();
    }
  },
};

let lastBoot = 0;

async function measure(load: Load, world: World, broker: Broker | null, settings: BenchSettings): Promise<Figure[]> {
  const plan = settings.isLong ? LONG : SHORT;
  const core = settings.isPinned ? OTHER_CORE : null;
  const ours: Round[] = [];
  const theirs: number[] = [];
  const copied: number[] = [];
  for (let round = 0; round < plan.rounds; round += 1) {
    ours.push(await measureOurs(load, world, plan, core));
    if (broker !== null) theirs.push((await generate(taskOf(load, broker.port, plan), { core })).acknowledgedPerSec);
    lastBoot += 1;
    copied.push(await copyRows(world.ready().databaseUrl, DEVICES, lastBoot, plan.measureMs / 2));
  }
  return figuresOf(load, ours, theirs, copied);
}

function taskOf({ connections, window }: Load, port: number, plan: typeof SHORT) {
  lastBoot += 1;
  const { warmUpMs, measureMs } = plan;
  return { port, connections, window, boot: lastBoot, warmUpMs, measureMs, serialPrefix: 'Trace_B' };
}

async function measureOurs(load: Load, world: World, plan: typeof SHORT, core: number | null): Promise<Round> {
  const task = taskOf(load, world.ready().mqttPort, plan);
  const meter = createCpuMeter(world);
  const result = await generate(task, { core, onMeasuring: meter.begin, onMeasured: meter.end });
  const stored = await countStored(world, task.boot);
  if (stored !== result.acknowledged) {
    throw new Error(`${load.name}: ${result.acknowledged} acknowledged, but ${stored} stored`);
  }
  const perMessage = (seconds: number): number => (seconds / result.measured) * 1e6;
  const { server, database } = meter.spent();
  const cpuMicros = {
    server: perMessage(server),
    database: perMessage(database),
    generator: perMessage(result.cpuSec),
  };
  return { storedPerSec: result.acknowledgedPerSec, cpuMicros };
}

async function countStored(world: World, boot: number): Promise<number> {
  const client = new pg.Client({ connectionString: world.ready().databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ stored: number }>(
      'select count(*)::int as stored from position where boot = $1',
      [boot],
    );
    return rows[0]?.stored ?? 0;
  } finally {
    await client.end();
  }
}

function figuresOf({ name }: Load, ours: Round[], theirs: number[], copied: number[]): Figure[] {
  const stored = median(ours.map((round) => round.storedPerSec));
  const cpu = (of: keyof Round['cpuMicros']): string => median(ours.map((round) => round.cpuMicros[of])).toFixed(1);
  const all = ours.map((round) => round.storedPerSec).join(', ');
  const note = `rounds ${all}; CPU per message: server ${cpu('server')} µs, database ${cpu('database')} µs, generator ${cpu('generator')} µs`;
  const figures: Figure[] = [{ name: `stored QoS 1, ${name}`, value: stored, unit: 'msg/s', note }];
  if (theirs.length > 0) {
    const raw = median(theirs);
    figures.push({
      name: `R1, ${name}`,
      value: stored / raw,
      unit: 'ratio',
      note: `Mosquitto ${theirs.join(', ')} msg/s`,
    });
  }
  const rows = median(copied);
  figures.push({ name: `R2, ${name}`, value: stored / rows, unit: 'ratio', note: `COPY ${copied.join(', ')} rows/s` });
  return figures;
}

function pin(world: World): void {
  pinTo(world.pid(), SERVER_CORE);
  for (const pid of world.databasePids()) pinTo(pid, OTHER_CORE);
}
