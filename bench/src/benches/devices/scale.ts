// SCALE-03: 10,000 trackers over mutual TLS, each reporting every 10 s, with the database and the trackers on the same
// cores. Nothing is lost, pages are answered in time meanwhile, and half of the trackers reconnect at once. The short
// form has 1,000 trackers.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createUnsignedIdentity } from '@trace/simulator/device/identity';
import { writeUnsignedIdentity } from '@trace/simulator/device/identity-folder';
import type { CallerResult, CallerTask } from '../../equipment/people/api-caller.ts';
import type { Bench, Figure } from '../../equipment/measures/bench.ts';
import { lookInto } from '../../equipment/proofs/checker.ts';
import { createCpuMeter } from '../../equipment/measures/cpu-meter.ts';
import { serialOf } from '../../equipment/devices/fleet.ts';
import { rssBytes } from '../../equipment/servers/processes.ts';
import { runChild } from '../../equipment/servers/run-child.ts';
import { PROXIED, signInWearers } from '../../equipment/people/signed-in-wearers.ts';
import type { FleetResult, FleetTask } from '../../equipment/devices/tls-fleet.ts';
import { startWorld } from '../../equipment/servers/world.ts';
import type { World } from '../../equipment/servers/world.ts';

const SHORT = { devices: 1_000, measureMs: 15_000 };
const LONG = { devices: 10_000, measureMs: 120_000 };
const EVERY_MS = 10_000;
const BOOT = 1;
/** People who call pages meanwhile. */
const CALLERS = 20;
const CALLS_PER_SEC = 20;
const ENDS_WITHIN_MS = 900_000;

export const scaleBench: Bench = {
  name: 'scale',
  run: async ({ isLong, nodeFlags }) => {
    const { devices, measureMs } = isLong ? LONG : SHORT;
    const folder = await mkdtemp(path.join(tmpdir(), 'trace-identities-'));
    try {
      const serials = Array.from({ length: devices }, (_, index) => serialOf(index + 1));
      for (const serial of serials) await writeUnsignedIdentity(folder, await createUnsignedIdentity(serial));
      const world = await startWorld({ devices, wearers: CALLERS, sign: folder, nodeFlags, settings: PROXIED });
      try {
        const { mqttsPort: port } = world.ready();
        const task = { folder, port, serials, everyMs: EVERY_MS, boot: BOOT, measureMs, cut: devices / 2 };
        return await measure(world, task);
      } finally {
        await world.dispose();
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function measure(world: World, task: FleetTask): Promise<Figure[]> {
  const people = await signInWearers(world, CALLERS);
  const calls: CallerTask = {
    ...{ url: world.url, people, callsPerSec: CALLS_PER_SEC, warmUpMs: 0, measureMs: task.measureMs },
  };
  const meter = createCpuMeter(world);
  const calling: Promise<CallerResult>[] = [];
  let rss = 0;
  const file = path.join(task.folder, 'task.json');
  await writeFile(file, JSON.stringify(task));
  const fleet = await runChild<FleetResult>('devices/tls-fleet.ts', file, {
    core: null,
    timeoutMs: ENDS_WITHIN_MS,
    onLine: (line) => {
      if (line === 'measuring') {
        meter.begin();
        calling.push(runChild('people/api-caller.ts', calls, { core: null, timeoutMs: ENDS_WITHIN_MS }));
      } else {
        meter.end();
        rss = rssBytes(world.pid());
      }
    },
  });
  const [called] = await Promise.all(calling);
  if (called === undefined) throw new Error('the devices were never connected');
  const { stored, rows } = await countStored(world);
  const { server, database } = meter.spent();
  const cores = (seconds: number): string => (seconds / (task.measureMs / 1_000)).toFixed(2);
  const note = `${task.serials.length} devices connected in ${seconds(fleet.connectedMs)}, ${fleet.lost} connections lost meanwhile; cores: server ${cores(server)}, database ${cores(database)}; RSS ${Math.round(rss / 1e6)} MB, trackers ${Math.round(fleet.rssBytes / 1e6)} MB`;
  return figuresOf(task, fleet, called, { stored, rows, note });
}

function figuresOf(
  { cut }: FleetTask,
  fleet: FleetResult,
  calls: CallerResult,
  { stored, rows, note }: { stored: number; rows: number; note: string },
): Figure[] {
  const { acknowledgedMs: ack } = fleet;
  return [
    {
      name: 'scale, messages lost or stored twice',
      value: Math.abs(fleet.sent - stored) + (rows - stored) + (fleet.sent - fleet.acknowledged),
      unit: '',
      note: `${fleet.sent} sent, ${fleet.acknowledged} acknowledged, ${stored} stored; ${note}`,
    },
    {
      name: 'scale, publish to PUBACK p99',
      value: ack.p99,
      unit: 'ms',
      note: `p50 ${ack.p50} ms, max ${ack.max} ms`,
    },
    {
      name: 'scale, API p99',
      value: calls.p99Ms,
      unit: 'ms',
      note: `${calls.answered} answers, ${calls.failed} failed, p50 ${calls.p50Ms.toFixed(1)} ms`,
    },
    {
      name: `reconnect of ${cut.toLocaleString('en')} mTLS devices`,
      value: fleet.backMs / 1_000,
      unit: 's',
      note: `${fleet.resumed} TLS sessions resumed, ${fleet.lostAgain} lost once more`,
    },
  ];
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** `rows` also counts copies. */
async function countStored(world: World): Promise<{ stored: number; rows: number }> {
  return lookInto(world.ready().databaseUrl, async (client) => {
    const { rows } = await client.query<{ stored: number; rows: number }>(
      `select count(distinct (device_id, seq))::int as stored, count(*)::int as rows from position where boot = $1`,
      [BOOT],
    );
    return rows[0] ?? { stored: 0, rows: 0 };
  });
}
