import { useMap, useMapsLibrary } from '@vis.gl/react-google-maps';
import { useEffect, useRef } from 'react';
import type { ProviderProps } from '../map.types.ts';

const PADDING_PX = 56;

/** Fits the view once for each `fitKey`. */
export function GoogleFit({ fitKey, points = [], path = [], live = [] }: ProviderProps) {
  const map = useMap();
  const core = useMapsLibrary('core');
  const fittedKey = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (!map || !core || fitKey === undefined || fittedKey.current === fitKey) return;
    fittedKey.current = fitKey;
    const bounds = new core.LatLngBounds();
    for (const { lat, lng } of [...points, ...path.flatMap((segment) => segment.points), ...live]) {
      bounds.extend({ lat, lng });
    }
    if (!bounds.isEmpty()) map.fitBounds(bounds, PADDING_PX);
  }, [map, core, fitKey, points, path, live]);
  return null;
}
