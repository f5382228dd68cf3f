import type { LngLat, PathSegment } from '../map.types.ts';
import { lanesOf } from './path-lanes.ts';
import { measureWay, type PathWay } from './path-way.ts';

/** A part of a path that every map draws in one colour and one lane. */
export interface PathPiece {
  points: readonly LngLat[];
  isGap: boolean;
  isFaint: boolean;
  /** The id of a selectable stretch. */
  id: string | null;
  /** The share of the way at the middle of the piece, from 0 to 1. */
  progress: number;
  /** Widths of a lane to the right of the direction of travel. */
  lane: number;
}

/** A path as every map draws it (PATH-04). */
export interface PathModel {
  way: PathWay;
  /** The lane of the line up to each point. */
  lanes: Float32Array;
  /** From old to new. */
  pieces: readonly PathPiece[];
}

/** More steps of colour cannot be told apart. */
const COLOR_STEPS = 24;

export function createPathModel(segments: readonly PathSegment[]): PathModel {
  const way = measureWay(segments);
  const lanes = lanesOf(way);
  const pieces: PathPiece[] = [];
  let first = 0;
  for (const segment of segments) {
    const last = first + segment.points.length - 1;
    if (segment.isGap) pieces.push(pieceOf(way, segment, { from: first, to: last, lane: 0 }));
    else for (const part of cut(way, lanes, first, last)) pieces.push(pieceOf(way, segment, part));
    first = last + 1;
  }
  return { way, lanes, pieces };
}

interface Part {
  from: number;
  to: number;
  lane: number;
}

/** Cuts a line where its colour or its lane changes. A line gradient of the map library cannot be dashed or offset. */
function cut({ progress }: PathWay, lanes: Float32Array, first: number, last: number): Part[] {
  const stepOf = (index: number) => Math.min(Math.floor(progress[index]! * COLOR_STEPS), COLOR_STEPS - 1);
  const parts: Part[] = [];
  let from = first;
  for (let to = first + 1; to <= last; to += 1) {
    const isLast = to === last;
    if (!isLast && stepOf(to) === stepOf(from) && lanes[to + 1] === lanes[to]) continue;
    parts.push({ from, to, lane: lanes[to]! });
    from = to;
  }
  return parts;
}

function pieceOf({ points, progress }: PathWay, segment: PathSegment, { from, to, lane }: Part): PathPiece {
  return {
    points: points.slice(from, to + 1),
    isGap: segment.isGap,
    isFaint: segment.isFaint ?? false,
    id: segment.id ?? null,
    progress: (progress[from]! + progress[to]!) / 2,
    lane,
  };
}
