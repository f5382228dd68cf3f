import { getHistoryDay, listHistoryDays } from '@trace/contract/tracking/tracking.history.api';
import { unpackHistory } from '@trace/contract/tracking/tracking.history.rules';
import type { ApiError } from '@trace/contract/kernel/client';
import { HOUR_MS } from '@trace/contract/kernel/time';
import { faultyTrack } from '@trace/simulator/testing/faulty-tracks';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignedDevice, endAssignment, endPremium } from '#testing/followed-device';
import { positionsOf, storeHistory } from '#testing/worlds/history-world';
import type { HandDevice } from '#testing/stand-ins/hand-device';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall, refusalIn } from '#testing/raw-call';
import { assignDevice } from '#testing/trackers';

let portal: Portal;
let installer: SignedIn;
let user: SignedIn;
let device: HandDevice;

/** Noon in Sydney. The clock there goes back on 5 April 2026 and went forward on 5 October 2025. */
beforeAll(async () => {
  portal = await startPortal({}, undefined, new Date('2026-04-20T02:00:00.000Z'));
  installer = await portal.person({ role: 'installer' });
  user = await portal.person({ premium: true });
  device = await assignedDevice(portal, installer, user);
  await ownedSince(device.serial, '2025-01-01T00:00:00.000Z');
});
afterAll(async () => {
  device.cut();
  await portal.stop();
});

const ownedSince = (serial: string, at: string): Promise<unknown> =>
  sql`update device_assignment set assigned_at = ${at}
    where ended_at is null and device_id = (select id from device where serial = ${serial})`.execute(
    portal.test.database.sql,
  );
const daysOf = (person: SignedIn, serial: string) => person.api.call(listHistoryDays, { params: { serial } });
const dayOf = (person: SignedIn, serial: string, day: string) =>
  person.api.call(getHistoryDay, { params: { serial, day } });
const at = (instant: string) => ({ at: instant, lat: -33.86, lng: 151.2 });

test('lists the days with positions in the time zone of the person, of the last 90 days [PATH-03]', async () => {
  await storeHistory(portal, device.serial, [
    at('2026-01-20T12:59:59.000Z'),
    at('2026-01-20T13:00:00.000Z'),
    at('2026-02-28T12:59:59.999Z'),
    at('2026-02-28T13:00:00.000Z'),
    at('2026-04-19T14:00:00.000Z'),
  ]);
  expect(await daysOf(user, device.serial)).toEqual({
    timeZone: 'Australia/Sydney',
    from: '2026-01-21',
    today: '2026-04-20',
    days: ['2026-01-21', '2026-02-28', '2026-03-01', '2026-04-20'],
  });
});

test('a day has 25 hours when the clock goes back and 23 when the clock goes forward [PATH-03]', async () => {
  await storeHistory(portal, device.serial, [
    at('2026-04-04T12:59:59.000Z'),
    at('2026-04-04T13:00:00.000Z'),
    at('2026-04-05T13:59:59.000Z'),
    at('2026-04-05T14:00:00.000Z'),
  ]);
  const long = (await dayOf(user, device.serial, '2026-04-05')).path;
  expect(long.toAt - long.fromAt).toBe(25 * HOUR_MS);
  expect(unpackHistory(await dayOf(user, device.serial, '2026-04-05')).at).toHaveLength(2);
  const berliner = await portal.person({ premium: true, timeZone: 'Europe/Berlin' });
  const other = await assignedDevice(portal, installer, berliner);
  await ownedSince(other.serial, '2025-01-01T00:00:00.000Z');
  await storeHistory(portal, other.serial, [at('2026-03-28T23:00:00.000Z'), at('2026-03-29T22:00:00.000Z')]);
  const short = (await dayOf(berliner, other.serial, '2026-03-29')).path;
  expect(short.toAt - short.fromAt).toBe(23 * HOUR_MS);
  expect((await daysOf(berliner, other.serial)).days).toEqual(['2026-03-29', '2026-03-30']);
  other.cut();
});

test('shows a drive with faults as trips and stops, with a speed at each point [PATH-03]', async () => {
  await storeHistory(portal, device.serial, positionsOf('car-all-values', '2026-03-10T01:00:00.000Z'));
  const day = await dayOf(user, device.serial, '2026-03-10');
  expect(day.parts.map(({ kind }) => kind)).toEqual(['trip', 'stop', 'trip', 'stop', 'trip', 'stop', 'trip']);
  const { fixes, distanceM } = faultyTrack('car-all-values');
  expect(day.distanceM / distanceM).toBeCloseTo(1, 2);
  const path = unpackHistory(day);
  expect(path.speedMps).toHaveLength(path.at.length);
  expect(Math.max(...path.speedMps)).toBeCloseTo(Math.max(...fixes.map(({ fix }) => fix.speedMps!)), 1);
  expect(day).toMatchObject({ day: '2026-03-10', timeZone: 'Australia/Sydney', complete: true, doubtful: [] });
});

test('a new user sees no history from before the assignment, and the former user sees none any more [PATH-03] [GUARD-07]', async () => {
  const [former, next] = [await portal.person({ premium: true }), await portal.person({ premium: true })];
  const passed = await assignedDevice(portal, installer, former);
  await ownedSince(passed.serial, '2026-04-01T00:00:00.000Z');
  await storeHistory(portal, passed.serial, [at('2026-03-31T23:59:00.000Z'), at('2026-04-10T00:00:00.000Z')]);
  expect((await daysOf(former, passed.serial)).days).toEqual(['2026-04-10']);
  expect(unpackHistory(await dayOf(former, passed.serial, '2026-04-01')).at).toEqual([]);
  await portal.clock.advance(1_000);
  await endAssignment(portal, passed.serial);
  await assignDevice(portal, passed.serial, installer, next);
  await passed.say('location', { lat: 3, lng: 10, ts: portal.clock.now().getTime() - 60_000 });
  await passed.say('location', { lat: 4, lng: 10 });
  expect((await daysOf(next, passed.serial)).days).toEqual(['2026-04-20']);
  expect(unpackHistory(await dayOf(next, passed.serial, '2026-04-20')).lat).toEqual([4]);
  expect(await dayOf(former, passed.serial, '2026-04-20').catch((error: ApiError) => error.status)).toBe(404);
  passed.cut();
});

test('refuses history when premium has ended [PATH-03]', async () => {
  const lapsed = await portal.person({ premium: true });
  const own = await assignedDevice(portal, installer, lapsed);
  expect((await daysOf(lapsed, own.serial)).days).toEqual([]);
  await endPremium(portal, lapsed);
  const refusal = (error: ApiError) => error.refusal!.code;
  expect(await daysOf(lapsed, own.serial).catch(refusal)).toBe('premium_required');
  expect(await dayOf(lapsed, own.serial, '2026-04-20').catch(refusal)).toBe('premium_required');
  own.cut();
});

test.each([
  ['of the wrong form', '20-04-2026'],
  ['that the calendar does not have', '2026-02-30'],
  ['of blanks', '%20'],
  ['of a script', 'javascript:alert(1)'],
  ['of an emoji', encodeURIComponent('📍')],
  ['in the future', '2026-04-21'],
  ['91 days ago', '2026-01-20'],
])('refuses a day %s and names the field [PATH-03]', async (_, day) => {
  const answer = await rawCall(portal, { path: `/api/devices/${device.serial}/history/${day}`, person: user });
  expect(answer.status).toBe(400);
  expect(refusalIn(answer)).toMatchObject({ code: 'invalid_input', field: 'params.day' });
});
