import { Popup, type Map as LibreMap } from 'maplibre-gl';
import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { LngLat } from '../map.types.ts';

const OFFSET_PX = 14;

/** A popup at a place with React content. The focus stays unchanged, because the selection may come from a list. */
export function MapPopup({ map, at, children }: { map: LibreMap; at: LngLat; children: ReactNode }) {
  const [content] = useState(() => document.createElement('div'));
  const [popup] = useState(
    () =>
      new Popup({
        closeButton: false,
        closeOnClick: false,
        focusAfterOpen: false,
        offset: OFFSET_PX,
        maxWidth: '280px',
      }),
  );
  const { lng, lat } = at;
  // The popup moves with its place. A new popup would take the focus from a button inside.
  useEffect(() => {
    popup.setLngLat([lng, lat]);
  }, [popup, lng, lat]);
  useEffect(() => {
    popup.setDOMContent(content).addTo(map);
    return () => {
      popup.remove();
    };
  }, [popup, map, content]);
  return createPortal(children, content);
}
