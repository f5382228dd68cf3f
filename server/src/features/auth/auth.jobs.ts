import type { Clock, Stop } from '#platform/clock/clock';
import type { Log } from '#platform/log/log';
import type { Attempts } from './auth.attempts.service.ts';
import type { Sessions } from './auth.sessions.service.ts';

/** A session that nobody meets again is written into the log as ended at most this much later. */
const SWEEP_EVERY_MS = 60_000;

/** Every process may sweep: what one of them takes, the others pass by. */
export function startSweeping(deps: {
  clock: Clock;
  log: Log;
  sessions: Sessions;
  attempts: Attempts;
  factors: { sweep(): Promise<void> };
}): Stop {
  const { clock, log, sessions, attempts, factors } = deps;
  return clock.every(SWEEP_EVERY_MS, async () => {
    try {
      await sessions.sweep();
      await attempts.sweep();
      await factors.sweep();
    } catch (error) {
      log.warn({ err: error }, 'sessions that are over could not be swept, the next round will');
    }
  });
}
