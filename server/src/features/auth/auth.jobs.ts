import type { Clock, Stop } from '#platform/clock/clock';
import type { Log } from '#platform/log/log';

/** A session that nobody meets again is written into the log as ended at most this much later. */
const SWEEP_EVERY_MS = 60_000;

interface Sweeping {
  readonly clock: Clock;
  readonly log: Log;
  /** What keeps something that ends by itself, each with its own sweep. */
  readonly parts: readonly { sweep(): Promise<void> }[];
}

/** Every process may sweep: what one of them takes, the others pass by. */
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
