import { degreesEast } from '@trace/contract/kernel/distance';
import type { LngLat } from '../map.types.ts';

export interface GlideTarget extends LngLat {
  id: string;
  glideMs: number;
}

export interface Glider {
  /** Sets the targets of all markers. New markers appear there at once, and missing markers are dropped. */
  setTargets: (targets: readonly GlideTarget[], nowMs: number) => void;
  /** Visits the place of each marker at that moment. Returns whether any marker is still moving. */
  visitAt: (nowMs: number, visit: (id: string, place: LngLat) => void) => boolean;
}

interface Glide {
  from: LngLat;
  to: LngLat;
  startMs: number;
  glideMs: number;
}

/** Moves any number of markers, each for its own time. Pure: takes the time and returns places. */
export function createGlider(): Glider {
  let glides = new Map<string, Glide>();
  return {
    setTargets(targets, nowMs) {
      glides = new Map(targets.map((target) => [target.id, aim(glides.get(target.id), target, nowMs)]));
    },
    visitAt(nowMs, visit) {
      let isMoving = false;
      for (const [id, glide] of glides) {
        visit(id, placeAt(glide, nowMs));
        isMoving ||= nowMs < glide.startMs + glide.glideMs;
      }
      return isMoving;
    },
  };
}

function aim(glide: Glide | undefined, target: GlideTarget, nowMs: number): Glide {
  const to = { lng: target.lng, lat: target.lat };
  if (!glide) return { from: to, to, startMs: nowMs, glideMs: 0 };
  if (glide.to.lng === to.lng && glide.to.lat === to.lat) return glide;
  return { from: placeAt(glide, nowMs), to, startMs: nowMs, glideMs: target.glideMs };
}

function placeAt({ from, to, startMs, glideMs }: Glide, nowMs: number): LngLat {
  if (nowMs >= startMs + glideMs) return to;
  const progress = ease(Math.max(0, nowMs - startMs) / glideMs);
  return {
    lng: wrapLng(from.lng + degreesEast(from.lng, to.lng) * progress),
    lat: from.lat + (to.lat - from.lat) * progress,
  };
}

/** Slow at both ends (cubic). */
function ease(part: number): number {
  return part < 0.5 ? 4 * part ** 3 : 1 - (2 - 2 * part) ** 3 / 2;
}

function wrapLng(lng: number): number {
  if (lng > 180) return lng - 360;
  return lng < -180 ? lng + 360 : lng;
}
