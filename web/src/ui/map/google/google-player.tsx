import { AdvancedMarker, useMap } from '@vis.gl/react-google-maps';
import { useEffect, useSyncExternalStore } from 'react';
import classes from '../live-dot.module.css';
import type { MapPlayer } from '../map.types.ts';
import { keepInView } from './google-view-moves.ts';

/** The playback marker. Only this component renders again with each step. */
export function GooglePlayer({ player }: { player: MapPlayer }) {
  const map = useMap();
  const place = useSyncExternalStore(player.subscribe, player.place);
  useEffect(() => {
    if (map && place) keepInView(map, place);
  }, [map, place]);
  if (!place) return null;
  return (
    <AdvancedMarker position={place} title={player.label} anchorLeft="-50%" anchorTop="-50%" zIndex={2}>
      <div className={classes.dot} />
    </AdvancedMarker>
  );
}
