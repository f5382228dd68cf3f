import type { CallLimit } from '@trace/contract/kernel/endpoint';
import type { Clock, Stop } from '#platform/clock/clock';
import { Refusal } from '#platform/refusal/refusal';

/** The limit of calls per caller and endpoint: far above a person, far below a flood. */
export const ordinaryLimit: CallLimit = { calls: 600, windowSec: 60 };

/**
 * The maximum number of remembered windows, each of one endpoint and caller. Beyond this the oldest window is dropped,
 * so that a flood of addresses costs no memory.
 */
const MOST_WINDOWS = 100_000;

interface Window {
  calls: number;
  endsAt: number;
}

export interface CallLimits {
  /** Counts a call. Refuses with the seconds to wait when the limit is exceeded. */
  count(endpoint: string, caller: string, limit: CallLimit): void;
}

/** Fixed windows per endpoint and caller, in this process: a guard against floods. Business limits stand in the database. */
export function createCallLimits(clock: Clock): CallLimits & { stop: Stop } {
  const windows = new Map<string, Window>();
  const sweep = (): void => {
    const now = clock.now().getTime();
    for (const [key, window] of windows) if (window.endsAt <= now) windows.delete(key);
  };
  return {
    count(endpoint, caller, limit) {
      const now = clock.now().getTime();
      const key = `${endpoint} ${caller}`;
      const known = windows.get(key);
      const window = known && known.endsAt > now ? known : { calls: 0, endsAt: now + limit.windowSec * 1_000 };
      if (window !== known) remember(windows, key, window);
      window.calls += 1;
      if (window.calls <= limit.calls) return;
      const retryAfterSec = Math.max(1, Math.ceil((window.endsAt - now) / 1_000));
      throw new Refusal('too_many_requests', 'Too many requests.', { retryAfterSec });
    },
    stop: clock.every(60_000, sweep),
  };
}

function remember(windows: Map<string, Window>, key: string, window: Window): void {
  windows.delete(key);
  const oldest = windows.size >= MOST_WINDOWS ? windows.keys().next().value : undefined;
  if (oldest !== undefined) windows.delete(oldest);
  windows.set(key, window);
}
