import { useEffect, useState } from 'react';

/** A press that lands sooner was aimed at what stood there before. */
const SETTLE_MS = 700;

/** Whether what `place` names has stood where it is long enough to be aimed at; it has not when it first appears. */
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
