// LIVE-10: the delay from sending a position, at a fixed 5,000 messages per second. Measures until the position is
// stored and acknowledged, and until its bytes are in a watcher's stream.
import type { Bench, BenchSettings, Figure } from '../../equipment/measures/bench.ts';
import type { PacerResult, PacerTask } from '../../equipment/devices/pacer.ts';
import { signInTo } from '../../equipment/people/portal-client.ts';
import { runChild } from '../../equipment/servers/run-child.ts';
import { startWorld } from '../../equipment/servers/world.ts';

const DEVICES = 500;
const MESSAGES_PER_SEC = 5_000;
/** Streams of the same user. The first stream is measured. */
const STREAMS = 2;
const WARM_UP_MS = 2_000;
const SHORT_MS = 8_000;
const LONG_MS = 60_000;
const SPARE_MS = 60_000;

export const latencyBench: Bench = {
  name: 'latency',
  run: async (settings) => {
    const world = await startWorld({ devices: DEVICES, nodeFlags: settings.nodeFlags });
    try {
      const { mqttPort: port, url } = world.ready();
      const { cookie } = await signInTo(world.ready());
      return await measure({ port, url, cookie }, settings);
    } finally {
      await world.dispose();
    }
  },
};

async function measure(
  { cookie, ...endpoints }: Pick<PacerTask, 'port' | 'url'> & { cookie: string },
  { isLong }: BenchSettings,
): Promise<Figure[]> {
  const task: PacerTask = {
    ...endpoints,
    serialPrefix: 'Trace_B',
    devices: DEVICES,
    messagesPerSec: MESSAGES_PER_SEC,
    cookies: Array.from({ length: STREAMS }, () => cookie),
    measuredStreams: 1,
    boot: 1,
    warmUpMs: WARM_UP_MS,
    measureMs: isLong ? LONG_MS : SHORT_MS,
  };
  const timeoutMs = task.warmUpMs + task.measureMs + SPARE_MS;
  const { sent, acknowledged, streamed } = await runChild<PacerResult>('devices/pacer.ts', task, {
    core: null,
    timeoutMs,
  });
  const note = `${sent} sent, ${acknowledged.count} acknowledged in the measured time, max ${acknowledged.maxMs.toFixed(1)} ms`;
  const streamNote = `${streamed.count} events in one of ${STREAMS} streams, max ${streamed.maxMs.toFixed(1)} ms`;
  return [
    { name: 'publish to PUBACK p50, 5 k/s', value: acknowledged.p50Ms, unit: 'ms', note },
    { name: 'publish to PUBACK p99, 5 k/s', value: acknowledged.p99Ms, unit: 'ms' },
    { name: 'publish to stream p50, 5 k/s', value: streamed.p50Ms, unit: 'ms', note: streamNote },
    { name: 'publish to stream p99, 5 k/s', value: streamed.p99Ms, unit: 'ms' },
  ];
}
