import { useEffect, useState } from 'react';
import { findBaseMap, knownBaseMap, type BaseMap } from '../basemap/base-map.ts';
import type { MapConfig, MapTheme } from '../map.types.ts';

/**
 * Returns the base map to draw now. The map that ships with the product is drawn at once, and a configured map replaces
 * it when that map opens, also later when the browser is back online. A change of theme shows its colours at once, so
 * the map of the other theme does not stay while the configured one opens.
 */
export function useBaseMap(config: MapConfig, theme: MapTheme): BaseMap {
  const [found, setFound] = useState<Found | null>(null);
  // Callers may build a new configuration object with each render, so the content is compared.
  const key = JSON.stringify(config);

  useEffect(() => {
    let isWanted = true;
    const find = async () => {
      const base = await findBaseMap(JSON.parse(key) as MapConfig, theme);
      if (isWanted) setFound({ base, key, theme });
    };
    const findAgain = () => void find();
    findAgain();
    window.addEventListener('online', findAgain);
    return () => {
      isWanted = false;
      window.removeEventListener('online', findAgain);
    };
  }, [key, theme]);

  if (found?.key === key && found.theme === theme) return found.base;
  return knownBaseMap(config, theme);
}

interface Found {
  base: BaseMap;
  key: string;
  theme: MapTheme;
}
