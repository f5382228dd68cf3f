import { createRandom } from '../random.ts';
import { distanceM } from '../routes/geometry.ts';
import { placeOf, ways, type WayName } from '../routes/places.ts';
import { createSpeedProfile, motionAt, type Motion, type SpeedProfile } from '../routes/speed-profile.ts';

/** The true positions of a vehicle, second by second, before any measurement. Seconds since its start. */
export interface TrueDrive {
  readonly durationSec: number;
  readonly stops: readonly (readonly [fromSec: number, toSec: number])[];
  readonly distanceM: number;
  at(sec: number): Motion;
}

/** A parked vehicle. */
export function standing(durationSec: number): TrueDrive {
  const place = placeOf(ways.harbourBridge.points[0]);
  return {
    durationSec,
    stops: [[0, durationSec]],
    distanceM: 0,
    at: () => ({ place, speedMps: 0, courseDeg: 0, isTunnel: false }),
  };
}

/** Drives along a way, there and back by turns, with a stop between two drives. */
export function thereAndBack(way: WayName, ...stopsSec: readonly number[]): TrueDrive {
  const random = createRandom(1);
  const legs: { readonly fromSec: number; readonly profile: SpeedProfile }[] = [];
  const stops: [number, number][] = [];
  let nowSec = 0;
  for (const stopSec of [...stopsSec, 0]) {
    const profile = createSpeedProfile(ways[way], legs.length % 2 === 1, random);
    legs.push({ fromSec: nowSec, profile });
    nowSec += profile.durationSec;
    if (stopSec > 0) stops.push([nowSec, nowSec + stopSec]);
    nowSec += stopSec;
  }
  return {
    durationSec: nowSec,
    stops,
    distanceM: legs.reduce((sum, { profile }) => sum + lengthM(profile), 0),
    at(sec) {
      const { fromSec, profile } = legs.findLast((leg) => leg.fromSec <= sec)!;
      const motion = motionAt(profile, sec - fromSec);
      return sec - fromSec > profile.durationSec ? { ...motion, speedMps: 0 } : motion;
    },
  };
}

function lengthM({ places }: SpeedProfile): number {
  return places.slice(1).reduce((sum, place, index) => sum + distanceM(places[index]!, place), 0);
}
