// LIVE-10: how many events per second of processor time the server writes into open streams. People with 20 tabs each
// watch a device, so one stored position becomes 20 events.
import type { Bench, Figure } from '../../equipment/measures/bench.ts';
import { createCpuMeter } from '../../equipment/measures/cpu-meter.ts';
import type { PacerResult, PacerTask } from '../../equipment/devices/pacer.ts';
import { runChild } from '../../equipment/servers/run-child.ts';
import { PROXIED, signInWearers } from '../../equipment/people/signed-in-wearers.ts';
import { startWorld } from '../../equipment/servers/world.ts';
import type { World } from '../../equipment/servers/world.ts';

const PEOPLE = 10;
/** The most tabs that a person can have open. */
const TABS = 20;
const POSITIONS_PER_SEC = 2_000;
const WARM_UP_MS = 2_000;
const SHORT_MS = 6_000;
const LONG_MS = 20_000;
const SPARE_MS = 120_000;

export const fanOutBench: Bench = {
  name: 'fan-out',
  run: async ({ isLong, nodeFlags }) => {
    const world = await startWorld({ devices: 0, wearers: PEOPLE, nodeFlags, settings: PROXIED });
    try {
      return [await measure(world, isLong ? LONG_MS : SHORT_MS)];
    } finally {
      await world.dispose();
    }
  },
};

async function measure(world: World, measureMs: number): Promise<Figure> {
  const people = await signInWearers(world, PEOPLE);
  const cookies = people.flatMap(({ cookie }) => Array.from({ length: TABS }, () => cookie));
  const task: PacerTask = {
    ...{ port: world.ready().mqttPort, url: world.url, cookies, measuredStreams: cookies.length, boot: 1, measureMs },
    ...{ serialPrefix: 'Trace_W', devices: PEOPLE, messagesPerSec: POSITIONS_PER_SEC, warmUpMs: WARM_UP_MS },
  };
  const meter = createCpuMeter(world);
  const { streamed, acknowledged } = await runChild<PacerResult>('devices/pacer.ts', task, {
    core: null,
    timeoutMs: SPARE_MS + measureMs,
    onLine: (line) => (line === 'measuring' ? meter.begin() : meter.end()),
  });
  const { server } = meter.spent();
  const perSec = Math.round(streamed.count / (measureMs / 1_000)).toLocaleString('en');
  const note = `${perSec} events/s into ${cookies.length} streams, p99 ${streamed.p99Ms.toFixed(0)} ms; storing ${acknowledged.count} positions included`;
  return { name: 'stream events per CPU second', value: streamed.count / server, unit: '1/s', note };
}
