export interface Place {
  readonly lat: number;
  readonly lng: number;
}

/** Degrees, hemisphere, minutes. The standard fixes the width, and real fields are longer. */
const ANGLE = /^(\d{1,3})([NSEW])(\d{1,2}(?:\.\d{1,10})?)$/i;
const DECIMALS = 1_000_000;

/** Reads the extended fields Y and X, such as `49N06.6666666` and `006E07.7777777`. Null: no position. */
export function readPlace(latitude: string | undefined, longitude: string | undefined): Place | null {
  const lat = readAngle(latitude, 'NS', 90);
  const lng = readAngle(longitude, 'EW', 180);
  // 0, 0 means that the phone has no position.
  if (lat === null || lng === null || (lat === 0 && lng === 0)) return null;
  return { lat, lng };
}

function readAngle(text: string | undefined, hemispheres: 'NS' | 'EW', most: number): number | null {
  const [, degrees, hemisphere = '', minutes] = ANGLE.exec(text?.trim() ?? '') ?? [];
  const side = hemispheres.indexOf(hemisphere.toUpperCase());
  if (minutes === undefined || side === -1 || Number(minutes) >= 60) return null;
  const angle = Math.round((Number(degrees) + Number(minutes) / 60) * DECIMALS) / DECIMALS;
  if (angle > most) return null;
  return side === 0 ? angle : -angle;
}
