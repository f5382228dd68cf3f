import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readGpx } from './gpx.ts';
import { readNmea, readSentence } from './nmea.ts';
import { createPlayback } from './playback.ts';
import { readRecording } from './recording.ts';
import type { RecordedFix, Route } from './route.ts';

const TRACKS = join(import.meta.dirname, '../../../../shared/data/tracks');

function recorded(name: string): RecordedFix[] {
  const path = join(TRACKS, name);
  if (!existsSync(path)) throw new Error(`The recorded track ${path} is absent; this test needs it`);
  return readRecording(path);
}

/** Every fix that the route plays, in order. */
function played(route: Route): { atMs: number; fix: RecordedFix['fix'] }[] {
  const moments: { atMs: number; fix: RecordedFix['fix'] }[] = [];
  for (let moment = route.nextRecorded?.(-1); moment; moment = route.nextRecorded?.(moment.index)) {
    moments.push({ atMs: moment.atMs, fix: moment.fix });
  }
  return moments;
}

const COUNTS: Record<string, number> = {
  'bicycle-big-sur-1': 1658,
  'boat-finland-1': 3449,
  'bus-liverpool-1': 150,
  'car-chicago': 2192,
  'car-helsinki': 249,
  'car-munich': 1194,
  'car-oregon-coast-range': 2126,
  'car-oregon-motorway': 966,
  'car-reno-lake-tahoe': 2427,
  'other-amsterdam-stationary': 1201,
  'train-helsinki-airport': 185,
  'train-helsinki-metro-1': 255,
  'walk-mount-washington': 2377,
};

test.each(Object.entries(COUNTS))('the recorded track %s is played fix by fix, with its defects', (name, count) => {
  const recording = recorded(`${name}.jsonl`);
  const startAtMs = Date.UTC(2026, 0, 1);
  const moments = played(createPlayback(recording, { startAtMs }));
  expect(moments).toHaveLength(count);
  expect(moments[0]?.atMs).toBe(startAtMs);
  const firstAtMs = recording[0]?.atMs ?? 0;
  moments.forEach((moment, index) => {
    expect(moment.fix).toBe(recording[index]?.fix);
    expect(moment.atMs - startAtMs).toBe((recording[index]?.atMs ?? 0) - firstAtMs);
  });
});

test('no recorded track is left out of this story', () => {
  const names = readdirSync(TRACKS).filter((name) => name.endsWith('.jsonl'));
  expect(names.map((name) => name.replace('.jsonl', '')).toSorted()).toEqual(Object.keys(COUNTS));
});

test.each(['other-amsterdam-stationary', 'car-reno-lake-tahoe'])('the NMEA log of %s gives the same fixes', (name) => {
  const fromNmea = recorded(`nmea/${name}.nmea`);
  const known = new Map(recorded(`${name}.jsonl`).map((moment) => [moment.atMs, moment.fix]));
  expect(fromNmea.length).toBeGreaterThan(1_000);
  const missing = fromNmea.filter((moment) => !known.has(moment.atMs));
  expect(missing.length).toBeLessThanOrEqual(1);
  for (const { atMs, fix } of fromNmea) {
    const expected = known.get(atMs);
    if (expected === undefined) continue;
    expect(fix.lat).toBeCloseTo(expected.lat, 6);
    expect(fix.lng).toBeCloseTo(expected.lng, 6);
    expect(fix.speedMps).toBeCloseTo(expected.speedMps ?? Number.NaN, 1);
  }
});

test('a sentence with a wrong checksum is none, and a void fix is no fix', () => {
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
  const body = 'GPRMC,235234,V,3925.9702,N,11945.9354,W,,,250905,,';
  const sum = Buffer.from(body).reduce((total, byte) => total ^ byte, 0);
  expect(readNmea(`$${body}*${sum.toString(16).padStart(2, '0')}`)).toEqual([]);
});

test('GPX track points are read with their height and speed; those without a time are passed over', () => {
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

test('a playback can run faster and for ever, and has no fix in a long gap', () => {
  const fixAt = (sec: number, lat: number): RecordedFix => ({ atMs: sec * 1_000, fix: { lat, lng: 151 } });
  const recording = [fixAt(0, 1), fixAt(10, 2), fixAt(200, 3)];
  const once = createPlayback(recording, { startAtMs: 0 });
  expect(once.at(15_000)?.lat).toBe(2);
  expect(once.at(100_000)).toBeNull();
  const fast = createPlayback(recording, { startAtMs: 0, timeScale: 10, loop: true });
  expect(fast.nextRecorded?.(1)).toMatchObject({ atMs: 20_000, fix: { lat: 3 } });
  expect(fast.nextRecorded?.(2)).toMatchObject({ atMs: 30_000, fix: { lat: 1 } });
  expect(fast.at(30_000)?.lat).toBe(1);
});

test('a file that cannot be played is refused with its name and the reason', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tracks-'));
  try {
    writeFileSync(join(folder, 'empty.gpx'), '<gpx/>');
    writeFileSync(join(folder, 'broken.jsonl'), '{"t":');
    expect(() => readRecording(join(folder, 'empty.gpx'))).toThrow(/empty\.gpx: no fix/);
    expect(() => readRecording(join(folder, 'broken.jsonl'))).toThrow(/Line 1 is not JSON/);
    expect(() => readRecording(join(folder, 'absent.jsonl'))).toThrow(/absent\.jsonl: cannot be read/);
    expect(() => readRecording('photo.jpg')).toThrow(/a track ends with/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
