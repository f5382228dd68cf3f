import { MINUTE_MS } from '@trace/contract/kernel/time';
import type { Clock } from '#platform/clock/clock';

/** Keys are forgotten each minute. Beyond this number, new keys are not counted: a flood must silence no hub. */
const MOST_KEYS = 50_000;

/** Counts by key in windows of a minute. */
export function createMinuteLimit(clock: Clock, perMinute: number) {
  let counts = new Map<string, number>();
  let endsAt = 0;

  const current = (): Map<string, number> => {
    const now = clock.now().getTime();
    if (now >= endsAt) {
      counts = new Map();
      endsAt = now + MINUTE_MS;
    }
    return counts;
  };

  return {
    isReached: (key: string): boolean => (current().get(key) ?? 0) >= perMinute,
    count(key: string): void {
      const before = current().get(key);
      if (before !== undefined || counts.size < MOST_KEYS) counts.set(key, (before ?? 0) + 1);
    },
  };
}
