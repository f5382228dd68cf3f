import type { Map as LibreMap } from 'maplibre-gl';
import type { Stop } from '#lib/stop.ts';
import { casingColor, pointColors, staleColor } from '../map-colors.ts';
import type { LngLat } from '../map.types.ts';
import { clusterDots, type Cluster } from '../motion/cluster.ts';
import { drawCluster } from './cluster-dots.ts';
import { drawTail } from './live-tail.ts';

export interface LiveDot extends LngLat {
  id: string;
  isStale: boolean;
  /** Written beside the dot. */
  name: string | null;
}

/** The line behind the followed marker, up to the marker's present place. */
export interface LiveTail {
  places: readonly LngLat[];
  isStale: boolean;
}

export interface LiveCanvas {
  draw: (dots: readonly LiveDot[], tail: LiveTail | null) => void;
  /** The dot nearest to a place on the canvas, within a fingertip. */
  dotAt: (at: { x: number; y: number }) => string | null;
  /** The place of the group there, for looking closer. */
  groupAt: (at: { x: number; y: number }) => LngLat | null;
  remove: Stop;
}

const RADIUS_PX = 6;
const CASING_PX = 2;
const SPRITE_PX = 2 * (RADIUS_PX + CASING_PX);
const REACH_PX = 14;
const NAME_FONT = "600 13px 'Geist Variable', system-ui, sans-serif";
const NAME_COLOR = '#131c23';
const NAME_OFFSET_PX = 13;
const NAME_OUTLINE_PX = 3;
/**
 * Below this number, every dot is drawn singly, even when dots overlap: drawing is cheap, and each dot can be selected.
 */
const GROUPED_FROM = 2_000;
const CELL_PX = 64;

/**
 * Draws many moving dots on a canvas above the map. A map source would send all dots through the worker and cut tiles
 * again with each frame.
 * A canvas draws a thousand dots in about two milliseconds, and ten thousand grouped dots in the same time.
 */
export function createLiveCanvas(map: LibreMap): LiveCanvas {
  const canvas = document.createElement('canvas');
  canvas.setAttribute('aria-hidden', 'true');
  canvas.style.cssText = 'position:absolute;inset:0;width:100%;height:100%;pointer-events:none';
  map.getCanvas().after(canvas);
  const sprites = { fresh: createSprite(pointColors.live), stale: createSprite(staleColor) };
  let dots: readonly LiveDot[] = [];
  let tail: LiveTail | null = null;
  let seen: Cluster[] = [];

  const paint = () => {
    const context = prepare(canvas);
    if (tail) {
      const spots = tail.places.map((place) => projectNearby(map, place));
      drawTail(context, spots, tail.isStale ? staleColor : pointColors.live);
    }
    seen = dots.length < GROUPED_FROM || isTilted(map) ? eachAlone(map, dots) : grouped(map, dots, canvas);
    for (const { x, y, index, count } of seen) {
      if (count > 1) {
        drawCluster(context, { x, y }, count);
        continue;
      }
      const dot = dots[index];
      const sprite = dot?.isStale ? sprites.stale : sprites.fresh;
      context.drawImage(sprite, x - SPRITE_PX / 2, y - SPRITE_PX / 2, SPRITE_PX, SPRITE_PX);
      if (dot?.name) drawName(context, { x, y }, dot.name);
    }
  };

  map.on('render', paint);
  return {
    draw(nextDots, nextTail) {
      dots = nextDots;
      tail = nextTail;
      paint();
    },
    dotAt: (at) => {
      const found = nearest(seen, at);
      return found?.count === 1 ? (dots[found.index]?.id ?? null) : null;
    },
    groupAt: (at) => {
      const found = nearest(seen, at);
      return found !== null && found.count > 1 ? map.unproject([found.x, found.y]) : null;
    },
    remove() {
      map.off('render', paint);
      canvas.remove();
    },
  };
}

/** Clears the canvas, at the resolution of the screen and the present size of the map. */
function prepare(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = contextOf(canvas);
  const width = Math.round(canvas.clientWidth * devicePixelRatio);
  const height = Math.round(canvas.clientHeight * devicePixelRatio);
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  context.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
  return context;
}

/** Where the earth repeats, the copy that is nearest to the middle of the view. */
function projectNearby(map: LibreMap, { lng, lat }: LngLat): { x: number; y: number } {
  const turns = Math.round((map.getCenter().lng - lng) / 360);
  const { x, y } = map.project([lng + 360 * turns, lat]);
  return { x, y };
}

const isTilted = (map: LibreMap): boolean => map.getPitch() !== 0 || map.getBearing() !== 0;

function eachAlone(map: LibreMap, dots: readonly LiveDot[]): Cluster[] {
  return dots.map((dot, index) => ({ ...projectNearby(map, dot), index, count: 1 }));
}

function grouped(map: LibreMap, dots: readonly LiveDot[], { clientWidth, clientHeight }: HTMLCanvasElement): Cluster[] {
  const view = { centre: map.getCenter(), zoom: map.getZoom(), widthPx: clientWidth, heightPx: clientHeight };
  return clusterDots(dots, view, CELL_PX);
}

function nearest(seen: readonly Cluster[], at: { x: number; y: number }): Cluster | null {
  let found: Cluster | null = null;
  let foundPx = REACH_PX;
  for (const cluster of seen) {
    const distancePx = Math.hypot(cluster.x - at.x, cluster.y - at.y);
    if (distancePx > foundPx) continue;
    found = cluster;
    foundPx = distancePx;
  }
  return found;
}

/** Writes a name on a light outline, which is legible on both themes of the map. */
function drawName(context: CanvasRenderingContext2D, { x, y }: { x: number; y: number }, name: string): void {
  context.font = NAME_FONT;
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.lineWidth = NAME_OUTLINE_PX;
  context.strokeStyle = casingColor;
  context.fillStyle = NAME_COLOR;
  context.strokeText(name, x + NAME_OFFSET_PX, y);
  context.fillText(name, x + NAME_OFFSET_PX, y);
}

/** Creates a sprite of a dot. Copying the sprite is cheaper than filling and stroking a circle each time. */
function createSprite(color: string): HTMLCanvasElement {
  const scale = Math.max(2, devicePixelRatio);
  const sprite = document.createElement('canvas');
  sprite.width = SPRITE_PX * scale;
  sprite.height = SPRITE_PX * scale;
  const context = contextOf(sprite);
  context.scale(scale, scale);
  context.beginPath();
  context.arc(SPRITE_PX / 2, SPRITE_PX / 2, RADIUS_PX, 0, 2 * Math.PI);
  context.fillStyle = color;
  context.fill();
  context.lineWidth = CASING_PX;
  context.strokeStyle = casingColor;
  context.stroke();
  return sprite;
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw on a canvas');
  return context;
}
