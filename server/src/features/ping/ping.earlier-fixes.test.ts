// Trackers can answer a request for the position with an older fix.
import { randomUUID } from 'node:crypto';
import { downloadData } from '@trace/contract/accounts/accounts.api';
import { MINUTE_MS, SECOND_MS } from '@trace/contract/kernel/time';
import { listPings, pingDevice } from '@trace/contract/ping/ping.api';
import type { PingOutcome } from '@trace/contract/ping/ping.schema';
import { getPath, listPositions, startLive } from '@trace/contract/tracking/tracking.api';
import { getHistoryDay, listHistoryDays } from '@trace/contract/tracking/tracking.history.api';
import { listLastPlaces } from '@trace/contract/tracking/tracking.places.api';
import { unpackPath } from '@trace/contract/tracking/tracking.path.rules';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { assignedDevice } from '#testing/followed-device';
import type { HandDevice } from '#testing/stand-ins/hand-device';
import type { Portal, SignedIn } from '#testing/portal';
import { grantAccess, keepTime, startPortalNow } from '#testing/worlds/location-access-world';

let portal: Portal;
let installer: SignedIn;
let user: SignedIn;
let device: HandDevice;

beforeAll(async () => {
  portal = await startPortalNow();
});
beforeEach(async () => {
  keepTime(portal);
  [installer, user] = await Promise.all([portal.person({ role: 'installer' }), portal.person({ premium: true })]);
  device = await assignedDevice(portal, installer, user);
});
afterEach(() => device.cut());
afterAll(() => portal.stop());

const of = () => ({ params: { serial: device.serial } });
const pass = (ms: number): void => portal.clock.set(new Date(portal.clock.now().getTime() + ms));

async function nextCommand(known: number) {
  const commands = await eventually(
    () => device.commands(),
    (all) => all.length > known,
  );
  return commands.at(-1)!;
}

/** Answers with a fix that is so many seconds old. `offSec`: the device's clock is ahead by so much. */
async function answer(known: number, ageSec: number, offSec = 0): Promise<void> {
  const sec = Math.floor(portal.clock.now().getTime() / SECOND_MS) + offSec;
  const location = { latitude: 12.345, longitude: 10, timestamp: sec - ageSec };
  const { requestId, command } = await nextCommand(known);
  await device.say('reply', { requestId, command, ts: sec * SECOND_MS, result: { success: true, location } });
}

async function ping(person: SignedIn, ageSec: number, offSec = 0): Promise<PingOutcome['outcome']> {
  const known = device.commands().length;
  const outcome = person.api.call(pingDevice, { ...of(), body: { id: randomUUID() } });
  await answer(known, ageSec, offSec);
  return (await outcome).outcome;
}

const pathOf = async (person: SignedIn) => unpackPath(await person.api.call(getPath, of())).lat;
const pingsOf = async (person: SignedIn) => (await person.api.call(listPings, of())).locations;

test('shows a new user no fix from before the assignment, on any page [PING-01] [GUARD-07]', async () => {
  pass(2 * MINUTE_MS);
  expect(await ping(user, 180)).toBe('no_fix');
  expect(device.commands().at(-1)!.parameters).toEqual({ priority: 'high', timeout: 10_000, maxAge: 120 });
  const { days } = await user.api.call(listHistoryDays, of());
  expect([await pingsOf(user), await pathOf(user), days]).toEqual([[], [], []]);
  expect((await user.api.call(listLastPlaces, {})).places).toEqual([]);
  expect((await user.api.call(downloadData, {}))['ping']).toMatchObject({ pings: [{ lat: null, lng: null }] });
  expect(await ping(user, 60)).toBe('located');
  const pings = await pingsOf(user);
  expect(pings).toHaveLength(1);
  const at = pings[0]!.fixAt!;
  expect((await user.api.call(listLastPlaces, {})).places).toMatchObject([{ at, source: 'ping' }]);
  const [day] = (await user.api.call(listHistoryDays, of())).days;
  const { path } = await user.api.call(getHistoryDay, { params: { serial: device.serial, day: day! } });
  expect(unpackPath(path)).toMatchObject({ lat: [12.345], at: [Date.parse(at)] });
  const { at: times } = unpackPath(await user.api.call(getPath, of()));
  expect(times).toEqual([Date.parse(at)]);
});

test('shows a grant holder no fix from before the grant, also in a ping of the user [LOCREQ-03] [T53]', async () => {
  pass(-10 * MINUTE_MS);
  device.cut();
  device = await assignedDevice(portal, installer, user);
  await grantAccess(portal, installer, user, device.serial);
  expect(await ping(installer, 60)).toBe('no_fix');
  expect(await ping(user, 60)).toBe('located');
  expect([await pingsOf(installer), await pathOf(installer)]).toEqual([[], []]);
  expect(await pathOf(user)).toEqual([12.345, 12.345]);
  expect(await ping(installer, 0)).toBe('located');
});

test('live tracking stores an answer at the time of its fix [LIVE-11] [T53]', async () => {
  await grantAccess(portal, installer, user, device.serial);
  const viewerId = randomUUID();
  const started = installer.api.call(startLive, { ...of(), body: { viewerId } });
  await device.answer(await nextCommand(0), { success: true });
  await started;
  await portal.clock.advance(11_000);
  await answer(1, 60);
  const query = { receivedSince: 0 };
  expect((await installer.api.call(listPositions, { ...of(), query })).positions).toEqual([]);
  await portal.clock.advance(11_000);
  await answer(2, 0);
  expect((await installer.api.call(listPositions, { ...of(), query })).positions).toHaveLength(1);
});

test.each([-7_200, 7_200])(
  'shows the fix of a device whose clock is off by %d s, because its age counts [PING-02]',
  async (offSec) => {
    expect(await ping(user, 0, offSec)).toBe('located');
    pass(MINUTE_MS);
    expect(await ping(user, 90, offSec)).toBe('no_fix');
  },
);

test('shows the answer of a device whose clock was never set [PING-02]', async () => {
  const sec = Math.floor(portal.clock.now().getTime() / SECOND_MS);
  expect(await ping(user, sec)).toBe('located');
});
