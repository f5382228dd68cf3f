import { SECOND_MS } from '@trace/contract/kernel/time';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPlayback } from './tracking-playback.ts';

/** A kilometre a second northwards, a position every second. */
const track = {
  at: Array.from({ length: 61 }, (_, nth) => nth * SECOND_MS),
  lat: Array.from({ length: 61 }, (_, nth) => nth),
  lng: Array.from({ length: 61 }, () => 0),
  speedMps: Array.from({ length: 61 }, () => 1),
  pauses: [],
};

let frames: (() => void)[];
let nowMs: number;
beforeEach(() => {
  frames = [];
  nowMs = 1_000;
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw));
  vi.stubGlobal('cancelAnimationFrame', () => (frames = []));
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function drawFrames(count: number, everyMs = 20): void {
  for (let frame = 0; frame < count; frame += 1) {
    nowMs += everyMs;
    for (const draw of frames.splice(0)) draw();
  }
}

test('moves the marker each frame, updates controls a few times a second, and stops at the end [PATH-03]', () => {
  const playback = createPlayback(track, false);
  let moved = 0;
  let published = 0;
  playback.subscribe(() => (moved += 1));
  playback.subscribeToState(() => (published += 1));
  playback.setSpeed(1);
  playback.play();
  drawFrames(50);
  expect(moved).toBe(50);
  expect(published).toBeLessThanOrEqual(12);
  expect(playback.place()!.lat).toBeCloseTo(1, 5);
  playback.setSpeed(60);
  drawFrames(60);
  expect(playback.state()).toMatchObject({ isPlaying: false, at: 60 * SECOND_MS });
  expect(frames).toEqual([]);
  playback.play();
  expect(playback.state().isPlaying).toBe(true);
  expect(playback.place()).toEqual({ lat: 0, lng: 0 });
});

test('with reduced motion, the marker jumps between positions once a second [PATH-03]', () => {
  const playback = createPlayback(track, true);
  const places: number[] = [];
  playback.subscribe(() => places.push(playback.place()!.lat));
  playback.setSpeed(5);
  playback.play();
  drawFrames(150);
  expect(places.length).toBeLessThanOrEqual(4);
  expect(places.every(Number.isInteger)).toBe(true);
});

test('playback continues from its position when the day is refreshed [PATH-03]', () => {
  const early = { ...track, at: track.at.slice(0, 31), lat: track.lat.slice(0, 31) };
  const playback = createPlayback(early, false);
  playback.setSpeed(5);
  playback.play();
  drawFrames(50);
  const before = playback.place()!.lat;
  playback.show(track);
  expect(playback.place()!.lat).toBe(before);
  drawFrames(300);
  expect(playback.state()).toMatchObject({ isPlaying: true, speed: 5 });
  expect(playback.place()!.lat).toBeGreaterThan(31);
});

test('playback does not catch up after the page was hidden [PATH-03]', () => {
  const playback = createPlayback(track, false);
  playback.setSpeed(1);
  playback.play();
  drawFrames(1, 30 * SECOND_MS);
  expect(playback.place()!.lat).toBeLessThan(1);
});
