import { useEffect, useState } from 'react';
import { findBaseMap, knownBaseMap, type BaseMap } from '../basemap/base-map.ts';
import type { MapConfig, MapTheme } from '../map.types.ts';

/**
 * Returns the base map to draw now. The map that ships with the product is drawn at once, and a configured map replaces
 * it when that map opens, also later when the browser is back online.
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
  const known = knownBaseMap(config, theme);
  // The configured map stays until the one of the new theme has opened.
  return found && found.base.kind !== 'built-in' && known.kind === 'built-in' ? found.base : known;
}

interface Found {
  base: BaseMap;
  key: string;
  theme: MapTheme;
}
