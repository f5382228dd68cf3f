import type { Stop } from '#lib/stop.ts';
import { showHeading } from '../live-dot.ts';
import liveClasses from '../live-dot.module.css';
import { pointColors, staleColor } from '../map-colors.ts';
import type { Follow, LiveMarker } from '../map.types.ts';
import { createFrameLoop } from '../motion/frame-loop.ts';
import { createGlider } from '../motion/glider.ts';
import dotClasses from './google-dot.module.css';
import { keepInView } from './google-view-moves.ts';

export interface GoogleLiveLayer {
  show: (markers: readonly LiveMarker[], follow: Follow) => void;
  remove: Stop;
}

/** The classes of Google's marker and maps libraries that the layer uses. */
export type LiveLibrary = Pick<google.maps.MarkerLibrary, 'AdvancedMarkerElement'> &
  Pick<google.maps.MapsLibrary, 'Polyline'>;

const tailLook = { strokeColor: pointColors.live, strokeWeight: 4, strokeOpacity: 0.5 };

type Pin = google.maps.marker.AdvancedMarkerElement;

/** Google's own markers, all moved by one animation loop. */
export function createGoogleLiveLayer(
  map: google.maps.Map,
  { AdvancedMarkerElement, Polyline }: LiveLibrary,
  onSelect: (id: string) => void,
): GoogleLiveLayer {
  const glider = createGlider();
  const pins = new Map<string, Pin>();
  let line: google.maps.Polyline | null = null;
  let followed: LiveMarker | undefined;
  const loop = createFrameLoop((nowMs) =>
    glider.visitAt(nowMs, (id, { lat, lng }) => {
      const pin = pins.get(id);
      if (!pin) return;
      pin.position = { lat, lng };
      if (id === followed?.id) line?.setPath([...(followed.tail ?? []), { lat, lng }]);
      pin.dataset['lat'] = lat.toFixed(6);
      pin.dataset['lng'] = lng.toFixed(6);
    }),
  );

  const pinOf = (id: string): Pin => {
    const known = pins.get(id);
    if (known) return known;
    const content = document.createElement('div');
    const pin = new AdvancedMarkerElement({ map, content, gmpClickable: true });
    pin.addListener('click', () => onSelect(id));
    pins.set(id, pin);
    return pin;
  };

  const showTail = (isWanted: boolean) => {
    if (isWanted) {
      line ??= new Polyline({ map, clickable: false, ...tailLook });
      return;
    }
    line?.setMap(null);
    line = null;
  };

  const drop = (id: string, pin: Pin) => {
    pin.map = null;
    pins.delete(id);
  };

  return {
    show(markers, { followedId, isAway, isStill }) {
      const wanted = new Set(markers.map((marker) => marker.id));
      for (const [id, pin] of pins) if (!wanted.has(id)) drop(id, pin);
      for (const marker of markers) dress(pinOf(marker.id), marker, marker.id === followedId);
      followed = markers.find((marker) => marker.id === followedId);
      showTail(followed?.tail !== undefined);
      glider.setTargets(isStill ? markers.map((marker) => ({ ...marker, glideMs: 0 })) : markers, performance.now());
      loop.wake();
      if (followed && !isAway) keepInView(map, followed);
    },
    remove() {
      loop.stop();
      showTail(false);
      for (const [id, pin] of pins) drop(id, pin);
    },
  };
}

function dress(pin: Pin, marker: LiveMarker, isFollowed: boolean): void {
  const { id, label, isStale = false, headingDeg = null } = marker;
  pin.title = label;
  if (isFollowed) pin.dataset['liveId'] = id;
  else delete pin.dataset['liveId'];
  const content = pin.content as HTMLElement;
  content.className = (isFollowed ? liveClasses.dot : dotClasses.dot) ?? '';
  content.toggleAttribute('data-stale', isStale);
  showHeading(content, isFollowed ? headingDeg : null);
  content.style.background = isStale ? staleColor : pointColors.live;
}
