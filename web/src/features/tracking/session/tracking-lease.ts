import { api, isPassing, leavingApi } from '#lib/http/api.ts';
import type { Stop } from '#lib/stop.ts';
import { ApiError } from '@trace/contract/kernel/client';
import { renewLive, startLive, stopLive } from '@trace/contract/tracking/tracking.api';
import { trackingRules } from '@trace/contract/tracking/tracking.rules';
import type { LiveOutcome } from '@trace/contract/tracking/tracking.schema';

/** Three chances before the lease runs out. */
const RENEW_EVERY_MS = trackingRules.viewerLeaseMs / 3;

export interface LiveLease {
  /** Puts the device in live mode, or joins a running live mode. */
  start: () => Promise<LiveOutcome>;
  /** Gives the lease back; also when the start has not been answered yet. */
  stop: Stop;
  /** The server ends the lease, for example with the plan. Unless renewed, the lease needs no release. */
  noteOver: () => void;
}

/**
 * Creates one view's lease on a device's live mode (LIVE-08). The lease is renewed while the page shows the view and
 * released on leaving. `onRefused`: the server no longer lets this user follow the device.
 */
export function createLiveLease(serial: string, onRefused: (error: ApiError) => void): LiveLease {
  const viewerId = crypto.randomUUID();
  const params = { serial, viewerId };
  let timer: ReturnType<typeof setInterval> | undefined;
  let hasStopped = false;
  let isOver = false;

  const start = (): Promise<LiveOutcome> => api.call(startLive, { params: { serial }, body: { viewerId } });

  const renew = async () => {
    try {
      const { leased } = await api.call(renewLive, { params });
      // After a stop the lease is released and must not be taken again.
      if (!leased && !hasStopped) await start();
      isOver = false;
    } catch (error) {
      // A network failure may pass before the lease expires. A refusal is final.
      if (!(error instanceof ApiError) || isPassing(error)) return;
      isOver = true;
      onRefused(error);
    }
  };

  const giveBack = () => {
    if (isOver) return;
    // A failure is ignored: the page is closing, and the lease expires on its own.
    leavingApi.call(stopLive, { params }).catch(() => undefined);
  };

  const renewWhenSeen = () => {
    if (document.visibilityState === 'visible') void renew();
  };

  const stop = () => {
    hasStopped = true;
    clearInterval(timer);
    removeEventListener('pagehide', giveBack);
    document.removeEventListener('visibilitychange', renewWhenSeen);
    giveBack();
  };

  return {
    start: () => {
      timer = setInterval(() => void renew(), RENEW_EVERY_MS);
      addEventListener('pagehide', giveBack);
      // Browsers throttle the timers of a hidden page below the rate that a lease needs.
      document.addEventListener('visibilitychange', renewWhenSeen);
      return start();
    },
    stop,
    noteOver: () => {
      isOver = true;
    },
  };
}
