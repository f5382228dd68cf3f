import { MINUTE_MS, SECOND_MS } from '@trace/contract/kernel/time';
import type { Clock, Stop } from '#platform/clock/clock';
import type { Gateway } from '#platform/devices/gateway/gateway';

const SAMPLE_EVERY_MS = 10 * SECOND_MS;

interface Sample {
  readonly atMs: number;
  readonly received: number;
  readonly refused: number;
}

export interface GatewayRate {
  start(): Stop;
  /** The rates since the oldest sample of the last minute; 0 before the first sample. */
  current(): { messagesPerSec: number; refusedPerMin: number };
}

/** Turns the counters of the gateway into rates of the last minute. */
export function createGatewayRate(clock: Clock, gateway: () => Pick<Gateway, 'stats'>): GatewayRate {
  let samples: Sample[] = [];

  const measure = (): Sample => {
    const { received, refused, droppedPending, droppedPerNetwork, droppedFull } = gateway().stats();
    const dropped = droppedPending + droppedPerNetwork + droppedFull;
    return { atMs: clock.now().getTime(), received, refused: refused + dropped };
  };

  const sample = async (): Promise<void> => {
    const newest = measure();
    samples = [...samples.filter(({ atMs }) => newest.atMs - atMs < MINUTE_MS), newest];
  };

  return {
    start: () => {
      void sample();
      return clock.every(SAMPLE_EVERY_MS, sample);
    },
    current: () => {
      const [oldest] = samples;
      const now = measure();
      if (oldest === undefined || now.atMs <= oldest.atMs) return { messagesPerSec: 0, refusedPerMin: 0 };
      const seconds = (now.atMs - oldest.atMs) / SECOND_MS;
      return {
        messagesPerSec: (now.received - oldest.received) / seconds,
        // A span of a few seconds must not be multiplied to an alarm.
        refusedPerMin: ((now.refused - oldest.refused) * 60) / Math.max(seconds, 60),
      };
    },
  };
}
