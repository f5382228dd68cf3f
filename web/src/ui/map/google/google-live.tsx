import { useMap, useMapsLibrary } from '@vis.gl/react-google-maps';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { LiveMarker, ProviderProps } from '../map.types.ts';
import { RecentreButton } from '../recentre-button.tsx';
import { createGoogleLiveLayer, type GoogleLiveLayer } from './google-live-layer.ts';

interface GoogleLiveProps {
  live: readonly LiveMarker[];
  followedId: string | null;
  isStill: boolean;
  onSelect: ProviderProps['onSelect'];
}

/** Live markers that glide on a Google map, and the way back to the followed marker. */
export function GoogleLive({ live, followedId, isStill, onSelect }: GoogleLiveProps) {
  const map = useMap();
  const markers = useMapsLibrary('marker');
  const maps = useMapsLibrary('maps');
  const layer = useRef<GoogleLiveLayer | null>(null);
  const [leftId, setLeftId] = useState<string | null>(null);
  const select = useEffectEvent((id: string) => onSelect?.(id));
  const leave = useEffectEvent(() => setLeftId(followedId));
  const isAway = followedId !== null && leftId === followedId;

  useEffect(() => {
    if (!map || !markers || !maps) return undefined;
    const { AdvancedMarkerElement } = markers;
    const { Polyline } = maps;
    const created = createGoogleLiveLayer(map, { AdvancedMarkerElement, Polyline }, (id) => select(id));
    layer.current = created;
    const dragging = map.addListener('dragstart', () => leave());
    return () => {
      layer.current = null;
      dragging.remove();
      created.remove();
    };
  }, [map, markers, maps]);

  useEffect(() => {
    layer.current?.show(live, { followedId, isAway, isStill });
  }, [map, markers, maps, live, followedId, isAway, isStill]);

  const followed = live.find(({ id }) => id === followedId);
  if (!isAway || !followed) return null;
  const recentre = () => {
    setLeftId(null);
    map?.panTo({ lat: followed.lat, lng: followed.lng });
    map?.getDiv().focus();
  };
  return <RecentreButton name={followed.label} onPress={recentre} />;
}
