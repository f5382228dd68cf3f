import { messageSchemas } from '@trace/contract/device-protocol/messages';
import { randomOf } from '@trace/equipment/fuzz/random';
import { expect, test } from 'vitest';
import { messagesOf } from '../phones.messages.service.ts';
import { readOsmandForm, readOsmandJson } from './phones.osmand.rules.ts';
import { readOwntracks } from './phones.owntracks.rules.ts';
import { emptyReport, type ReadReports } from './phones.report.rules.ts';

const MOST = 200;
const AT = Date.parse('2026-01-01T00:00:00Z');

const form = (query: string): ReadReports => readOsmandForm(new URLSearchParams(query));
const json = (location: unknown): ReadReports => readOsmandJson({ device_id: 'x', location }, MOST);
const own = (message: unknown): ReadReports => readOwntracks(message, MOST);
const reportOf = ({ reports }: ReadReports) => reports[0]!;

test('reads the worked example of the OsmAnd protocol to the exact value [PHON-01]', () => {
  const query =
    'id=861234567890123&timestamp=1767225600&lat=-33.86&lon=151.2093&speed=12.5&bearing=270&altitude=58&accuracy=4.5&batt=84';
  expect(form(query)).toEqual({
    fields: [],
    reports: [
      {
        atMs: AT,
        place: { lat: -33.86, lng: 151.2093 },
        accuracyM: 4.5,
        speedMps: 6.4306,
        courseDeg: 270,
        altitudeM: 58,
        batteryPct: 84,
        alarm: null,
        isOffline: false,
      },
    ],
  });
});

test('reads the JSON form in its own units, where -1 means unknown [PHON-01]', () => {
  const location = {
    timestamp: '2026-01-01T00:00:00.250Z',
    coords: { latitude: 51.5, longitude: -0.125, accuracy: 8, speed: 6.25, heading: 90, altitude: -3.5 },
    is_moving: true,
    battery: { level: 0.57, is_charging: true },
    extras: {},
  };
  expect(reportOf(json(location))).toEqual({
    ...emptyReport,
    atMs: AT + 250,
    place: { lat: 51.5, lng: -0.125 },
    accuracyM: 8,
    speedMps: 6.25,
    courseDeg: 90,
    altitudeM: -3.5,
    batteryPct: 57,
  });
  const unknown = { ...location, coords: { ...location.coords, speed: -1, heading: -1 }, battery: { level: -1 } };
  expect(reportOf(json(unknown))).toMatchObject({ speedMps: null, courseDeg: null, batteryPct: null });
  expect(json([location, unknown]).reports).toHaveLength(2);
});

test('reads OwnTracks, whose speed is in km/h [PHON-01]', () => {
  const message = { _type: 'location', lat: -33.5, lon: -70.25, tst: 1767225600, acc: 60, batt: 92, cog: 248, alt: 27 };
  expect(reportOf(own({ ...message, vel: 90, tid: 'MP', t: 'u' }))).toEqual({
    ...emptyReport,
    atMs: AT,
    place: { lat: -33.5, lng: -70.25 },
    accuracyM: 60,
    speedMps: 25,
    courseDeg: 248,
    altitudeM: 27,
    batteryPct: 92,
  });
  expect(reportOf(own({ _type: 'lwt', tst: 1767225600 }))).toMatchObject({ isOffline: true, place: null });
  expect(own({ _type: 'waypoints', waypoints: [] })).toEqual({ reports: [], fields: [] });
  expect(own({ _type: 'encrypted', data: 'x' })).toEqual({ reports: [], fields: ['_type'] });
});

test.each([
  ['seconds', '1767225600', AT],
  ['milliseconds', '1767225600250', AT + 250],
  ['ISO', '2026-01-01T00:00:00.500Z', AT + 500],
  ['ISO with an unescaped plus', '2026-01-01T10:00:00+10:00', AT],
  ['ISO without a zone', '2026-01-01T00:00:00', AT],
  ['date and time', '2026-01-01 00:00:00', AT],
])('reads a timestamp in %s [PHON-01]', (_name, timestamp, atMs) => {
  expect(reportOf(form(`lat=1&lon=2&timestamp=${timestamp}`)).atMs).toBe(atMs);
});

test.each(['lat=91&lon=0', 'lat=1', 'lat=abc&lon=2', 'location=1;2', 'lat=NaN&lon=Infinity'])(
  'refuses %s with its field [PHON-01]',
  (query) => {
    const read = form(query);
    expect(read.reports).toEqual([]);
    expect(read.fields).toEqual([query.startsWith('location') ? 'location' : 'lat, lon']);
  },
);

test('refuses a timestamp that cannot be read and a query without a report [PHON-01]', () => {
  expect(form('lat=1&lon=2&timestamp=yesterday').fields).toEqual(['timestamp']);
  expect(form('lat=1&lon=2&timestamp=-5').fields).toEqual(['timestamp']);
  expect(form('id=5&utm=x').fields).toEqual(['query']);
  expect(json('text').fields).toEqual(['location']);
  expect(own({ _type: 'location', lat: 1 }).fields).toEqual(['lat, lon']);
});

test('takes 0, 0 and an invalid position for no fix, and a single zero for a place [PHON-01]', () => {
  expect(reportOf(form('lat=0&lon=0&batt=50'))).toMatchObject({ place: null, batteryPct: 50 });
  expect(reportOf(form('lat=5&lon=5&valid=false')).place).toBeNull();
  expect(reportOf(form('lat=0&lon=9.5')).place).toEqual({ lat: 0, lng: 9.5 });
});

test('keeps a position whose other values are impossible, without these values [PHON-01]', () => {
  const read = form('lat=1&lon=2&speed=-4&bearing=400&altitude=1e9&accuracy=-1&batt=150');
  expect(reportOf(read)).toEqual({ ...emptyReport, place: { lat: 1, lng: 2 } });
});

test('alerts for sos and for an unknown alarm, with an unreadable place and time too [PHON-01]', () => {
  expect(reportOf(form('lat=1&lon=2&alarm=sos')).alarm).toBe('panic');
  expect(reportOf(form('alarm=SOS&lat=x&lon=999&timestamp=never'))).toEqual({ ...emptyReport, alarm: 'panic' });
  expect(reportOf(form('alarm=kidnapped&lat=1&lon=2')).alarm).toBe('panic');
  expect(reportOf(json({ extras: { alarm: 'sos' } })).alarm).toBe('panic');
  expect(reportOf(json({ alarm: { deep: 1 } })).alarm).toBe('panic');
  expect(reportOf(form('alarm=lowBattery&lat=1&lon=2')).alarm).toBe('low_battery');
  expect(reportOf(form('alarm=overspeed&lat=1&lon=2')).alarm).toBeNull();
});

test('gives repeats one identity, other content another, and later reports a greater one [PHON-01]', () => {
  const now = new Date(AT + 5_000);
  const identityOf = (query: string) => {
    const { boot, seq = 0 } = messagesOf(form(query).reports, now)[0]!.message;
    return [boot, seq] as const;
  };
  const first = identityOf('lat=1&lon=2&timestamp=1767225600');
  expect(identityOf('lat=1&lon=2&timestamp=1767225600')).toEqual(first);
  expect(identityOf('lat=1&lon=3&timestamp=1767225600')).not.toEqual(first);
  expect(identityOf('lat=1&lon=2&timestamp=1767225601')[0]).toBe(first[0] + 1);
  expect(identityOf('lat=1&lon=2&timestamp=1767225600999')[1]).toBeLessThan(2 ** 32);
});

test('never throws, and every report fits the device protocol, for 5,000 random inputs [PHON-01]', () => {
  const random = randomOf(20_261_125);
  const values = [
    '',
    '0',
    '-0',
    '1e400',
    'NaN',
    '-33.86',
    '151.2',
    '999',
    '1767225600',
    '9'.repeat(40),
    'sos',
    '\0',
    '🚨',
  ];
  const keys = [
    'lat',
    'lon',
    'location',
    'timestamp',
    'speed',
    'bearing',
    'altitude',
    'accuracy',
    'batt',
    'alarm',
    'valid',
  ];
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const scalar = (): unknown => pick([null, true, -1, 0, 0.5, 1e308, Number.NaN, ...values, [], {}]);
  const tree = (names: readonly string[], depth = 0): unknown =>
    depth > 2 || random() < 0.3 ? scalar() : Object.fromEntries(names.map((name) => [name, tree(names, depth + 1)]));
  const jsonNames = ['location', 'coords', 'latitude', 'longitude', 'timestamp', 'battery', 'level', 'extras', 'alarm'];
  const ownNames = ['_type', 'lat', 'lon', 'tst', 'acc', 'vel', 'cog', 'batt'];
  let stored = 0;
  for (let round = 0; round < 5_000; round += 1) {
    const query = new URLSearchParams(Array.from({ length: 5 }, (): [string, string] => [pick(keys), pick(values)]));
    const ownMessage = { ...(tree(ownNames) as object), _type: pick(['location', 'lwt', 'transition', 'x', '']) };
    const read = [readOsmandForm(query), readOsmandJson(tree(jsonNames), MOST), readOwntracks(ownMessage, MOST)];
    const messages = read.flatMap(({ reports }) => messagesOf(reports, new Date(AT)));
    for (const { kind, message } of messages) messageSchemas[kind].parse(message);
    stored += messages.length;
  }
  expect(stored).toBeGreaterThan(3_000);
});
