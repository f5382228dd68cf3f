import type { Stop } from '#lib/stop.ts';

/**
 * Changes the map after the next frame. Drawing a map can take long, and the user's input beside the map must be
 * painted first.
 */
export function inNextFrame(change: () => void): Stop {
  const frame = requestAnimationFrame(change);
  return () => cancelAnimationFrame(frame);
}
