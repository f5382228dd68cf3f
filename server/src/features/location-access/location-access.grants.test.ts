import { randomUUID } from 'node:crypto';
import type { ApiError } from '@trace/contract/kernel/client';
import { endAccess, listAccess } from '@trace/contract/location-access/location-access.api';
import { listPings, pingDevice } from '@trace/contract/ping/ping.api';
import { getPath, listPositions, renewLive, startLive } from '@trace/contract/tracking/tracking.api';
import { unpackPath } from '@trace/contract/tracking/tracking.path.rules';
import type { Position } from '@trace/contract/tracking/tracking.schema';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { assignedDevice, endAssignment } from '#testing/followed-device';
import type { HandDevice } from '#testing/stand-ins/hand-device';
import { age, grantAccess, keepTime, startPortalNow } from '#testing/worlds/location-access-world';
import { signInAs, type Portal, type SignedIn } from '#testing/portal';
import { openStream, type OpenStream } from '#testing/sse';
import { addMember, makeCompany } from '#testing/worlds/company-world';
import { removeMember } from '@trace/contract/companies/companies.api';
import { assignDevice } from '#testing/trackers';

const MINUTE_MS = 60_000;

let portal: Portal;
let installer: SignedIn;
let user: SignedIn;
let device: HandDevice;
let serial: string;
const streams: OpenStream[] = [];

beforeAll(async () => {
  portal = await startPortalNow();
  [installer, user] = await Promise.all([portal.person({ role: 'installer' }), portal.person({ premium: true })]);
});
beforeEach(async () => {
  keepTime(portal);
  device = await assignedDevice(portal, installer, user);
  serial = device.serial;
});
afterEach(() => {
  device.cut();
  for (const stream of streams.splice(0)) stream.close();
});
afterAll(() => portal.stop());

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: ApiError) => error.refusal!.code,
  );
const history = (person: SignedIn) => person.api.call(listPings, { params: { serial } });
const path = async (person: SignedIn) => unpackPath(await person.api.call(getPath, { params: { serial } }));
const since = (person: SignedIn) =>
  person.api.call(listPositions, { params: { serial }, query: { receivedSince: Date.now() - 3_600_000 } });
const end = (person: SignedIn, id: string) => person.api.call(endAccess, { params: { id } });
const commands = (name: string) => device.commands().filter(({ command }) => command === name);

/** Pings, and has the device answer. */
async function ping(person: SignedIn, id: string = randomUUID()) {
  const asked = commands('getLocation').length;
  const outcome = person.api.call(pingDevice, { params: { serial }, body: { id } });
  outcome.catch(() => {});
  const all = await eventually(
    () => commands('getLocation'),
    (found) => found.length > asked,
  );
  keepTime(portal);
  await device.answer(all.at(-1)!, { success: true, location: { latitude: -33.8, longitude: 151.2 } });
  return outcome;
}

let count = 0;
/** The device reports where it is now. */
async function report(): Promise<void> {
  keepTime(portal);
  await device.say('location', { lat: 1 + (count += 1) / 1_000, lng: 10 });
}

/** Follows the device with an open stream. */
async function follow(person: SignedIn): Promise<{ stream: OpenStream; viewerId: string }> {
  const stream = await openStream(portal, person);
  streams.push(stream);
  const viewerId = randomUUID();
  const asked = commands('enableLiveGps').length;
  const outcome = person.api.call(startLive, { params: { serial }, body: { viewerId } });
  const all = await eventually(
    () => commands('enableLiveGps'),
    (found) => found.length > asked,
  );
  await device.answer(all.at(-1)!, { success: true });
  await outcome;
  await portal.clock.advance(600);
  return { stream, viewerId };
}

const seen = (stream: OpenStream): Position[] =>
  stream.of<Position>('position').filter((one) => one.serialNumber === serial);

/** Everything by which somebody without a right could learn where the device is. */
const allWays = (person: SignedIn, viewerId: string = randomUUID()): Promise<string[]> =>
  Promise.all([
    codeOf(person.api.call(pingDevice, { params: { serial }, body: { id: randomUUID() } })),
    codeOf(history(person)),
    codeOf(path(person)),
    codeOf(since(person)),
    codeOf(person.api.call(startLive, { params: { serial }, body: { viewerId } })),
    codeOf(person.api.call(renewLive, { params: { serial, viewerId } })),
  ]);
const none = Array.from({ length: 6 }, () => 'grant_required');

/** An open stream that follows, and a grant; what `lose` does ends it, and nothing comes behind it. */
async function losesBy(requester: SignedIn, lose: (id: string) => Promise<unknown>): Promise<string> {
  const id = await grantAccess(portal, requester, user, serial);
  const { stream, viewerId } = await follow(requester);
  await report();
  await eventually(
    () => seen(stream),
    (positions) => positions.length === 1,
  );
  await lose(id);
  await report();
  await portal.clock.advance(1_000);
  await report();
  const [heard] = await eventually(
    () =>
      stream
        .of<{ id: string; what: string }>('locationAccess.changed')
        .filter((one) => one.id === id && one.what !== 'requested' && one.what !== 'approved'),
    (found) => found.length > 0,
  );
  expect(seen(stream)).toHaveLength(1);
  expect(await allWays(requester, viewerId)).not.toContain('done');
  return heard!.what;
}

describe('what a grant gives', () => {
  test('LOCREQ-03 without a grant an installer of an assigned device gets nothing, on no way', async () => {
    await report();
    await ping(user);
    expect(await allWays(installer)).toEqual(none);
  });

  test('LOCREQ-03 IDEV-03 a grant gives a ping, asked for as an installer does', async () => {
    await grantAccess(portal, installer, user, serial);
    expect(await ping(installer)).toMatchObject({ outcome: 'located', location: { lat: -33.8, lng: 151.2 } });
    expect(commands('getLocation').map(({ parameters }) => parameters)).toEqual([
      { priority: 'high', timeout: 10_000, reason: 'manual_ping' },
    ]);
  });

  test('LOCREQ-03 a grant shows what was found in its time: history, path and live, and nothing from before', async () => {
    await report();
    await ping(user);
    await grantAccess(portal, installer, user, serial);
    expect((await history(installer)).locations).toEqual([]);
    expect((await path(installer)).at).toEqual([]);
    expect((await since(installer)).positions).toEqual([]);
    const { stream } = await follow(installer);
    await report();
    await ping(user);
    await eventually(
      () => seen(stream),
      (positions) => positions.length > 0,
    );
    keepTime(portal);
    expect((await history(installer)).locations).toHaveLength(1);
    expect((await path(installer)).at).toHaveLength(2);
    expect((await since(installer)).positions).toHaveLength(1);
    expect((await history(user)).locations).toHaveLength(2);
  });

  test('LOCREQ-03 what was found under one grant is not seen under the next', async () => {
    const id = await grantAccess(portal, installer, user, serial);
    const pingId = randomUUID();
    await ping(installer, pingId);
    await end(user, id);
    await grantAccess(portal, installer, user, serial);
    expect((await history(installer)).locations).toEqual([]);
    const again = installer.api.call(pingDevice, { params: { serial }, body: { id: pingId } });
    expect(await codeOf(again)).toBe('grant_required');
  });

  test('LOCREQ-03 the lease of a view ends with the grant at the latest', async () => {
    const id = await grantAccess(portal, installer, user, serial);
    await age(portal, id, 5 * MINUTE_MS - 30_000);
    await follow(installer);
    const { rows } = await sql<{ isWithin: boolean }>`
      select l.expires_at <= a.ends_at as is_within from live_lease l join location_access a using (device_id)
      where a.id = ${id}`.execute(portal.test.database.sql);
    expect(rows).toEqual([{ isWithin: true }]);
  });

  test('LOCREQ-03 an installer pings a device sixty times an hour, under a grant too', async () => {
    await grantAccess(portal, installer, user, serial);
    await sql`
      insert into ping (id, account_id, device_id, serial, device_name, outcome, created_at, ends_at)
      select gen_random_uuid(), ${installer.id}, id, serial, 'x', 'no_fix', ${portal.clock.now()}, ${portal.clock.now()}
      from device, generate_series(1, 60) where serial = ${serial}`.execute(portal.test.database.sql);
    expect(await codeOf(installer.api.call(pingDevice, { params: { serial }, body: { id: randomUUID() } }))).toBe(
      'too_many_requests',
    );
  });

  test('LOCREQ-03 a grant is for one person: a colleague gets nothing by it', async () => {
    const [owner, colleague] = await Promise.all([
      portal.person({ role: 'installer' }),
      portal.person({ role: 'installer' }),
    ]);
    const company = await makeCompany(portal, owner);
    await addMember(owner, company.id, colleague);
    device.cut();
    device = await assignedDevice(portal, owner, user);
    serial = device.serial;
    await grantAccess(portal, colleague, user, serial);
    expect(await ping(colleague)).toMatchObject({ outcome: 'located' });
    expect(await allWays(owner)).toEqual(none);
  });
});

describe('how a grant ends', () => {
  test('LOCREQ-03 I-08 its minutes are over: no further position, also on an open stream, which hears of it', async () => {
    expect(await losesBy(installer, (id) => age(portal, id, 5 * MINUTE_MS))).toBe('expired');
  });

  test('LOCREQ-03 the user ends it early', async () => {
    expect(await losesBy(installer, (id) => end(user, id))).toBe('ended');
  });

  test('LOCREQ-03 its holder gives it up', async () => {
    expect(await losesBy(installer, (id) => end(installer, id))).toBe('given_up');
  });

  test('LOCREQ-03 the assignment ends, and comes back to the same user: the grant does not', async () => {
    const heard = await losesBy(installer, async () => {
      await endAssignment(portal, serial);
      await sql`delete from device_taken where serial = lower(${serial})`.execute(portal.test.database.sql);
      await portal.clock.advance(5);
      await assignDevice(portal, serial, installer, user);
    });
    expect(heard).toBe('ground_lost');
  });

  test('LOCREQ-03 the holder leaves the company of the device', async () => {
    const [owner, employee] = await Promise.all([
      portal.person({ role: 'installer' }),
      portal.person({ role: 'installer' }),
    ]);
    const company = await makeCompany(portal, owner);
    const memberId = await addMember(owner, company.id, employee);
    device.cut();
    device = await assignedDevice(portal, owner, user);
    serial = device.serial;
    const heard = await losesBy(employee, () => owner.api.call(removeMember, { params: { id: company.id, memberId } }));
    expect(heard).toBe('ground_lost');
  });

  test('LOCREQ-03 an ended grant cannot be ended again, and a stranger ends none', async () => {
    const id = await grantAccess(portal, installer, user, serial);
    const stranger = await portal.person();
    expect(await codeOf(end(stranger, id))).toBe('not_found');
    const codes = await Promise.all([user, installer, user, installer].map((person) => codeOf(end(person, id))));
    expect(codes.toSorted()).toEqual(['conflict', 'conflict', 'conflict', 'done']);
  });

  test('LOCREQ-03 I-08 the server slept over the end: the first position behind it reaches nobody', async () => {
    const id = await grantAccess(portal, installer, user, serial);
    const { stream } = await follow(installer);
    const own = await openStream(portal, user);
    streams.push(own);
    await portal.clock.advance(600);
    // Nothing of the server has run since it was decided last that this person follows: its timers stand still.
    await age(portal, id, 5 * MINUTE_MS);
    await report();
    await eventually(
      () => seen(own),
      (positions) => positions.length === 1,
    );
    await portal.clock.advance(1_000);
    await report();
    await eventually(
      () => seen(own),
      (positions) => positions.length === 2,
    );
    expect(seen(stream)).toEqual([]);
  });

  test('LOCREQ-03 a grant ends while the device is asked: its answer is not handed over', async () => {
    const id = await grantAccess(portal, installer, user, serial);
    const stream = await openStream(portal, installer);
    streams.push(stream);
    const outcome = codeOf(installer.api.call(pingDevice, { params: { serial }, body: { id: randomUUID() } }));
    const [command] = await eventually(
      () => commands('getLocation'),
      (found) => found.length === 1,
    );
    await end(user, id);
    await device.answer(command!, { success: true, location: { latitude: -33.8, longitude: 151.2 } });
    expect(await outcome).toBe('grant_required');
    await stream.until('locationAccess.changed');
    expect(stream.of('ping.finished')).toEqual([]);
  });
});

/** A clock that jumps ends sessions: it is looked at last, and who looks signs in again. */
describe("the server's own clock is wrong", () => {
  test.each([
    ['back', -2 * 86_400_000],
    ['ahead', 2 * 86_400_000],
  ])('LOCREQ-03 I-25 by two days %s: a grant lasts neither longer nor shorter', async (_way, ms) => {
    keepTime(portal);
    const [asks, allows] = await Promise.all([signInAs(portal.url, installer.email), signInAs(portal.url, user.email)]);
    const id = await grantAccess(portal, { ...installer, ...asks }, { ...user, ...allows }, serial);
    portal.clock.set(new Date(Date.now() + ms));
    const viewer = { ...installer, ...(await signInAs(portal.url, installer.email)) };
    expect((await viewer.api.call(listAccess, {})).held.some((grant) => grant.id === id)).toBe(true);
    expect(await codeOf(history(viewer))).toBe('done');
    await age(portal, id, 5 * MINUTE_MS);
    expect(await allWays(viewer)).toEqual(none);
    await portal.clock.advance(1_000);
    expect(await allWays(viewer)).toEqual(none);
  });
});
