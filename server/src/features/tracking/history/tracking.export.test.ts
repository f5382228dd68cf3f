import { once } from 'node:events';
import { connect } from 'node:net';
import { signOut } from '@trace/contract/auth/auth.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { assignedDevice, endAssignment, endPremium } from '#testing/followed-device';
import type { HandDevice } from '#testing/stand-ins/hand-device';
import { positionsOf, storeHistory, type PastPosition } from '#testing/worlds/history-world';
import { signInAs, startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall, refusalIn } from '#testing/raw-call';

let portal: Portal;
let installer: SignedIn;
const devices: HandDevice[] = [];

beforeAll(async () => {
  portal = await startPortal({}, undefined, new Date('2026-04-20T02:00:00.000Z'));
  installer = await portal.person({ role: 'installer' });
});
afterAll(async () => {
  for (const device of devices) device.cut();
  await portal.stop();
});

/** Creates a premium user whose device has long been assigned, with the given history. */
async function ownerOf(positions: readonly PastPosition[]): Promise<{ user: SignedIn; serial: string }> {
  const user = await portal.person({ premium: true });
  const device = await assignedDevice(portal, installer, user);
  devices.push(device);
  await sql`update device_assignment set assigned_at = '2025-01-01T00:00:00Z'
    where device_id = (select id from device where serial = ${device.serial})`.execute(portal.test.database.sql);
  await storeHistory(portal, device.serial, positions);
  return { user, serial: device.serial };
}

const pathOf = (serial: string, query: Record<string, string>): string =>
  `/api/devices/${serial}/history/export?${new URLSearchParams(query).toString()}`;
const exportOf = (person: SignedIn, serial: string, format: string, from = '2026-03-10', to = from) =>
  rawCall(portal, { path: pathOf(serial, { from, to, format }), person });

/** Days of positions every second: more than any buffer between the server and a reader holds. */
const manyPositions = (): PastPosition[] =>
  Array.from({ length: 100_000 }, (_, nth) => ({
    at: new Date(Date.parse('2026-03-10T00:00:00.000Z') + nth * 1_000).toISOString(),
    lat: -33 - nth * 1e-6,
    lng: 151,
    speedMps: 1,
  }));

/** Asks, and hangs up when the server waits for the database. */
async function leaveEarly(path: string, { cookie }: SignedIn): Promise<void> {
  const { hostname, port, host } = new URL(portal.url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`);
  await eventually(waitingForLocks, (count) => count > 0);
  socket.destroy();
  await once(socket, 'close');
  // An answer to this request proves that the server has already processed the end of the connection.
  await rawCall(portal, { path: '/healthz' });
}

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where wait_event_type = 'Lock' and query like '%device_assignment%'`.execute(portal.test.database.sql);
  return rows[0]!.count;
}

describe('a drive as a file', () => {
  const drive = positionsOf('car-all-values', '2026-03-10T01:00:00.000Z');
  let user: SignedIn;
  let serial: string;
  beforeAll(async () => {
    ({ user, serial } = await ownerOf(drive));
    await sql`update device set nickname = ${'Ute <1> & "co" \u202e='} where serial = ${serial}`.execute(
      portal.test.database.sql,
    );
  });

  test('CSV contains all measured values unrepaired and no formula cell [PATH-03]', async () => {
    const { text, headers } = await exportOf(user, serial, 'csv');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${serial}-2026-03-10.csv"`);
    expect(headers.get('cache-control')).toBe('no-store');
    const [head, ...lines] = text.trim().split('\r\n');
    expect(head).toBe('time,latitude,longitude,altitude_m,speed_mps,course_deg,accuracy_m,satellites,source,clock');
    expect(lines).toHaveLength(drive.length);
    const first = drive[0]!;
    expect(lines[0]!.split(',').slice(0, 3)).toEqual([first.at, first.lat.toFixed(7), first.lng.toFixed(7)]);
    for (const cell of lines.flatMap((line) => line.split(','))) expect(cell).not.toMatch(/^(?:[=+@\t\r]|-(?!\d))/);
  });

  test('GPX 1.1 keeps the order of elements and has a segment per run without a gap [PATH-03]', async () => {
    const { text, headers } = await exportOf(user, serial, 'gpx');
    expect(headers.get('content-type')).toBe('application/gpx+xml; charset=utf-8');
    expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<gpx version="1.1" creator="Trace" /);
    expect(text).toContain('<name>Ute &lt;1&gt; &amp; &quot;co&quot; \u202e=</name>');
    const points = text.match(/<trkpt .*<\/trkpt>/g) ?? [];
    expect(points).toHaveLength(drive.length);
    const number = String.raw`-?\d+(?:\.\d+)?`;
    const rule = new RegExp(
      `^<trkpt lat="${number}" lon="${number}">(?:<ele>${number}</ele>)?<time>[^<]+</time>(?:<src>ping</src>)?(?:<sat>\\d+</sat>)?` +
        `(?:<extensions><gpxtpx:TrackPointExtension>(?:<gpxtpx:speed>${number}</gpxtpx:speed>)?(?:<gpxtpx:course>${number}</gpxtpx:course>)?</gpxtpx:TrackPointExtension></extensions>)?</trkpt>$`,
    );
    for (const point of points) expect(point).toMatch(rule);
    expect(text.match(/<trkseg>/g)).toHaveLength(1);
    expect(text.endsWith('</trkseg></trk>\n</gpx>\n')).toBe(true);
  });

  test('GeoJSON contains lines of longitude and latitude with time and speed at each place [PATH-03]', async () => {
    const { text, headers } = await exportOf(user, serial, 'geojson');
    expect(headers.get('content-type')).toBe('application/geo+json');
    const { type, features } = JSON.parse(text) as {
      type: string;
      features: {
        geometry: { type: string; coordinates: number[][] };
        properties: { times: string[]; name: string };
      }[];
    };
    expect(type).toBe('FeatureCollection');
    expect(new Set(features.map(({ geometry }) => geometry.type))).toEqual(new Set(['LineString']));
    expect(features.length).toBeGreaterThan(1);
    const [first] = features;
    expect(first!.geometry.coordinates[0]!.slice(0, 2)).toEqual([drive[0]!.lng, drive[0]!.lat]);
    expect(first!.properties.times).toHaveLength(first!.geometry.coordinates.length);
    expect(first!.properties.name).toBe('Ute <1> & "co" \u202e=');
    // Each line begins where the previous line ended.
    const times = features.flatMap(({ properties }, nth) => properties.times.slice(nth === 0 ? 0 : 1));
    expect(times).toEqual(drive.map(({ at }) => at));
  });

  test('audits an export without any position [PATH-03]', async () => {
    await exportOf(user, serial, 'csv', '2026-03-09', '2026-03-11');
    const { rows } = await sql<{ details: object; subjectId: string }>`
      select details, subject_id from audit_log where actor_id = ${user.id} and action = 'tracking.export'
      order by id desc limit 1`.execute(portal.test.database.sql);
    expect(rows).toEqual([{ details: { from: '2026-03-09', to: '2026-03-11', format: 'csv' }, subjectId: serial }]);
  });

  test.each([
    ['gpx', /<trk>.*<\/trk>\n<\/gpx>\n$/],
    ['geojson', /^\{"type":"FeatureCollection","features":\[\s*\]\}\n$/],
    ['csv', /^time,.*\r\n$/],
  ])('days without positions give a complete but empty %s file [PATH-03]', async (format, whole) => {
    const { status, text } = await exportOf(user, serial, format, '2026-04-01');
    expect(status).toBe(200);
    expect(text).toMatch(whole);
  });

  test.each([
    [{ from: '2026-03-10', to: '2026-03-10', format: 'kml' }, 'query.format'],
    [{ from: '2026-03-10', to: '2026-03-10' }, 'query.format'],
    [{ from: '2026-03-10', to: '2026-03-09', format: 'csv' }, 'query.to'],
    [{ from: '2026-01-20', to: '2026-03-09', format: 'csv' }, 'query.from'],
    [{ from: '2026-03-10', to: '2026-04-21', format: 'csv' }, 'query.to'],
    [{ from: '', to: '2026-04-20', format: 'csv' }, 'query.from'],
    [{ from: '2026-03-10T00:00:00Z', to: '2026-04-20', format: 'csv' }, 'query.from'],
    [{ from: '2026-03-10', to: '📍', format: 'csv' }, 'query.to'],
    [{ from: '2026-03-10', to: '2026-03-10', format: 'csv', userId: 'somebody' }, 'query.userId'],
  ])('refuses %j and names the field [PATH-03]', async (query, field) => {
    const answer = await rawCall(portal, { path: pathOf(serial, query), person: user });
    expect(answer.status).toBe(400);
    expect(refusalIn(answer)).toMatchObject({ code: 'invalid_input', field });
  });

  test('refuses a HEAD request without making a file [PATH-03]', async () => {
    const path = pathOf(serial, { from: '2026-03-10', to: '2026-03-10', format: 'csv' });
    const response = await fetch(portal.url + path, { method: 'HEAD', headers: { cookie: user.cookie } });
    // The address of a day, and 'export' is none.
    expect(response.status).toBe(400);
  });
});

describe('a file during download', () => {
  let user: SignedIn;
  let serial: string;
  const many = manyPositions();
  const path = () => pathOf(serial, { from: '2026-03-10', to: '2026-03-12', format: 'csv' });
  /** Opens an export whose body has not been read yet. */
  const open = (signal?: AbortSignal) =>
    fetch(portal.url + path(), { headers: { cookie: user.cookie }, ...(signal ? { signal } : {}) });
  const premiumUntil = (until: Date) => portal.app.subscription.grant({ accountId: user.id, until, source: 'staff' });

  beforeAll(async () => {
    ({ user, serial } = await ownerOf(many));
  });

  test('a slow reader gets each position exactly once across pages and days [PATH-03]', async () => {
    const response = await open();
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) text += chunk;
    const times = text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0]);
    expect(times).toEqual(many.map(({ at }) => at));
  });

  test('allows a single export of five at once, and the next after the end [PATH-03]', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => open()));
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409, 409, 409, 409]);
    for (const answer of answers) await answer.body?.cancel();
    const next = await eventually(
      async () => {
        const answer = await open();
        await answer.body?.cancel();
        return answer.status;
      },
      (status) => status === 200,
    );
    expect(next).toBe(200);
  });

  test('a user who disconnects before the file begins can export again later [PATH-03]', async () => {
    const { user, serial } = await ownerOf([{ at: '2026-03-10T01:00:00.000Z', lat: -33, lng: 151 }]);
    const path = pathOf(serial, { from: '2026-03-10', to: '2026-03-10', format: 'csv' });
    const held = Promise.withResolvers<void>();
    const isHeld = Promise.withResolvers<void>();
    const holding = portal.test.database.transaction(async (tx) => {
      await sql`lock table device_assignment in access exclusive mode`.execute(tx);
      isHeld.resolve();
      await held.promise;
    });
    await isHeld.promise;
    await leaveEarly(path, user);
    held.resolve();
    await holding;
    const { status } = await eventually(
      () => exportOf(user, serial, 'csv'),
      (answer) => answer.status !== 409,
    );
    expect(status).toBe(200);
  });

  test('signing out aborts a running export of this session [PATH-03] [SESS-05]', async () => {
    const { api, cookie } = await signInAs(portal.url, user.email);
    const response = await eventually(
      () => fetch(portal.url + path(), { headers: { cookie } }),
      ({ status }) => status === 200,
    );
    const reader = response.body!.getReader();
    await reader.read();
    await api.call(signOut, { query: {} });
    await expect(
      (async () => {
        for (let part = await reader.read(); !part.done; part = await reader.read());
      })(),
    ).rejects.toThrow('terminated');
  });

  test('the end of premium aborts a running export and cuts the connection [PATH-03]', async () => {
    const response = await eventually(
      () => open(),
      ({ status }) => status === 200,
    );
    const reader = response.body!.getReader();
    expect((await reader.read()).done).toBe(false);
    await endPremium(portal, user);
    const rest = async (): Promise<number> => {
      let bytes = 0;
      for (let part = await reader.read(); !part.done; part = await reader.read()) bytes += part.value.byteLength;
      return bytes;
    };
    await expect(rest()).rejects.toThrow('terminated');
    expect((await open()).status).toBe(402);
    await premiumUntil(new Date(portal.clock.now().getTime() + 86_400_000));
  });

  test('the end of the assignment aborts a running export [PATH-03] [GUARD-07]', async () => {
    const response = await eventually(
      () => open(),
      ({ status }) => status === 200,
    );
    const reader = response.body!.getReader();
    await reader.read();
    await endAssignment(portal, serial);
    await expect(
      (async () => {
        for (let part = await reader.read(); !part.done; part = await reader.read());
      })(),
    ).rejects.toThrow('terminated');
    expect((await open()).status).toBe(404);
  });
});
