import type { Stop } from '#lib/stop.ts';
import liveClasses from '../live-dot.module.css';
import { pointColors, staleColor } from '../map-colors.ts';
import type { LiveMarker } from '../map.types.ts';
import { createFrameLoop } from '../motion/frame-loop.ts';
import { createGlider } from '../motion/glider.ts';
import dotClasses from './google-dot.module.css';
import { keepInView } from './google-view-moves.ts';

export interface GoogleLiveLayer {
  show: (markers: readonly LiveMarker[], followedId: string | null, isStill: boolean) => void;
  remove: Stop;
}

type Pin = google.maps.marker.AdvancedMarkerElement;

/** Google's own markers, all moved by one animation loop. */
export function createGoogleLiveLayer(
  map: google.maps.Map,
  library: google.maps.MarkerLibrary,
  onSelect: (id: string) => void,
): GoogleLiveLayer {
  const glider = createGlider();
  const pins = new Map<string, Pin>();
  const loop = createFrameLoop((nowMs) =>
    glider.visitAt(nowMs, (id, { lat, lng }) => {
      const pin = pins.get(id);
      if (!pin) return;
      pin.position = { lat, lng };
      pin.dataset['lat'] = lat.toFixed(6);
      pin.dataset['lng'] = lng.toFixed(6);
    }),
  );

  const pinOf = (id: string): Pin => {
    const known = pins.get(id);
    if (known) return known;
    const content = document.createElement('div');
    const pin = new library.AdvancedMarkerElement({ map, content, gmpClickable: true });
    pin.addListener('click', () => onSelect(id));
    pins.set(id, pin);
    return pin;
  };

  const drop = (id: string, pin: Pin) => {
    pin.map = null;
    pins.delete(id);
  };

  return {
    show(markers, followedId, isStill) {
      const wanted = new Set(markers.map((marker) => marker.id));
      for (const [id, pin] of pins) if (!wanted.has(id)) drop(id, pin);
      for (const marker of markers) dress(pinOf(marker.id), marker, marker.id === followedId);
      glider.setTargets(isStill ? markers.map((marker) => ({ ...marker, glideMs: 0 })) : markers, performance.now());
      loop.wake();
      const followed = markers.find((marker) => marker.id === followedId);
      if (followed) keepInView(map, followed);
    },
    remove() {
      loop.stop();
      for (const [id, pin] of pins) drop(id, pin);
    },
  };
}

function dress(pin: Pin, { id, label, isStale = false }: LiveMarker, isFollowed: boolean): void {
  pin.title = label;
  if (isFollowed) pin.dataset['liveId'] = id;
  else delete pin.dataset['liveId'];
  const content = pin.content as HTMLElement;
  content.className = (isFollowed ? liveClasses.dot : dotClasses.dot) ?? '';
  content.toggleAttribute('data-stale', isStale);
  content.style.background = isStale ? staleColor : pointColors.live;
}
