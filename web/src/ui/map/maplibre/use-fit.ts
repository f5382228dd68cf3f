import { useEffect, useRef } from 'react';
import type { ProviderProps } from '../map.types.ts';
import { inNextFrame } from './next-frame.ts';
import type { ReadyMap } from './use-maplibre.ts';
import { fitAll } from './view-moves.ts';

const FIT_MS = 600;

/** Fits the view once for each `fitKey`, the first time without animation. A change of style does not move the view. */
export function useFit(ready: ReadyMap | null, props: ProviderProps, isStill: boolean): void {
  const fitted = useRef<{ map: unknown; key: string } | null>(null);
  const { fitKey, points = [], path = [], live = [] } = props;

  useEffect(() => {
    if (!ready || fitKey === undefined) return undefined;
    const last = fitted.current?.map === ready.map ? fitted.current.key : null;
    if (last === fitKey) return undefined;
    const places = [...points, ...path.flatMap((segment) => segment.points), ...live];
    // The content may still be loading, so the fit waits for the first place.
    if (places.length === 0) return undefined;
    const isFirst = last === null;
    return inNextFrame(() => {
      fitted.current = { map: ready.map, key: fitKey };
      fitAll(ready.map, places, isFirst || isStill ? 0 : FIT_MS);
    });
  }, [ready, fitKey, points, path, live, isStill]);
}
