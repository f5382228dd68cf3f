import { randomUUID } from 'node:crypto';
import type { ApiError } from '@trace/contract/kernel/client';
import { pingDevice } from '@trace/contract/ping/ping.api';
import { getPath, listPositions } from '@trace/contract/tracking/tracking.api';
import { unpackPath } from '@trace/contract/tracking/tracking.path.rules';
import { HOUR_MS } from '@trace/contract/kernel/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { assignedDevice, endAssignment } from '#testing/followed-device';
import type { HandDevice } from '#testing/stand-ins/hand-device';
import { signInAs, startPortal, type Portal, type SignedIn } from '#testing/portal';
import { assignDevice } from '#testing/trackers';

let portal: Portal;
let installer: SignedIn;

beforeAll(async () => {
  portal = await startPortal();
  installer = await portal.person({ role: 'installer' });
});
afterAll(() => portal.stop());

const now = (): number => portal.clock.now().getTime();
const pathOf = async (person: SignedIn, serial: string) =>
  unpackPath(await person.api.call(getPath, { params: { serial } }));
const positionsOf = (person: SignedIn, serial: string, receivedSince: number) =>
  person.api.call(listPositions, { params: { serial }, query: { receivedSince } });
const premium = (): Promise<SignedIn> => portal.person({ premium: true });

async function pings(person: SignedIn, device: HandDevice, latitude: number): Promise<void> {
  const known = device.commands().length;
  const outcome = person.api.call(pingDevice, { params: { serial: device.serial }, body: { id: randomUUID() } });
  const commands = await eventually(
    () => device.commands(),
    (all) => all.length > known,
  );
  await device.answer(commands.at(-1)!, {
    success: true,
    location: { latitude, longitude: 10, timestamp: Math.floor(now() / 1_000) },
  });
  await outcome;
}

test('merges ping locations and positions of the last 24 hours, ascending, each with its source [PATH-01]', async () => {
  const user = await premium();
  const device = await assignedDevice(portal, installer, user);
  await device.say('location', { lat: 1, lng: 10 });
  await portal.clock.advance(60_000);
  await pings(user, device, 2);
  await portal.clock.advance(60_000);
  await device.say('location', { lat: 4, lng: 10 });
  await device.say('location', { lat: 3, lng: 10, ts: now() - 30_000 });
  const path = await pathOf(user, device.serial);
  expect(path).toMatchObject({ lat: [1, 2, 3, 4], pings: [1] });
  expect(path.at).toEqual([...path.at].sort((one, other) => one - other));
  expect(path.toAt - path.at[0]!).toBe(120_000);
  device.cut();
});

test('a new user sees no earlier path, and the former user sees none any more [PATH-01] [GUARD-07]', async () => {
  const [former, next] = [await premium(), await premium()];
  const device = await assignedDevice(portal, installer, former);
  await device.say('location', { lat: 1, lng: 10 });
  await pings(former, device, 2);
  expect((await pathOf(former, device.serial)).lat).toEqual([1, 2]);
  await portal.clock.advance(1_000);
  await endAssignment(portal, device.serial);
  await portal.clock.advance(1_000);
  await assignDevice(portal, device.serial, installer, next);
  await device.say('location', { lat: 3, lng: 10, ts: now() - 60_000 });
  await device.say('location', { lat: 4, lng: 10 });
  const path = await pathOf(next, device.serial);
  expect(path.lat).toEqual([4]);
  expect(path.fromAt).toBe(now());
  expect((await positionsOf(next, device.serial, 0)).positions.map(({ lat }) => lat)).toEqual([4]);
  expect(await pathOf(former, device.serial).catch((error: ApiError) => error.status)).toBe(404);
  device.cut();
});

test('an installer sees positions of a device without a user, only from unassigned times [PATH-01]', async () => {
  const user = await premium();
  const device = await assignedDevice(portal, installer, user);
  await device.say('location', { lat: 1, lng: 10 });
  expect(await pathOf(installer, device.serial).catch((error: ApiError) => error.refusal!.code)).toBe('grant_required');
  await portal.clock.advance(1_000);
  await endAssignment(portal, device.serial);
  await device.say('location', { lat: 2, lng: 10 });
  expect((await pathOf(installer, device.serial)).lat).toEqual([2]);
  device.cut();
});

test('an installer reads no position older than 24 hours of a device without a user [LIVE-09] [T22]', async () => {
  const device = await assignedDevice(portal, installer, undefined);
  await sql`
    update device set registered_at = registered_at - interval '2 days' where serial = ${device.serial}`.execute(
    portal.test.database.sql,
  );
  await device.say('location', { lat: 1, lng: 10, ts: now() - 25 * HOUR_MS });
  await device.say('location', { lat: 2, lng: 10, ts: now() - 23 * HOUR_MS });
  expect((await positionsOf(installer, device.serial, 0)).positions.map(({ lat }) => lat)).toEqual([2]);
  device.cut();
});

test('a path of a thousand points is complete, with the exact value of each point [PATH-01]', async () => {
  const user = await premium();
  const device = await assignedDevice(portal, installer, user);
  await portal.clock.advance(120_000);
  const fromAt = now() - 120_000;
  const nths = Array.from({ length: 1_000 }, (_, nth) => nth);
  await sql`
    insert into position (device_id, at, boot, seq, lat, lng, skewed, received_at)
    select d.id, ${new Date(fromAt)}::timestamptz + n * interval '100 milliseconds', 1, n, n / 1e6::float8, -n / 1e5::float8, false, now()
    from device d cross join unnest(${nths}::int[]) n where d.serial = ${device.serial}`.execute(
    portal.test.database.sql,
  );
  const path = await pathOf(user, device.serial);
  expect(path.at).toEqual(nths.map((nth) => fromAt + nth * 100));
  expect(path.lat).toEqual(nths.map((nth) => nth / 1e6));
  expect(path.lng).toEqual(nths.map((nth) => 0 - nth / 1e5));
  device.cut();
});

test('a device without positions has an empty path [PATH-02]', async () => {
  const user = await premium();
  const device = await assignedDevice(portal, installer, user);
  expect(await pathOf(user, device.serial)).toEqual({
    serialNumber: device.serial,
    fromAt: expect.any(Number),
    toAt: now(),
    at: [],
    lat: [],
    lng: [],
    pings: [],
  });
  device.cut();
});

test('fills a gap with each position exactly once while positions keep arriving [LIVE-09]', async () => {
  const user = await premium();
  const device = await assignedDevice(portal, installer, user);
  const total = 120;
  const coming = (async () => {
    for (let seq = 1; seq <= total; seq += 1)
      await device.say('location', { lat: 1 + seq / 1_000, lng: 10, seq, boot: 9 });
  })();
  const seen = new Map<string, number>();
  let since = 0;
  await eventually(
    async () => {
      const { positions, asOf, complete } = await positionsOf(user, device.serial, since);
      expect(complete).toBe(true);
      expect(positions.map(({ receivedAt }) => receivedAt)).toEqual(
        positions.map(({ receivedAt }) => receivedAt).sort((one, other) => one - other),
      );
      expect(new Set(positions.map(({ id }) => id)).size).toBe(positions.length);
      for (const { id, lat } of positions) seen.set(id, lat!);
      since = asOf;
      return seen.size;
    },
    (size) => size === total,
    15_000,
  );
  await coming;
  expect([...seen.keys()].sort()).toEqual(Array.from({ length: total }, (_, index) => `9.${index + 1}`).sort());
  device.cut();
});

test('a poll finds positions received before the last answer and stored afterwards [LIVE-09]', async () => {
  const user = await premium();
  const device = await assignedDevice(portal, installer, user);
  const { asOf } = await positionsOf(user, device.serial, 0);
  await device.say('location', { lat: 1, lng: 10 });
  // A crowd that comes back after an outage may be stored for this long.
  expect(asOf).toBeLessThanOrEqual(now() - 60_000);
  expect((await positionsOf(user, device.serial, asOf)).positions).toHaveLength(1);
  device.cut();
});

test('the path omits positions older than 24 hours [PATH-01]', async () => {
  const user = await premium();
  const device = await assignedDevice(portal, installer, user);
  await device.say('location', { lat: 1, lng: 10 });
  const measuredAt = now();
  portal.clock.set(new Date(measuredAt + 24 * HOUR_MS));
  const again = await signedInAgain(user);
  expect((await pathOf(again, device.serial)).at).toEqual([measuredAt]);
  portal.clock.set(new Date(measuredAt + 24 * HOUR_MS + 1));
  expect((await pathOf(again, device.serial)).at).toEqual([]);
  device.cut();
});

/** A session does not last a day. */
async function signedInAgain(person: SignedIn): Promise<SignedIn> {
  return { ...person, ...(await signInAs(portal.url, person.email)) };
}
