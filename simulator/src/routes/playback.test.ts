import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultyTrack, faultyTrackNames, type FaultyTrackName } from '../testing/faulty-tracks.ts';
import { sentenceOf, writeNmea } from '../testing/nmea-writer.ts';
import { factsOf } from '../testing/track-facts.ts';
import { distanceM } from './geometry.ts';
import { readGpx } from './gpx.ts';
import { readNmea, readSentence } from './nmea.ts';
import { placeOf, ways } from './places.ts';
import { createPlayback } from './playback.ts';
import { readRecording } from './recording.ts';
import type { RecordedFix, Route } from './route.ts';

/** Every fix that the route plays, in order. */
function played(route: Route): { atMs: number; fix: RecordedFix['fix'] }[] {
  const moments: { atMs: number; fix: RecordedFix['fix'] }[] = [];
  for (let moment = route.nextRecorded?.(-1); moment; moment = route.nextRecorded?.(moment.index)) {
    moments.push({ atMs: moment.atMs, fix: moment.fix });
  }
  return moments;
}

const facts = (name: FaultyTrackName) => factsOf(faultyTrack(name).fixes);

test.each<[FaultyTrackName, Partial<ReturnType<typeof factsOf>>]>([
  ['car-all-values', { gapsSec: [170, 186, 800, 172, 162], accuracyM: [2, 15] }],
  ['car-recorded-while-moving', { gapsSec: [2_710, 519], reports: ['speedMps', 'accuracyM'] }],
  ['car-in-hills', { gapsSec: [820], accuracyM: [3, 148] }],
  ['car-with-wild-jumps', { jumpsM: [6_835, 7_160, 8_599, 8_601, 1_348, 1_667, 1_837, 1_547], accuracyM: [3, 351] }],
  ['car-jump-that-stays', { jumpsM: [470], repeats: 170, reports: [] }],
  ['bus-repeating-positions', { repeats: 5, reports: ['courseDeg'] }],
  ['motorway-written-twice', { doubles: 36, gapsSec: [92] }],
  ['train-through-tunnels', { gapsSec: [649, 572], jumpsM: [16_614], repeats: 3, accuracyM: [4, 822] }],
  ['standing-with-drift', { gapsSec: [], jumpsM: [], accuracyM: null }],
  ['ferry-without-date', { gapsSec: [], reports: ['speedMps', 'courseDeg'] }],
  ['car-with-wrong-clock', { backwardSec: [35] }],
])('the track %s has the faults of its plan', (name, expected) => {
  expect(facts(name)).toMatchObject(expected);
});

test('a standing receiver drifts by 22 m and reports speeds and courses', () => {
  const { fixes } = faultyTrack('standing-with-drift');
  const place = placeOf(ways.harbourBridge.points[0]);
  const driftM = Math.max(...fixes.map(({ fix }) => distanceM(place, fix)));
  expect(driftM).toBeGreaterThan(20);
  expect(driftM).toBeLessThan(23);
  expect(Math.max(...fixes.map(({ fix }) => fix.speedMps!))).toBe(1.7);
  expect(new Set(fixes.map(({ fix }) => fix.courseDeg)).size).toBe(360);
});

test.each(faultyTrackNames)('playback of the track %s plays every fix, including the faults', (name) => {
  const recording = faultyTrack(name).fixes;
  const startAtMs = Date.UTC(2026, 0, 1);
  const moments = played(createPlayback(recording, { startAtMs }));
  const shiftMs = startAtMs - recording[0]!.atMs;
  expect(moments).toEqual(recording.map(({ atMs, fix }) => ({ atMs: atMs + shiftMs, fix })));
});

test('an NMEA log of RMC and GGA yields the written fixes despite other lines between the sentences', () => {
  const { fixes } = faultyTrack('car-all-values');
  const [last] = fixes.slice(-1);
  const cutInMidEpoch = writeNmea([{ atMs: last!.atMs + 2_000, fix: last!.fix }], 'RMC+GGA').split('\n')[0];
  const log = `# logged by hand\n${writeNmea(fixes, 'RMC+GGA')}\n${cutInMidEpoch}`;
  const read = readNmea(log);
  // The last epoch has no RMC, so its date is that of the epoch before.
  expect(read).toHaveLength(fixes.length + 1);
  read.slice(0, -1).forEach(({ atMs, fix }, nth) => {
    const { courseDeg, speedMps, ...written } = fixes[nth]!.fix;
    expect(atMs).toBe(fixes[nth]!.atMs);
    expect(fix.satellites).toBe(written.satellites);
    expect(fix.altitudeM).toBe(written.altitudeM);
    expect(fix.lat).toBeCloseTo(written.lat, 6);
    expect(fix.lng).toBeCloseTo(written.lng, 6);
    expect(fix.speedMps).toBeCloseTo(speedMps!, 1);
    expect(fix.courseDeg).toBeCloseTo(courseDeg!, 5);
  });
});

test('an NMEA log of GLL and VTG has no date, and its times continue past midnight', () => {
  const { fixes } = faultyTrack('ferry-without-date');
  const beforeMidnightMs = Date.UTC(2026, 2, 10, 23, 50) - fixes[0]!.atMs;
  const written = fixes.map(({ atMs, fix }) => ({ atMs: atMs + beforeMidnightMs, fix }));
  const read = readNmea(writeNmea(written, 'GLL+VTG'));
  expect(read).toHaveLength(fixes.length);
  const dayMs = Date.UTC(2026, 2, 10);
  read.forEach(({ atMs, fix }, nth) => {
    const from = written[nth]!;
    expect(atMs).toBe(from.atMs - dayMs);
    // 0.001 minutes are 1.9 m.
    expect(distanceM(fix, from.fix)).toBeLessThan(1.4);
    expect(fix.speedMps).toBeCloseTo(from.fix.speedMps!, 1);
    expect(fix.courseDeg).toBeCloseTo(from.fix.courseDeg!, 5);
  });
});

test('skips sentences with a wrong checksum and fixes that are marked void', () => {
  const sentence = '$GPRMC,235234,A,3925.9702,N,11945.9354,W,45.1,153.1,250905,15.2,E,A*01';
  expect(readSentence(sentence)?.[0]).toBe('GPRMC');
  expect(readSentence(sentence.replace('*01', '*02'))).toBeNull();
  expect(readNmea(sentence)).toEqual([
    {
      atMs: Date.UTC(2005, 8, 25, 23, 52, 34),
      fix: {
        lat: expect.closeTo(39.4328367, 6),
        lng: expect.closeTo(-119.76559, 6),
        speedMps: expect.closeTo(23.2, 2),
        courseDeg: 153.1,
      },
    },
  ]);
  expect(readNmea(sentenceOf('GPRMC,235234,V,3925.9702,N,11945.9354,W,,,250905,,'))).toEqual([]);
});

test('reads GPX track points with height and speed, and skips points without a time', () => {
  const gpx = `<?xml version="1.0"?><gpx><wpt lat="1" lon="2"/><trk><trkseg>
    <trkpt lat="-33.85" lon="151.2"><ele>12.5</ele><time>2026-01-01T00:00:00Z</time>
      <extensions><gpxtpx:speed>13.4</gpxtpx:speed></extensions></trkpt>
    <trkpt lat="-33.86" lon="151.21"/>
    <trkpt lon="151.22" lat="-33.87"><time>2026-01-01T00:00:10.5Z</time></trkpt>
  </trkseg></trk></gpx>`;
  expect(readGpx(gpx)).toEqual([
    { atMs: Date.UTC(2026, 0, 1), fix: { lat: -33.85, lng: 151.2, altitudeM: 12.5, speedMps: 13.4 } },
    { atMs: Date.UTC(2026, 0, 1, 0, 0, 10, 500), fix: { lat: -33.87, lng: 151.22 } },
  ]);
});

test('a playback can run in a loop, and has no fix in a long gap', () => {
  const fixAt = (sec: number, lat: number): RecordedFix => ({ atMs: sec * 1_000, fix: { lat, lng: 151 } });
  const recording = [fixAt(0, 1), fixAt(10, 2), fixAt(200, 3)];
  const once = createPlayback(recording, { startAtMs: 0 });
  expect(once.at(15_000)?.lat).toBe(2);
  expect(once.at(100_000)).toBeNull();
  const loop = createPlayback(recording, { startAtMs: 0, loop: true });
  expect(loop.nextRecorded?.(1)).toMatchObject({ atMs: 200_000, fix: { lat: 3 } });
  expect(loop.nextRecorded?.(2)).toMatchObject({ atMs: 300_000, fix: { lat: 1 } });
  expect(loop.at(300_000)?.lat).toBe(1);
});

test('refuses an unplayable file with the file name and the reason', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tracks-'));
  try {
    writeFileSync(join(folder, 'empty.gpx'), '<gpx/>');
    writeFileSync(join(folder, 'broken.jsonl'), '{"t":');
    expect(() => readRecording(join(folder, 'empty.gpx'))).toThrow(/empty\.gpx: no fix/);
    expect(() => readRecording(join(folder, 'broken.jsonl'))).toThrow(/Line 1 is not JSON/);
    expect(() => readRecording(join(folder, 'absent.jsonl'))).toThrow(/absent\.jsonl: cannot be read/);
    expect(() => readRecording('photo.jpg')).toThrow(/unknown file type, use one of/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
