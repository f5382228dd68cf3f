import { dialogGlideMs, polledGlideMs, trackingRules } from '@trace/contract/tracking/tracking.rules';
import type { FixedPosition } from './tracking-position-log.ts';

export type LiveView = 'panel' | 'dialog';

/** LIVE-04 LIVE-11: returns how long the marker takes to move to its newest position. */
export function glideFor(view: LiveView, isPolled: boolean, fixed: readonly FixedPosition[]): number {
  if (view === 'panel') return trackingRules.panelGlideMs;
  const [from, to] = fixed.slice(-2);
  const distanceDeg = from && to ? Math.hypot(to.lat - from.lat, to.lng - from.lng) : 0;
  return isPolled ? polledGlideMs(distanceDeg) : dialogGlideMs(distanceDeg);
}
