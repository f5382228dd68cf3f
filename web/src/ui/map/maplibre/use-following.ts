import { useEffect, useEffectEvent, useState } from 'react';
import type { LiveMarker } from '../map.types.ts';
import { watchOwnMoves } from './own-moves.ts';
import type { ReadyMap } from './use-maplibre.ts';
import { isInView } from './view-moves.ts';

const MOVE_MS = 300;

export interface Following {
  /** The followed marker while the person looks elsewhere, else null. */
  left: LiveMarker | null;
  recentre: () => void;
}

/** Lets the person look around. The map follows its marker again after `recentre`. */
export function useFollowing(ready: ReadyMap | null, followed: LiveMarker | undefined, isStill: boolean): Following {
  const [leftId, setLeftId] = useState<string | null>(null);
  const map = ready?.map;

  const noteMove = useEffectEvent((isPan: boolean) => {
    // A zoom that keeps the marker in view looks closer at the same place.
    if (map && followed && (isPan || !isInView(map, followed))) setLeftId(followed.id);
  });
  useEffect(() => (map ? watchOwnMoves(map, (isPan) => noteMove(isPan)) : undefined), [map]);

  const recentre = () => {
    setLeftId(null);
    if (!map || !followed) return;
    map.easeTo({ center: [followed.lng, followed.lat], duration: isStill ? 0 : MOVE_MS });
    // The pressed button disappears.
    map.getCanvas().focus({ preventScroll: true });
  };
  return { left: followed && followed.id === leftId ? followed : null, recentre };
}
