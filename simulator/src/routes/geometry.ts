export interface Place {
  readonly lat: number;
  readonly lng: number;
}

const EARTH_RADIUS_M = 6_371_008.8;
const RADIANS_PER_DEGREE = Math.PI / 180;
const METRES_PER_DEGREE = EARTH_RADIUS_M * RADIANS_PER_DEGREE;

/** Great-circle distance in metres. */
export function distanceM(from: Place, to: Place): number {
  const latHalf = ((to.lat - from.lat) * RADIANS_PER_DEGREE) / 2;
  const lngHalf = ((to.lng - from.lng) * RADIANS_PER_DEGREE) / 2;
  const cosines = Math.cos(from.lat * RADIANS_PER_DEGREE) * Math.cos(to.lat * RADIANS_PER_DEGREE);
  const chord = Math.sin(latHalf) ** 2 + cosines * Math.sin(lngHalf) ** 2;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Returns the direction from a place to another, 0 ≤ degrees < 360 from true north. Flat-earth, for short steps. */
export function courseDeg(from: Place, to: Place): number {
  const east = (to.lng - from.lng) * Math.cos(from.lat * RADIANS_PER_DEGREE);
  const north = to.lat - from.lat;
  return (Math.atan2(east, north) / RADIANS_PER_DEGREE + 360) % 360;
}

/** The place some metres north and east of another; flat-earth, for short steps. */
export function shifted(from: Place, northM: number, eastM: number): Place {
  return {
    lat: from.lat + northM / METRES_PER_DEGREE,
    lng: from.lng + eastM / (METRES_PER_DEGREE * Math.cos(from.lat * RADIANS_PER_DEGREE)),
  };
}

export function between(from: Place, to: Place, share: number): Place {
  return { lat: from.lat + (to.lat - from.lat) * share, lng: from.lng + (to.lng - from.lng) * share };
}
