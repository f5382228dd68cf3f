import type { Stop } from '#lib/stop.ts';

/**
 * Changes the map after the frame that is due: drawing a map may take long, and what a person pressed beside it is to be
 * seen first.
 */
export function inNextFrame(change: () => void): Stop {
  const frame = requestAnimationFrame(change);
  return () => cancelAnimationFrame(frame);
}
