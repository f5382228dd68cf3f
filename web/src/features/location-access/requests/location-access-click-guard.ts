import { useEffect, useState } from 'react';

/** An earlier click was aimed at the previous content. */
const SETTLE_MS = 700;

/**
 * Returns whether the layout that `place` names has been stable long enough for a click. False right after the first
 * render.
 */
export function useHasSettledLayout(place: string): boolean {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(place), SETTLE_MS);
    return () => {
      clearTimeout(timer);
      setSettled(null);
    };
  }, [place]);
  return settled === place;
}
