/** IDASH-03: so many of the newest registrations are shown. */
export const RECENT_REGISTRATIONS = 5;

/** Part of a whole in percent, without decimals; null where there is no whole. All is 100 and only all is. */
export function percentOf(part: number, whole: number): number | null {
  if (whole === 0) return null;
  return Math.floor((part / whole) * 100);
}
