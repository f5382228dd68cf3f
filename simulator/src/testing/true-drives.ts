import { createRandom } from '../random.ts';
import { distanceM } from '../routes/geometry.ts';
import { placeOf, ways, type WayName } from '../routes/places.ts';
import { createSpeedProfile, motionAt, type Motion, type SpeedProfile } from '../routes/speed-profile.ts';

/** The true positions of a vehicle, second by second, before any measurement. Seconds since its start. */
export interface TrueDrive {
  readonly durationSec: number;
  readonly stands: readonly (readonly [fromSec: number, toSec: number])[];
  readonly wayM: number;
  at(sec: number): Motion;
}

/** A vehicle that stands for so long. */
export function standing(durationSec: number): TrueDrive {
  const place = placeOf(ways.harbourBridge.points[0]);
  return {
    durationSec,
    stands: [[0, durationSec]],
    wayM: 0,
    at: () => ({ place, speedMps: 0, courseDeg: 0, isTunnel: false }),
  };
}

/** Drives along a way, there and back by turns, with a stand between two drives. */
export function thereAndBack(way: WayName, ...standsSec: readonly number[]): TrueDrive {
  const random = createRandom(1);
  const legs: { readonly fromSec: number; readonly profile: SpeedProfile }[] = [];
  const stands: [number, number][] = [];
  let nowSec = 0;
  for (const standSec of [...standsSec, 0]) {
    const profile = createSpeedProfile(ways[way], legs.length % 2 === 1, random);
    legs.push({ fromSec: nowSec, profile });
    nowSec += profile.durationSec;
    if (standSec > 0) stands.push([nowSec, nowSec + standSec]);
    nowSec += standSec;
  }
  return {
    durationSec: nowSec,
    stands,
    wayM: legs.reduce((sum, { profile }) => sum + lengthM(profile), 0),
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
