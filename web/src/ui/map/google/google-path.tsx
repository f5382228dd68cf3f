import { useMap, useMapsLibrary } from '@vis.gl/react-google-maps';
import { useEffect, useEffectEvent } from 'react';
import { faintColor, gapColor, pointColors } from '../map-colors.ts';
import type { MapTheme, PathSegment, ProviderProps } from '../map.types.ts';

const DASH_REPEAT = '12px';

interface GooglePathProps {
  path: readonly PathSegment[];
  theme: MapTheme;
  onSelect: ProviderProps['onSelect'];
}

/** Draws the path as one line per segment. Google draws dashes as repeated symbols on an invisible line. */
export function GooglePath({ path, theme, onSelect }: GooglePathProps) {
  const map = useMap();
  const maps = useMapsLibrary('maps');
  const select = useEffectEvent((id: string) => onSelect?.(id));
  useEffect(() => {
    if (!map || !maps) return undefined;
    const lines = path.map((segment) => {
      const { id } = segment;
      const line = new maps.Polyline({ map, clickable: id !== undefined, ...lookOf(segment, theme) });
      if (id !== undefined) line.addListener('click', () => select(id));
      return line;
    });
    return () => {
      for (const line of lines) line.setMap(null);
    };
  }, [map, maps, path, theme]);
  return null;
}

function lookOf({ points, isGap, isFaint }: PathSegment, theme: MapTheme): google.maps.PolylineOptions {
  const line = points.map(({ lat, lng }) => ({ lat, lng }));
  if (!isGap) return { path: line, strokeColor: isFaint ? faintColor[theme] : pointColors.point, strokeWeight: 4 };
  const dash = { path: 'M 0,-1 0,1', strokeOpacity: 1, strokeColor: gapColor[theme], scale: 2.5 };
  return { path: line, strokeOpacity: 0, icons: [{ icon: dash, offset: '0', repeat: DASH_REPEAT }] };
}
