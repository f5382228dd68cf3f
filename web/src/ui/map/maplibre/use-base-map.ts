import { useEffect, useState } from 'react';
import { chooseBaseMap, type BaseMap } from '../basemap/choose-style.ts';
import type { MapConfig, MapTheme } from '../map.types.ts';

/** The base map for a theme; while the next one is being chosen, the last one stays. Throws when none can be made. */
export function useBaseMap(config: MapConfig, theme: MapTheme): BaseMap | null {
  const [base, setBase] = useState<BaseMap | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);
  // Callers may build the configuration anew with each render; only its content counts.
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
