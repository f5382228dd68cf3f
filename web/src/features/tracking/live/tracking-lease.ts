import { api, isPassing, leavingApi } from '#lib/http/api.ts';
import type { Stop } from '#lib/stop.ts';
import { ApiError } from '@trace/contract/kernel/client';
import { renewLive, startLive, stopLive } from '@trace/contract/tracking/tracking.api';
import { trackingRules } from '@trace/contract/tracking/tracking.rules';
import type { LiveOutcome } from '@trace/contract/tracking/tracking.schema';

/** Three chances before the lease runs out. */
const RENEW_EVERY_MS = trackingRules.viewerLeaseMs / 3;

export interface LiveLease {
  /** Puts the device in live mode, or joins who follows it already. */
  start: () => Promise<LiveOutcome>;
  /** Gives the lease back; also when the start has not been answered yet. */
  stop: Stop;
  /** The server ends it by itself, as with the plan: unless it is renewed, nothing is left to give back. */
  noteOver: () => void;
}

/**
 * One view's lease on a device's live mode (LIVE-08), renewed while the page shows it and given back when it goes.
 * `onRefused`: the server no longer lets this person follow the device.
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
      // Whoever has stopped meanwhile has given it back, and takes it no more.
      if (!leased && !hasStopped) await start();
      isOver = false;
    } catch (error) {
      // The network may come back before the lease ends; a refusal stays one.
      if (!(error instanceof ApiError) || isPassing(error)) return;
      isOver = true;
      onRefused(error);
    }
  };

  const giveBack = () => {
    if (isOver) return;
    // Nobody is left to tell when this fails, and the lease ends by itself.
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
      // A browser slows the timers of a hidden page below what a lease needs.
      document.addEventListener('visibilitychange', renewWhenSeen);
      return start();
    },
    stop,
    noteOver: () => {
      isOver = true;
    },
  };
}
