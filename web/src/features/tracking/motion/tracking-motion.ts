import { formatSpeed } from '#lib/format.ts';
import type { LngLat } from '#ui/map/map.types.ts';
import { liveTexts } from '@trace/contract/tracking/tracking.live.texts';
import { trackingRules } from '@trace/contract/tracking/tracking.rules';
import type { FixedPosition } from './tracking-position-log.ts';

/** Returns the heading in degrees of a device that moves, or null. The course of a device at rest is noise. */
export function headingOf({ speedMps, courseDeg }: FixedPosition): number | null {
  return (speedMps ?? 0) < trackingRules.movingMps ? null : courseDeg;
}

/** Returns the places of the minute before the newest position, oldest first. */
export function tailOf(fixed: readonly FixedPosition[]): LngLat[] {
  const newest = fixed.at(-1);
  if (!newest) return [];
  return fixed
    .slice(0, -1)
    .filter(({ at }) => newest.at - at <= trackingRules.tailMs)
    .map(({ lat, lng }) => ({ lat, lng }));
}

const STEP_DEG = 45;

/** Returns '48 km/h, heading north-east (43°)', 'Not moving', or null for a device that reports no speed. */
export function motionWords(position: FixedPosition): string | null {
  const { speedMps } = position;
  if (speedMps === null) return null;
  if (speedMps < trackingRules.movingMps) return liveTexts.standing;
  const heading = headingOf(position);
  if (heading === null) return formatSpeed(speedMps);
  const compass = liveTexts.compass[Math.round(heading / STEP_DEG) % liveTexts.compass.length]!;
  return `${formatSpeed(speedMps)}, ${liveTexts.heading(compass, Math.round(heading) % 360)}`;
}
