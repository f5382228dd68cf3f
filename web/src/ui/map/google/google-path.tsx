import { useMap, useMapsLibrary } from '@vis.gl/react-google-maps';
import { useEffect } from 'react';
import { gapColor, pointColors } from '../map-colors.ts';
import type { MapTheme, PathSegment } from '../map.types.ts';

const DASH_REPEAT = '12px';

/** The path as one line per segment; Google draws dashes as repeated symbols on an invisible line. */
export function GooglePath({ path, theme }: { path: readonly PathSegment[]; theme: MapTheme }) {
  const map = useMap();
  const maps = useMapsLibrary('maps');
  useEffect(() => {
    if (!map || !maps) return undefined;
    const lines = path.map((segment) => new maps.Polyline({ map, ...lookOf(segment, theme) }));
    return () => {
      for (const line of lines) line.setMap(null);
    };
  }, [map, maps, path, theme]);
  return null;
}

function lookOf({ points, isGap }: PathSegment, theme: MapTheme): google.maps.PolylineOptions {
  const line = points.map(({ lat, lng }) => ({ lat, lng }));
  if (!isGap) return { path: line, strokeColor: pointColors.point, strokeWeight: 4 };
  const dash = { path: 'M 0,-1 0,1', strokeOpacity: 1, strokeColor: gapColor[theme], scale: 2.5 };
  return { path: line, strokeOpacity: 0, icons: [{ icon: dash, offset: '0', repeat: DASH_REPEAT }] };
}
