import { randomUUID } from 'node:crypto';
import { deleteAccount, downloadData } from '@trace/contract/accounts/accounts.api';
import type { AnyEndpoint } from '@trace/contract/kernel/endpoint';
import { listAccess } from '@trace/contract/location-access/location-access.api';
import { listLooks } from '@trace/contract/location-access/location-access.looks.api';
import { locationAccessTexts as texts } from '@trace/contract/location-access/location-access.texts';
import { listPings, pingDevice } from '@trace/contract/ping/ping.api';
import { getPath, listPositions, startLive } from '@trace/contract/tracking/tracking.api';
import { unpackPath } from '@trace/contract/tracking/tracking.path.rules';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contractEndpoints } from '#testing/contract-endpoints';
import { eventually } from '#testing/eventually';
import { assignedDevice, endAssignment } from '#testing/followed-device';
import type { HandDevice } from '#testing/stand-ins/hand-device';
import { age, ask, grantAccess, keepTime, ledgerOf, startPortalNow } from '#testing/worlds/location-access-world';
import type { Portal, SignedIn } from '#testing/portal';
import { rawCall } from '#testing/raw-call';
import { openStream, type OpenStream } from '#testing/sse';

/** Where the device is in this test: a latitude that stands nowhere else. */
const CANARY = 12.345;
const canary = /12\.345\d*/g;

let portal: Portal;
let installer: SignedIn;
let user: SignedIn;
let device: HandDevice;
let serial: string;
const streams: OpenStream[] = [];

beforeAll(async () => {
  portal = await startPortalNow();
});
beforeEach(async () => {
  keepTime(portal);
  [installer, user] = await Promise.all([portal.person({ role: 'installer' }), portal.person({ premium: true })]);
  device = await assignedDevice(portal, installer, user);
  serial = device.serial;
});
afterEach(() => {
  device.cut();
  for (const stream of streams.splice(0)) stream.close();
});
afterAll(() => portal.stop());

let count = 0;
async function report(): Promise<void> {
  keepTime(portal);
  await device.say('location', { lat: CANARY + (count += 1) / 1e6, lng: 10 });
}

async function ping(person: SignedIn, id: string = randomUUID()): Promise<string> {
  const asked = device.commands().length;
  const outcome = person.api.call(pingDevice, { params: { serial }, body: { id } });
  const all = await eventually(
    () => device.commands(),
    (found) => found.length > asked,
  );
  keepTime(portal);
  await device.answer(all.at(-1)!, { success: true, location: { latitude: CANARY, longitude: 10 } });
  expect((await outcome).outcome).toBe('located');
  return id;
}

async function follow(person: SignedIn): Promise<OpenStream> {
  const stream = await openStream(portal, person);
  streams.push(stream);
  const asked = device.commands().length;
  const outcome = person.api.call(startLive, { params: { serial }, body: { viewerId: randomUUID() } });
  const all = await eventually(
    () => device.commands(),
    (found) => found.length > asked,
  );
  await device.answer(all.at(-1)!, { success: true });
  await outcome;
  await portal.clock.advance(600);
  return stream;
}

/** Counts this test's positions in an answer. */
const positionsIn = (answer: unknown): number => (JSON.stringify(answer).match(canary) ?? []).length;
const since = (person: SignedIn) =>
  person.api.call(listPositions, { params: { serial }, query: { receivedSince: Date.now() - 3_600_000 } });

/** Calls every GET endpoint except `besides` and returns all answers as text. */
async function readEverything(person: SignedIn, besides: readonly AnyEndpoint[]): Promise<string> {
  const others = (await contractEndpoints()).filter(
    (endpoint) => endpoint.method === 'GET' && !besides.some(({ name }) => name === endpoint.name),
  );
  expect(others.length).toBeGreaterThan(10);
  let all = '';
  for (const endpoint of others) {
    const path = endpoint.path.replace('{serial}', serial).replace(/\{\w+\}/g, randomUUID());
    all += (await rawCall(portal, { path, person })).text;
  }
  return all;
}

test('the access log equals the positions that a canary client reads over every route and stream [LOCREQ-04]', async () => {
  const id = await grantAccess(portal, installer, user, serial, 30);
  const read = { ping: 0, history: 0, path: 0, live: 0 };
  const stream = await follow(installer);
  await report();
  await report();
  await eventually(
    () => stream.of('position').length,
    (pushed) => pushed === 2,
  );
  const pingId = await ping(installer);
  read.ping += 1;
  read.ping += positionsIn(await stream.until('ping.finished'));
  read.ping += positionsIn(await installer.api.call(pingDevice, { params: { serial }, body: { id: pingId } }));
  for (let nth = 0; nth < 2; nth += 1) {
    read.history += positionsIn(await installer.api.call(listPings, { params: { serial } }));
    read.live += positionsIn(await since(installer));
  }
  read.path += unpackPath(await installer.api.call(getPath, { params: { serial } })).lat.filter(
    (lat) => Math.abs(lat - CANARY) < 0.001,
  ).length;
  read.live += positionsIn(stream.of('position'));
  expect(read).toEqual({ ping: 3, history: 2, path: 3, live: 6 });

  const named = [listPings, listPositions, getPath, downloadData];
  const others = await readEverything(installer, named);
  expect(positionsIn(others)).toBe(0);
  expect(positionsIn(await installer.api.call(downloadData, {}))).toBe(0);
  expect(positionsIn(await portal.app.mail.listRecent(200))).toBe(0);

  const looks = await ledgerOf(user);
  const written = { ping: 0, history: 0, path: 0, live: 0 } as Record<string, number>;
  for (const look of looks) written[look.what]! += look.positions;
  expect(written).toEqual(read);
  expect(looks.map(({ what }) => what).toSorted()).toEqual(['history', 'history', 'live', 'path', 'ping']);
  for (const look of looks)
    expect(look).toMatchObject({
      viewer: { companyName: null },
      serialNumber: serial,
      deviceName: 'Work ute',
      right: 'grant',
      grant: { minutes: 30 },
    });
  const { given } = await user.api.call(listAccess, {});
  expect(given).toMatchObject([
    {
      id,
      lastLookedAt: looks
        .map(({ toAt }) => toAt)
        .toSorted()
        .at(-1),
    },
  ]);
});

describe('access log entries', () => {
  test('refused reads, empty answers and reads by the user write no access log entry [LOCREQ-04]', async () => {
    await report();
    await ping(user);
    await user.api.call(listPings, { params: { serial } });
    await user.api.call(getPath, { params: { serial } });
    await expect(installer.api.call(listPings, { params: { serial } })).rejects.toThrow(texts.grantRequired);
    await grantAccess(portal, installer, user, serial);
    await installer.api.call(listPings, { params: { serial } });
    await installer.api.call(getPath, { params: { serial } });
    expect(await ledgerOf(user)).toEqual([]);
  });

  test('live positions form a single row per viewing, with the first and the last time [LOCREQ-04]', async () => {
    await grantAccess(portal, installer, user, serial);
    const stream = await follow(installer);
    for (let nth = 1; nth <= 5; nth += 1) {
      await report();
      await eventually(
        () => stream.of('position').length,
        (pushed) => pushed >= nth,
      );
    }
    const looks = await ledgerOf(user);
    expect(looks).toMatchObject([{ what: 'live', positions: 5 }]);
    expect(Date.parse(looks[0]!.toAt)).toBeGreaterThan(Date.parse(looks[0]!.fromAt));
  });

  test('polling logs each position once, however far back each poll reaches [LOCREQ-04]', async () => {
    await grantAccess(portal, installer, user, serial);
    await follow(installer);
    const read = new Set<string>();
    for (let nth = 0; nth < 4; nth += 1) {
      await report();
      const query = { receivedSince: Date.now() - 3_600_000, ...(read.size > 0 && { known: [...read].join() }) };
      const { positions } = await installer.api.call(listPositions, { params: { serial }, query });
      expect(positions).toHaveLength(1);
      read.add(positions[0]!.id);
    }
    const again = await installer.api.call(listPositions, {
      params: { serial },
      query: { receivedSince: Date.now() - 3_600_000, known: [...read].join() },
    });
    expect(again).toMatchObject({ positions: [], complete: true });
    expect((await ledgerOf(user)).map(({ what, positions }) => [what, positions])).toEqual([['live', 8]]);
  });

  test('notifies only the user, at once and once per viewing, when a viewing begins [LOCREQ-04]', async () => {
    await grantAccess(portal, installer, user, serial);
    const own = await openStream(portal, user);
    streams.push(own);
    const looks = (stream: OpenStream) =>
      stream.of('locationAccess.changed').filter((data) => (data as { what: string }).what === 'looked');
    const stream = await follow(installer);
    for (let nth = 1; nth <= 3; nth += 1) {
      await report();
      await eventually(
        () => stream.of('position').length,
        (pushed) => pushed >= nth,
      );
    }
    await eventually(
      () => looks(own),
      ({ length }) => length === 1,
    );
    await installer.api.call(getPath, { params: { serial } });
    await eventually(
      () => looks(own),
      ({ length }) => length === 2,
    );
    expect(looks(own)).toEqual(Array(2).fill(expect.objectContaining({ serialNumber: serial, side: 'user' })));
    expect(looks(stream)).toEqual([]);
  });

  test('views of a device without a user appear in no access log [LOCREQ-04]', async () => {
    device.cut();
    device = await assignedDevice(portal, installer, undefined);
    serial = device.serial;
    await ping(installer);
    await installer.api.call(getPath, { params: { serial } });
    const { rows } = await sql<{ what: string; userId: string | null }>`
      select what, user_id from location_look where viewer_id = ${installer.id} order by id`.execute(
      portal.test.database.sql,
    );
    expect(rows).toEqual([
      { what: 'ping', userId: null },
      { what: 'path', userId: null },
    ]);
    expect(await ledgerOf(user)).toEqual([]);
  });

  test('only the user can read the access log, also after the assignment ends [LOCREQ-04]', async () => {
    await grantAccess(portal, installer, user, serial);
    await ping(installer);
    await endAssignment(portal, serial);
    expect(await ledgerOf(user)).toHaveLength(1);
    expect(await ledgerOf(installer)).toEqual([]);
    const filtered = (serialNumber: string) => user.api.call(listLooks, { query: { serialNumber, limit: 50 } });
    expect((await filtered(serial)).looks).toHaveLength(1);
    expect((await filtered('Trace_other')).looks).toEqual([]);
  });

  test('an ended grant writes no access log entry and delivers no position [LOCREQ-04]', async () => {
    const id = await grantAccess(portal, installer, user, serial);
    await follow(installer);
    await age(portal, id, 300_000);
    await report();
    await portal.clock.advance(1_000);
    expect(await ledgerOf(user)).toEqual([]);
  });
});

describe('download and deletion of an account', () => {
  const leave = (person: SignedIn) => person.api.call(deleteAccount, { body: { confirmation: 'delete my account' } });
  const download = (person: SignedIn) => person.api.call(downloadData, {});

  test('a download holds requests, grants and views, and no position of another person [SET-03]', async () => {
    await grantAccess(portal, installer, user, serial);
    await ping(installer);
    expect((await download(user))['location-access']).toMatchObject({ requests: [{ side: 'user' }], looks: [] });
    const ofInstaller = await download(installer);
    expect(ofInstaller['location-access']).toMatchObject({
      requests: [{ side: 'requester' }],
      seen: [],
      looks: [{ what: 'ping' }],
    });
    expect(positionsIn(ofInstaller)).toBe(0);
  });

  test('a download says who viewed the location of which device, as the portal does [SET-05] [LOCREQ-04]', async () => {
    await grantAccess(portal, installer, user, serial);
    await ping(installer);
    expect((await download(user))['location-access']).toMatchObject({ seen: await ledgerOf(user) });
  });

  test('deleting the account of a holder ends the grant and anonymises the access log [LOCREQ-03] [LOCREQ-04]', async () => {
    await grantAccess(portal, installer, user, serial);
    await ping(installer);
    await leave(installer);
    expect((await user.api.call(listAccess, {})).given).toEqual([]);
    expect(await ledgerOf(user)).toMatchObject([{ viewer: { name: texts.formerPerson, companyName: null } }]);
  });

  test('deleting the account of a user ends grants and requests and deletes the access log [SET-03]', async () => {
    await grantAccess(portal, installer, user, serial);
    await ping(installer);
    const other = await assignedDevice(portal, installer, user);
    await ask(installer, other.serial);
    other.cut();
    await leave(user);
    const mine = await installer.api.call(listAccess, {});
    expect([mine.held, mine.sent]).toEqual([[], []]);
    const { rows } = await sql`
      select id::text from location_access where user_id = ${user.id}
      union all select id::text from location_look where user_id = ${user.id}`.execute(portal.test.database.sql);
    expect(rows).toEqual([]);
  });
});
