import type { Tracker } from './device/tracker.ts';

export interface FleetStatistics {
  readonly connected: number;
  readonly publishedPerSec: number;
  readonly acknowledgedPerSec: number;
  readonly published: number;
  readonly acknowledged: number;
  readonly lost: number;
  /** Time from creating a message to its acknowledgement, for messages acknowledged since the last reading. */
  readonly latencyP50Ms: number | null;
  readonly latencyP99Ms: number | null;
}

export interface FleetMeter {
  watch(tracker: Tracker): void;
  /** Figures per second count from the last reading. */
  read(nowMs: number): FleetStatistics;
}

/** Latency buckets grow by 10 %, so a day of latencies takes no more memory than a second. */
const BUCKET_GROWTH = 1.1;
const BUCKETS = 160;

export function createFleetMeter(startMs: number): FleetMeter {
  const latencies = new Uint32Array(BUCKETS);
  const total = { published: 0, acknowledged: 0, lost: 0 };
  let connected = 0;
  let last = { ...total, atMs: startMs };

  return {
    watch(tracker) {
      let isOnline = false;
      tracker.on('phase', (phase) => {
        if ((phase === 'online') === isOnline) return;
        isOnline = !isOnline;
        connected += isOnline ? 1 : -1;
      });
      tracker.on('published', () => {
        total.published += 1;
      });
      tracker.on('acknowledged', ({ latencyMs }) => {
        total.acknowledged += 1;
        const bucket = bucketOf(latencyMs);
        latencies[bucket] = (latencies[bucket] ?? 0) + 1;
      });
      tracker.on('lost', () => {
        total.lost += 1;
      });
    },
    read(nowMs) {
      const elapsedSec = Math.max((nowMs - last.atMs) / 1_000, 0.001);
      const read = {
        ...total,
        connected,
        publishedPerSec: (total.published - last.published) / elapsedSec,
        acknowledgedPerSec: (total.acknowledged - last.acknowledged) / elapsedSec,
        latencyP50Ms: quantile(latencies, 0.5),
        latencyP99Ms: quantile(latencies, 0.99),
      };
      last = { ...total, atMs: nowMs };
      latencies.fill(0);
      return read;
    },
  };
}

const bucketOf = (latencyMs: number): number =>
  Math.min(BUCKETS - 1, Math.floor(Math.log(Math.max(1, latencyMs)) / Math.log(BUCKET_GROWTH)));

/** The upper edge of the bucket in which that share of all is reached. */
function quantile(counts: Uint32Array, share: number): number | null {
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all === 0) return null;
  let seen = 0;
  const bucket = counts.findIndex((count) => {
    seen += count;
    return seen >= all * share;
  });
  return Math.round(BUCKET_GROWTH ** (bucket + 1));
}
