import { SECOND_MS } from '../kernel/time.ts';

/** LIVE-02 LIVE-04 LIVE-08 LIVE-11: numbers of live tracking. */
export const trackingRules = {
  enableCommand: { interval: 10_000, priority: 'high', timeout: 30_000 },
  locateCommand: { priority: 'high', timeout: 30_000, freshOnly: true, reason: 'liveTracking', maxAge: 0 },
  enableWaitMs: 30 * SECOND_MS,
  intervalMs: 10 * SECOND_MS,
  /** A viewer's lease, renewed by the viewer's stream (T51). */
  viewerLeaseMs: 60 * SECOND_MS,
  /** How long a viewer whose stream broke may come back. */
  viewerGraceMs: 15 * SECOND_MS,
  panelGlideMs: 1_500,
  /** How far back the line behind the marker reaches. */
  tailMs: 60 * SECOND_MS,
  /** Slower is a receiver's noise. */
  movingMps: 1,
  panelPollMs: 3 * SECOND_MS,
  dialogPollMs: 10 * SECOND_MS,
  firstLookBackMs: 30 * SECOND_MS,
  /** How long a received position may wait to be stored. */
  settleMs: 60 * SECOND_MS,
  /**
   * The maximum number of positions that a page lists as already known in a request. These positions are not sent
   * again.
   */
  mostKnown: 200,
} as const;
