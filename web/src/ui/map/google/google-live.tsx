import { useMap, useMapsLibrary } from '@vis.gl/react-google-maps';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { LiveMarker, ProviderProps } from '../map.types.ts';
import { createGoogleLiveLayer, type GoogleLiveLayer } from './google-live-layer.ts';

interface GoogleLiveProps {
  live: readonly LiveMarker[];
  followedId: string | null;
  isStill: boolean;
  onSelect: ProviderProps['onSelect'];
}

/** Live markers that glide on a Google map. */
export function GoogleLive({ live, followedId, isStill, onSelect }: GoogleLiveProps) {
  const map = useMap();
  const markers = useMapsLibrary('marker');
  const layer = useRef<GoogleLiveLayer | null>(null);
  const select = useEffectEvent((id: string) => onSelect?.(id));

  useEffect(() => {
    if (!map || !markers) return undefined;
    const created = createGoogleLiveLayer(map, markers, (id) => select(id));
    layer.current = created;
    return () => {
      layer.current = null;
      created.remove();
    };
  }, [map, markers]);

  useEffect(() => {
    layer.current?.show(live, followedId, isStill);
  }, [map, markers, live, followedId, isStill]);

  return null;
}
