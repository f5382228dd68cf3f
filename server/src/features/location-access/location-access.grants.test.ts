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
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { assignDevice } from '#testing/trackers';

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
/** Makes the device report a new position. */
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

/** Calls every endpoint that could reveal the device's position to an unauthorised person, and returns the outcomes. */
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

/**
 * Follows the device on an open stream under a grant, and lets `lose` end the grant. Expects no further position, and
 * returns the published reason.
 */
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

describe('rights under a grant', () => {
  test('an installer of an assigned device gets no position over any route without a grant [LOCREQ-03]', async () => {
    await report();
    await ping(user);
    expect(await allWays(installer)).toEqual(none);
  });

  test('a grant allows a ping with the parameters of an installer ping [LOCREQ-03] [IDEV-03]', async () => {
    await grantAccess(portal, installer, user, serial);
    expect(await ping(installer)).toMatchObject({ outcome: 'located', location: { lat: -33.8, lng: 151.2 } });
    expect(commands('getLocation').map(({ parameters }) => parameters)).toEqual([
      { priority: 'high', timeout: 10_000, reason: 'manual_ping' },
    ]);
  });

  test('a grant shows history, path and live positions of the granted time and no earlier position [LOCREQ-03] [T53]', async () => {
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

  test('positions found under an earlier grant stay hidden under the next grant [LOCREQ-03]', async () => {
    const id = await grantAccess(portal, installer, user, serial);
    const pingId = randomUUID();
    await ping(installer, pingId);
    await end(user, id);
    await grantAccess(portal, installer, user, serial);
    expect((await history(installer)).locations).toEqual([]);
    const again = installer.api.call(pingDevice, { params: { serial }, body: { id: pingId } });
    expect(await codeOf(again)).toBe('grant_required');
  });

  test('the lease of a viewer ends no later than the grant [LOCREQ-03]', async () => {
    const id = await grantAccess(portal, installer, user, serial);
    await age(portal, id, 5 * MINUTE_MS - 30_000);
    await follow(installer);
    const { rows } = await sql<{ isWithin: boolean }>`
      select l.expires_at <= a.ends_at as is_within from live_lease l join location_access a using (device_id)
      where a.id = ${id}`.execute(portal.test.database.sql);
    expect(rows).toEqual([{ isWithin: true }]);
  });

  test('limits an installer to sixty pings an hour per device, also under a grant [LOCREQ-03]', async () => {
    await grantAccess(portal, installer, user, serial);
    await sql`
      insert into ping (id, account_id, device_id, serial, device_name, outcome, created_at, ends_at)
      select gen_random_uuid(), ${installer.id}, id, serial, 'x', 'no_fix', ${portal.clock.now()}, ${portal.clock.now()}
      from device, generate_series(1, 60) where serial = ${serial}`.execute(portal.test.database.sql);
    expect(await codeOf(installer.api.call(pingDevice, { params: { serial }, body: { id: randomUUID() } }))).toBe(
      'too_many_requests',
    );
  });

  test('a grant covers a single person and gives a colleague no access [LOCREQ-03]', async () => {
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
  test('an expired grant stops positions, also on an open stream, and publishes the expiry there [LOCREQ-03] [I-08] [T52]', async () => {
    expect(await losesBy(installer, (id) => age(portal, id, 5 * MINUTE_MS))).toBe('expired');
  });

  test('a grant that the user ends early stops positions [LOCREQ-03]', async () => {
    expect(await losesBy(installer, (id) => end(user, id))).toBe('ended');
  });

  test('a grant that the holder gives up stops positions [LOCREQ-03]', async () => {
    expect(await losesBy(installer, (id) => end(installer, id))).toBe('given_up');
  });

  test('a grant ends with the assignment and stays ended when the same user is assigned again [LOCREQ-03]', async () => {
    const heard = await losesBy(installer, async () => {
      await endAssignment(portal, serial);
      await sql`delete from device_taken where serial = lower(${serial})`.execute(portal.test.database.sql);
      await portal.clock.advance(5);
      await assignDevice(portal, serial, installer, user);
    });
    expect(heard).toBe('ground_lost');
  });

  test('a grant ends when the holder leaves the company of the device [LOCREQ-03]', async () => {
    const [owner, employee] = await Promise.all([
      portal.person({ role: 'installer' }),
      portal.person({ role: 'installer' }),
    ]);
    const company = await makeCompany(portal, owner);
    const memberId = await addMember(owner, company.id, employee);
    device.cut();
    device = await assignedDevice(portal, owner, user);
    serial = device.serial;
    const heard = await losesBy(employee, () =>
      owner.api.call(removeMember, { params: { id: company.id, memberId }, query: {} }),
    );
    expect(heard).toBe('ground_lost');
  });

  test('refuses to end an ended grant again, and refuses a stranger [LOCREQ-03]', async () => {
    const id = await grantAccess(portal, installer, user, serial);
    const stranger = await portal.person();
    expect(await codeOf(end(stranger, id))).toBe('not_found');
    const codes = await Promise.all([user, installer, user, installer].map((person) => codeOf(end(person, id))));
    expect(codes.toSorted()).toEqual(['conflict', 'conflict', 'conflict', 'done']);
  });

  test('withholds the first position after the end of a grant when the server slept over the end [LOCREQ-03] [I-08]', async () => {
    const id = await grantAccess(portal, installer, user, serial);
    const { stream } = await follow(installer);
    const own = await openStream(portal, user);
    streams.push(own);
    await portal.clock.advance(600);
    // No server code has run since the last decision that this person may follow, because the timers stand still.
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

  test('withholds the answer to a ping when the grant ends before the device answers [LOCREQ-03]', async () => {
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

/** A clock that jumps ends sessions, so this test runs last and its viewers sign in again. */
describe("the server's own clock is wrong", () => {
  test.each([
    ['back', -2 * 86_400_000],
    ['ahead', 2 * 86_400_000],
  ])('a grant keeps the exact duration when the clock jumps by two days %s [LOCREQ-03] [I-25]', async (_way, ms) => {
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
