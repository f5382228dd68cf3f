// LIVE-10: a page that stops reading costs a bounded amount of memory and does not delay other readers (part of
// invariant I-23). Some streams stop reading during a flood. The server must not buffer without limit for these
// streams, and a parallel stream stays current.
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Fault, FaultSettings, Outcome } from '../../equipment/proofs/fault.ts';
import { createFleet, serialOf } from '../../equipment/devices/fleet.ts';
import { openRawStream, signInTo } from '../../equipment/people/portal-client.ts';
import { rssBytes } from '../../equipment/servers/processes.ts';
import { holdsWithin } from '../../equipment/until.ts';
import { startWorld } from '../../equipment/servers/world.ts';

const DEVICES = 50;
/** Enough streams that buffered data becomes clearly visible in memory. */
const STUCK_STREAMS = 8;
/** Lets the heap grow to its usual size before the measurement. */
const WARM_UP_MS = 4_000;
const FLOOD_MS = 10_000;
/** Garbage alone varies by 30 to 100 MB. Without limits on the buffers the server grows by 600 MB. */
const MOST_GROWTH_BYTES = 256 * 1024 * 1024;
/** A stream that reads is never further behind than this. */
const CURRENT_WITHIN_MS = 2_000;
const RECOVERS_WITHIN_MS = 10_000;

export const slowReaderFault: Fault = {
  name: 'slow-reader',
  invariants: ['I-23'],
  run: (settings) => stopReading(settings),
};

/** @param serverDirectory a changed copy of the server, for mutants */
export async function* stopReading({ seed }: FaultSettings, serverDirectory?: string): AsyncGenerator<Outcome> {
  const world = await startWorld({ devices: DEVICES, ...(serverDirectory === undefined ? {} : { serverDirectory }) });
  const fleet = createFleet(world, { count: DEVICES, seed, areClocksRight: true });
  const { url } = world.ready();
  const { cookie } = await signInTo(world.ready());
  const reading = openRawStream(url, cookie);
  const stuck = Array.from({ length: STUCK_STREAMS }, () => openRawStream(url, cookie));
  try {
    let heardAtMs = 0;
    let heardBytes = 0;
    reading.on('data', (chunk) => {
      heardBytes += chunk.length;
      if (chunk.includes(serialOf(1))) heardAtMs = performance.now();
    });
    // The stream stops reading after its answer has begun.
    for (const stream of stuck) stream.once('data', () => stream.pause());
    fleet.flow(1);
    await wait(WARM_UP_MS);
    const before = rssBytes(world.pid());
    await wait(FLOOD_MS);
    const growth = rssBytes(world.pid()) - before;
    const behindMs = performance.now() - heardAtMs;
    const problems: string[] = [];
    if (growth > MOST_GROWTH_BYTES) problems.push(`the server grew by ${growth} bytes`);
    if (behindMs > CURRENT_WITHIN_MS) problems.push(`the reading stream is ${Math.round(behindMs)} ms behind`);
    const note = `grew by ${(growth / 1e6).toFixed(1)} MB while ${(heardBytes / 1e6).toFixed(0)} MB were streamed`;
    if (!(await recover(stuck))) problems.push('a stream that reads again is neither ended nor current');
    const counts = { checked: stuck.length };
    yield { title: 'streams that stop reading under a flood', problems, note, counts };
  } finally {
    reading.destroy();
    for (const stream of stuck) stream.destroy();
    await fleet.stop();
    await world.dispose();
  }
}

/**
 * Checks that each resumed stream delivers current data, or closes so that the page sees at once that a new connection
 * is needed.
 */
function recover(stuck: readonly Socket[]): Promise<boolean> {
  const wokenAt = Date.now();
  const recovered = new Set<Socket>();
  for (const stream of stuck) {
    stream.on('close', () => recovered.add(stream));
    stream.on('data', (chunk) => {
      const times = [...chunk.toString('latin1').matchAll(/"receivedAt":(\d+)/g)].map(([, at]) => Number(at));
      if (Math.max(...times) >= wokenAt) recovered.add(stream);
    });
    stream.resume();
  }
  return holdsWithin(RECOVERS_WITHIN_MS, () => recovered.size === stuck.length);
}
