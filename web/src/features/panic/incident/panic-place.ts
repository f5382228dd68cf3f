import { formatDistance } from '#lib/format.ts';
import { cities } from '#ui/map/basemap/cities.ts';
import { metresNorthAndEast, type Place } from '@trace/contract/kernel/distance';
import { panicScreenTexts as texts } from '@trace/contract/panic/panic.screen.texts';

const NEAR_M = 1_500;
/** A city farther away says little about a place. */
const FARTHEST_M = 60_000;
const DIRECTIONS = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'] as const;

/** '4.6 km south-east of Parramatta', from the names of the built-in map. Null where no such name is near. */
export function placeWords(place: Place): string | null {
  const near = cities
    .map(([name, lng, lat]) => ({ name, ...bearing({ lat, lng }, place) }))
    .reduce((best, each) => (each.metres < best.metres ? each : best));
  if (near.metres > FARTHEST_M) return null;
  if (near.metres < NEAR_M) return texts.at(near.name);
  return texts.near(formatDistance(near.metres), directionOf(near.degrees), near.name);
}

const directionOf = (degrees: number): string => DIRECTIONS[Math.round(((degrees + 360) % 360) / 45) % 8] ?? 'north';

function bearing(from: Place, to: Place): { metres: number; degrees: number } {
  const { northM, eastM } = metresNorthAndEast(from, to);
  return { metres: Math.hypot(northM, eastM), degrees: (Math.atan2(eastM, northM) * 180) / Math.PI };
}
