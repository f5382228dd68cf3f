import { metresBetween } from '@trace/contract/kernel/distance';
import { trackingRules } from '@trace/contract/tracking/tracking.rules';
import { dialogGlideMs, polledGlideMs } from '@trace/contract/tracking/tracking.glide.rules';
import type { FixedPosition } from './tracking-position-log.ts';

export type LiveView = 'panel' | 'dialog';

/** LIVE-04 LIVE-11: returns how long the marker takes to move to its newest position. */
export function glideFor(view: LiveView, isPolled: boolean, fixed: readonly FixedPosition[]): number {
  if (view === 'panel') return trackingRules.panelGlideMs;
  const [from, to] = fixed.slice(-2);
  const distanceM = from && to ? metresBetween(from, to) : 0;
  return isPolled ? polledGlideMs(distanceM) : dialogGlideMs(distanceM);
}
