// SCALE-03: how long pages take to be answered at 2,000 calls a second while 5,000 positions a second arrive and each
// position goes to a stream. Calls come at a fixed rate, whether or not earlier calls are answered.
import type { CallerResult, CallerTask } from '../../equipment/people/api-caller.ts';
import type { Bench, Figure } from '../../equipment/measures/bench.ts';
import { createCpuMeter } from '../../equipment/measures/cpu-meter.ts';
import { METERED, readLoopDelay } from '../../equipment/measures/loop-delay.ts';
import type { LoopDelay } from '../../equipment/measures/loop-delay.ts';
import type { PacerResult, PacerTask } from '../../equipment/devices/pacer.ts';
import { runChild } from '../../equipment/servers/run-child.ts';
import { PROXIED, signInWearers } from '../../equipment/people/signed-in-wearers.ts';
import { startWorld } from '../../equipment/servers/world.ts';
import type { World } from '../../equipment/servers/world.ts';

/** Enough that nobody calls a page more often than the limit of calls allows. */
const PEOPLE = 200;
const POSITIONS_PER_SEC = 5_000;
const CALL_RATES = [200, 2_000];
/** By then everyone has opened the list once. The first time marks a new device as seen, in a transaction. */
const WARM_UP_MS = 4_000;
const SHORT_MS = 8_000;
const LONG_MS = 30_000;
const SPARE_MS = 120_000;

export const apiBench: Bench = {
  name: 'api',
  run: async ({ isLong, nodeFlags }) => {
    const world = await startWorld({ devices: 0, wearers: PEOPLE, nodeFlags, settings: { ...PROXIED, ...METERED } });
    try {
      const people = await signInWearers(world, PEOPLE);
      const figures: Figure[] = [];
      for (const [index, callsPerSec] of CALL_RATES.entries()) {
        const calls = { people, callsPerSec, url: world.url, warmUpMs: WARM_UP_MS };
        figures.push(...(await measure(world, { ...calls, measureMs: isLong ? LONG_MS : SHORT_MS }, index + 1)));
      }
      return figures;
    } finally {
      await world.dispose();
    }
  },
};

async function measure(world: World, calls: CallerTask, boot: number): Promise<Figure[]> {
  const { people, callsPerSec, url, warmUpMs, measureMs } = calls;
  const positions: PacerTask = {
    ...{ port: world.ready().mqttPort, url, boot, warmUpMs, measureMs: measureMs + warmUpMs },
    ...{ serialPrefix: 'Trace_W', devices: people.length, messagesPerSec: POSITIONS_PER_SEC },
    ...{ cookies: people.map(({ cookie }) => cookie), measuredStreams: people.length },
  };
  const options = { core: null, timeoutMs: SPARE_MS + measureMs };
  const calling: Promise<CallerResult>[] = [];
  const meter = createCpuMeter(world);
  const delays: Promise<LoopDelay>[] = [];
  const { acknowledged, streamed, ownCpuSec } = await runChild<PacerResult>('devices/pacer.ts', positions, {
    ...options,
    onLine: (line) => {
      // Each reading begins a new span.
      delays.push(readLoopDelay(world));
      if (line === 'measured') return meter.end();
      meter.begin();
      calling.push(runChild<CallerResult>('people/api-caller.ts', calls, options));
    },
  });
  const [called] = await Promise.all(calling);
  if (called === undefined) throw new Error('no page was called');
  const { answered, failed, p50Ms, p99Ms } = called;
  const load = `${callsPerSec.toLocaleString('en')} calls/s`;
  const { server, database } = meter.spent();
  const cores = (seconds: number, ms = positions.measureMs): string => ((seconds * 1_000) / ms).toFixed(2);
  const delay = (await Promise.all(delays)).at(-1);
  return [
    {
      name: `API p99, ${load}`,
      value: p99Ms,
      unit: 'ms',
      note: `p50 ${p50Ms.toFixed(1)} ms, ${answered} answers, ${failed} failed; cores: server ${cores(server)}, database ${cores(database)}, trackers and streams ${cores(ownCpuSec)}, callers ${cores(called.cpuSec, measureMs)}`,
    },
    ...called.pages.map(({ page, ...taken }) => ({
      name: `${page}, p99, ${load}`,
      value: taken.p99Ms,
      unit: 'ms',
      note: `p50 ${taken.p50Ms.toFixed(1)} ms`,
    })),
    {
      name: `delay of the event loop, p99, ${load}`,
      value: delay?.p99Ms ?? Number.NaN,
      unit: 'ms',
      note: `longest ${delay?.maxMs.toFixed(0)} ms`,
    },
    {
      name: `PUBACK p99 beside ${load}`,
      value: acknowledged.p99Ms,
      unit: 'ms',
      note: `${acknowledged.count} positions`,
    },
    { name: `push p99 beside ${load}`, value: streamed.p99Ms, unit: 'ms', note: `${streamed.count} events` },
  ];
}
