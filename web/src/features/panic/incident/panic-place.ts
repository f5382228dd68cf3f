import { formatDistance } from '#lib/format.ts';
import { cities } from '#ui/map/basemap/cities.ts';
import { panicScreenTexts as texts } from '@trace/contract/panic/panic.screen.texts';

interface Place {
  lat: number;
  lng: number;
}

const EARTH_M = 6_371_000;
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

/** Returns distance and direction as on a flat map, exact enough for some tens of kilometres. */
function bearing(from: Place, to: Place): { metres: number; degrees: number } {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const north = radians(to.lat - from.lat) * EARTH_M;
  const east = radians(to.lng - from.lng) * EARTH_M * Math.cos(radians((from.lat + to.lat) / 2));
  return { metres: Math.hypot(north, east), degrees: (Math.atan2(east, north) * 180) / Math.PI };
}
