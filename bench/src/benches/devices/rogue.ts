// Measures how much a rogue neighbour delays good devices, as the ratio of their PUBACK p99 to that of a quiet gateway.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { telemetryTopic } from '@trace/contract/device-protocol/topics';
import { createUnsignedIdentity } from '@trace/simulator/device/identity';
import { writeUnsignedIdentity } from '@trace/simulator/device/identity-folder';
import { median, percentile } from '../../equipment/measures/bench.ts';
import type { Bench, Figure } from '../../equipment/measures/bench.ts';
import { publishPaced } from '../../equipment/devices/paced-device.ts';
import type { RogueTask } from '../../equipment/devices/rogue-process.ts';
import { openTlsDevice } from '../../equipment/devices/tls-device.ts';
import { startWorld } from '../../equipment/servers/world.ts';
import type { World } from '../../equipment/servers/world.ts';

const ROGUE = 'Trace_R00000';
const GOOD = Array.from({ length: 20 }, (_, index) => `Trace_R${String(index + 1).padStart(5, '0')}`);
/** 4 a second of each good device is within the limit of 5: 480 PUBACKs in a round of 6 s, 5 of them above the p99. */
const EVERY_MS = 250;
const SHORT_MS = 6_000;
const LONG_MS = 20_000;
const SHORT_ROUNDS = 5;
const LONG_ROUNDS = 9;
/** The limits of every installation. */
const LIMITS = { DEVICE_MESSAGES_PER_SEC: '5', DEVICE_BYTES_PER_MIN: String(1024 * 1024) };
/** A p99 of the quiet gateway that varies by more than this says that the machine is not quiet. */
const NOISY_ABOVE = 2;

const FLOODS: readonly { name: string; packet: Buffer }[] = [
  { name: 'PINGREQ', packet: Buffer.from([0xc0, 0]) },
  { name: 'PUBACK', packet: Buffer.from([0x40, 2, 0, 7]) },
  { name: 'QoS 0', packet: publishQos0('{}') },
  { name: '16 kB logs', packet: publishQos0('x'.repeat(16_000)) },
];

export const rogueBench: Bench = {
  name: 'rogue',
  run: async ({ isLong, nodeFlags }) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'trace-identities-'));
    try {
      for (const serial of [ROGUE, ...GOOD]) await writeUnsignedIdentity(folder, await createUnsignedIdentity(serial));
      const world = await startWorld({ devices: 0, nodeFlags, sign: folder, settings: LIMITS });
      try {
        return await measureAll(world, folder, isLong ? LONG_MS : SHORT_MS, isLong ? LONG_ROUNDS : SHORT_ROUNDS);
      } finally {
        await world.dispose();
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

interface Round {
  readonly quiet: number[];
  readonly flooded: number[];
}

/** Quiet and flooded rounds take turns, and so do the floods, so that a noisy machine disturbs all alike. */
async function measureAll(world: World, folder: string, roundMs: number, rounds: number): Promise<Figure[]> {
  await delaysOf(world, folder, roundMs);
  const measured = FLOODS.map(({ name, packet }) => ({ name, packet, rounds: [] as Round[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const flood of measured) {
      const quiet = await delaysOf(world, folder, roundMs);
      const port = world.ready().mqttsPort;
      const stopFlood = await startFlood({ folder, port, serial: ROGUE, packet: flood.packet.toString('base64') });
      const flooded = await delaysOf(world, folder, roundMs);
      await stopFlood();
      flood.rounds.push({ quiet, flooded });
    }
  }
  return [
    ...measured.map((flood) => figureOf(flood.name, flood.rounds)),
    noiseOf(measured.flatMap((flood) => flood.rounds.map(({ quiet }) => quiet))),
  ];
}

const p99 = (delays: readonly number[]): number => percentile(delays, 0.99);

function figureOf(name: string, rounds: readonly Round[]): Figure {
  const shown = rounds.map(({ quiet, flooded }) => `${p99(quiet).toFixed(1)} → ${p99(flooded).toFixed(1)} ms`);
  const [quiet, flooded] = [rounds.flatMap((round) => round.quiet), rounds.flatMap((round) => round.flooded)];
  const ofRounds = median(rounds.map((round) => p99(round.flooded) / p99(round.quiet))).toPrecision(3);
  return {
    name: `PUBACK p99 beside ${name}, to quiet`,
    value: p99(flooded) / p99(quiet),
    unit: '',
    note: `over ${flooded.length} PUBACKs; rounds ${shown.join(', ')}, median of their ratios ${ofRounds}`,
  };
}

/** Whether the machine was quiet enough for the other figures. */
function noiseOf(quietRounds: readonly number[][]): Figure {
  const values = quietRounds.map(p99);
  const value = percentile(values, 0.75) / percentile(values, 0.25);
  const load = loadavg()[0]?.toFixed(1);
  const verdict = value > NOISY_ABOVE ? 'too noisy: repeat on a machine that does nothing else' : 'quiet enough';
  const note = `upper to lower quartile of ${values.length} quiet rounds, load ${load}: ${verdict}`;
  return { name: 'PUBACK p99, quiet to quiet', value, unit: '', note };
}

/** All good devices publish at their pace. Returns the time to each PUBACK. */
async function delaysOf(world: World, folder: string, forMs: number): Promise<number[]> {
  const results = await Promise.all(
    GOOD.map(async (serial, index) => {
      const socket = await openTlsDevice(folder, world.ready().mqttsPort, serial);
      // Spread over the interval, so that they do not share a batch.
      await wait((index * EVERY_MS) / GOOD.length);
      return publishPaced(socket, serial, { everyMs: EVERY_MS, forMs });
    }),
  );
  const missing = results.reduce((sum, result) => sum + result.missing, 0);
  if (missing > 0) throw new Error(`${missing} messages of good devices had no PUBACK`);
  return results.flatMap(({ delays }) => delays);
}

/** Floods in a process of its own. Resolves when the process has started, with the function that stops it. */
async function startFlood(task: RogueTask): Promise<() => Promise<void>> {
  const script = path.join(import.meta.dirname, '../../equipment/devices/rogue-process.ts');
  const child = spawn(process.execPath, [script, JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.stdout.resume();
  return async () => {
    if (child.exitCode !== null) throw new Error(`the rogue device ended by itself (${child.exitCode})`);
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
}

function publishQos0(payload: string): Buffer {
  const topic = Buffer.from(telemetryTopic(ROGUE, 'log'));
  const body = Buffer.concat([Buffer.from([0, topic.length]), topic, Buffer.from(payload)]);
  const length: number[] = [];
  for (let rest = body.length; rest > 0; rest >>= 7) length.push((rest & 127) | (rest > 127 ? 128 : 0));
  return Buffer.concat([Buffer.from([0x30, ...length]), body]);
}
