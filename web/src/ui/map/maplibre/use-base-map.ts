import { useEffect, useState } from 'react';
import { chooseBaseMap, type BaseMap } from '../basemap/choose-style.ts';
import type { MapConfig, MapTheme } from '../map.types.ts';

/**
 * Returns the base map for a theme. While the next base map is being chosen, the last base map stays. Throws when the
 * choice fails.
 */
export function useBaseMap(config: MapConfig, theme: MapTheme): BaseMap | null {
  const [base, setBase] = useState<BaseMap | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  // Callers may build a new configuration object with each render, so the content is compared.
  const key = JSON.stringify(config);

  useEffect(() => {
    let isWanted = true;
    chooseBaseMap(JSON.parse(key) as MapConfig, theme).then(
      (chosen) => isWanted && setBase(chosen),
      (error: Error) => isWanted && setFailure(error),
    );
    return () => {
      isWanted = false;
    };
  }, [key, theme]);

  if (failure) throw failure;
  return base;
}
