import type { Map as LibreMap, MapMouseEvent } from 'maplibre-gl';
import type { Stop } from '#lib/stop.ts';
import type { Follow, LiveMarker, LngLat } from '../map.types.ts';
import { createFrameLoop } from '../motion/frame-loop.ts';
import { createGlider } from '../motion/glider.ts';
import { createFollowedMarker, type FollowedMarker } from './followed-marker.ts';
import { createLiveCanvas, type LiveDot, type LiveTail } from './live-canvas.ts';
import { keepInView } from './view-moves.ts';

export interface LiveLayer {
  show: (markers: readonly LiveMarker[], follow: Follow) => void;
  markerAt: (at: { x: number; y: number }) => string | null;
  remove: Stop;
}

/** By how many steps of zoom a click on a group looks closer. */
const CLOSER = 2;

/**
 * Creates the layer for all live markers of a map: the followed marker, the other dots, and a shared animation loop.
 */
export function createLiveLayer(map: LibreMap): LiveLayer {
  const glider = createGlider();
  const canvas = createLiveCanvas(map);
  let followed: FollowedMarker | null = null;
  let followedId: string | null = null;
  let shown = new Map<string, LiveMarker>();
  let lastTarget: LiveMarker | undefined;

  const drawFrame = (nowMs: number): boolean => {
    const dots: LiveDot[] = [];
    let tail: LiveTail | null = null;
    const isMoving = glider.visitAt(nowMs, (id, place) => {
      if (id === followedId) {
        followed?.moveTo(place);
        tail = tailOf(shown.get(id), place);
        return;
      }
      dots.push({ id, ...place, ...lookOf(shown.get(id)) });
    });
    canvas.draw(dots, tail);
    return isMoving;
  };
  const loop = createFrameLoop(drawFrame);
  const lookCloser = ({ point }: MapMouseEvent) => {
    const group = canvas.groupAt(point);
    if (group) map.easeTo({ center: [group.lng, group.lat], zoom: map.getZoom() + CLOSER });
  };
  map.on('click', lookCloser);

  const follow = (marker: LiveMarker | undefined) => {
    followedId = marker?.id ?? null;
    if (!marker) {
      followed?.remove();
      followed = null;
      return;
    }
    followed ??= createFollowedMarker(map);
    followed.show(marker);
  };

  return {
    show(markers, { followedId: wantedId, isAway, isStill }) {
      const nowMs = performance.now();
      const target = markers.find((marker) => marker.id === wantedId);
      shown = new Map(markers.map((marker) => [marker.id, marker]));
      glider.setTargets(isStill ? markers.map(jump) : markers, nowMs);
      follow(target);
      // Only a new place moves the view, so that a mere redraw does not pull the user back.
      if (target && !isAway && !isSamePlace(target, lastTarget)) keepInView(map, target, isStill ? 0 : target.glideMs);
      lastTarget = target;
      drawFrame(nowMs);
      loop.wake();
    },
    markerAt: (at) => canvas.dotAt(at) ?? (isAtFollowed(map, glider.visitAt, followedId, at) ? followedId : null),
    remove() {
      loop.stop();
      map.off('click', lookCloser);
      followed?.remove();
      canvas.remove();
    },
  };
}

const lookOf = (marker: LiveMarker | undefined): Pick<LiveDot, 'isStale' | 'name'> => ({
  isStale: marker?.isStale ?? false,
  name: marker?.isNamed ? marker.label : null,
});

const tailOf = (marker: LiveMarker | undefined, place: LngLat): LiveTail | null =>
  marker?.tail?.length ? { places: [...marker.tail, place], isStale: marker.isStale ?? false } : null;

const jump = (marker: LiveMarker): LiveMarker => ({ ...marker, glideMs: 0 });

function isSamePlace(one: LiveMarker, other: LiveMarker | undefined): boolean {
  return one.id === other?.id && one.lng === other.lng && one.lat === other.lat;
}

const FOLLOWED_REACH_PX = 20;

function isAtFollowed(
  map: LibreMap,
  visitAt: (nowMs: number, visit: (id: string, place: LngLat) => void) => boolean,
  followedId: string | null,
  at: { x: number; y: number },
): boolean {
  let isHit = false;
  visitAt(performance.now(), (id, { lng, lat }) => {
    if (id !== followedId) return;
    const { x, y } = map.project([lng, lat]);
    isHit = Math.hypot(x - at.x, y - at.y) <= FOLLOWED_REACH_PX;
  });
  return isHit;
}
