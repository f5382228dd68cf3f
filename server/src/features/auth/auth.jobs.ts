import type { Clock, Stop } from '#platform/clock/clock';
import type { Log } from '#platform/log/log';

/** Longest delay before a session that is never used again is logged as ended. */
const SWEEP_EVERY_MS = 60_000;

interface Sweeping {
  readonly clock: Clock;
  readonly log: Log;
  /** Services that keep expiring data, each with a sweep. */
  readonly parts: readonly { sweep(): Promise<void> }[];
}

/** Every process may sweep. A process skips rows that another process has taken. */
export function startSweeping({ clock, log, parts }: Sweeping): Stop {
  return clock.every(SWEEP_EVERY_MS, async () => {
    try {
      for (const part of parts) await part.sweep();
    } catch (error) {
      log.warn(
        { err: error },
        'Cleanup of expired sign-in data (sessions, attempts, second steps, sign-ups) failed, retrying in 60 s',
      );
    }
  });
}
