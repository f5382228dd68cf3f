import type { ApiError } from '@trace/contract/kernel/client';
import { EVENT_POSITION_HEADER } from '@trace/contract/kernel/stream';
import {
  endAccess,
  listAccess,
  requestAccess,
  withdrawRequest,
} from '@trace/contract/location-access/location-access.api';
import {
  getAccessRequestsFunction,
  respondAccessRequestFunction,
} from '@trace/contract/location-access/location-access.functions.api';
import { locationAccessTexts as texts } from '@trace/contract/location-access/location-access.texts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { endAssignment } from '#testing/followed-device';
import { connectByHand } from '#testing/stand-ins/hand-device';
import { age, answer, ask, grantAccess, startPortalNow } from '#testing/worlds/location-access-world';
import type { Portal, SignedIn } from '#testing/portal';
import { rawCall, refusalIn } from '#testing/raw-call';
import { openStream, type OpenStream } from '#testing/sse';
import { assignDevice, registerDevice } from '#testing/trackers';

let portal: Portal;
let installer: SignedIn;
let user: SignedIn;
let serial: string;

beforeAll(async () => {
  portal = await startPortalNow();
});
/** Each part creates its own people, since requests per person are rate limited. */
const newPeople = async (): Promise<void> => {
  [installer, user] = await Promise.all([portal.person({ role: 'installer' }), portal.person()]);
};
beforeEach(async () => {
  serial = await deviceOf(user);
});
afterAll(() => portal.stop());

async function deviceOf(person?: SignedIn): Promise<string> {
  const device = await connectByHand(portal);
  device.cut();
  await registerDevice(portal, device.serial, installer, person);
  return device.serial;
}

const refusalOf = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => {
      throw new Error('it was allowed');
    },
    (error: ApiError) => error,
  );
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: ApiError) => error.refusal!.code,
  );
const withdraw = (person: SignedIn, id: string) => person.api.call(withdrawRequest, { params: { id } });
const end = (person: SignedIn, id: string) => person.api.call(endAccess, { params: { id } });
/** Returns the entries of a person's list that concern this test's device. */
async function listOf(person: SignedIn) {
  const { addressed, sent, given, held } = await person.api.call(listAccess, {});
  const ofDevice = <Row extends { serialNumber: string }>(rows: Row[]): Row[] =>
    rows.filter((row) => row.serialNumber === serial);
  return { addressed: ofDevice(addressed), sent: ofDevice(sent), given: ofDevice(given), held: ofDevice(held) };
}

const mailsAbout = async (person: SignedIn, id: string) =>
  (await portal.app.mail.listRecent(200)).filter(
    ({ recipient, key }) => recipient === person.email && key?.endsWith(`:${id}`),
  );
/** Returns the events of a request on a stream. */
const heardOf = async (stream: OpenStream, id: string, count: number): Promise<string[]> =>
  (
    await eventually(
      () => stream.of<{ id: string; what: string }>('locationAccess.changed').filter((one) => one.id === id),
      (found) => found.length >= count,
    )
  ).map(({ what }) => what);

describe('asking', () => {
  beforeAll(newPeople);

  test.each([5, 10, 30, 60] as const)(
    'an installer requests access for %i minutes [LOCREQ-01] [T54]',
    async (minutes) => {
      const request = await installer.api.call(requestAccess, { params: { serial }, body: { minutes } });
      expect(request).toMatchObject({ serialNumber: serial, deviceName: 'Work ute', minutes, requester: null });
      expect(Date.parse(request.expiresAt) - Date.parse(request.requestedAt)).toBeGreaterThan(86_399_000);
    },
  );

  test.each([
    ['no number', 'five'],
    ['nothing', null],
    ['an empty text', ''],
    ['a time of their own', 6],
    ['a long time', 100_000],
    ['a negative time', -5],
    ['half a minute more', 5.5],
    ['an emoji', '🕔'],
    ['a list', [5]],
  ])('refuses a request for %s and names the field [LOCREQ-01]', async (_what, minutes) => {
    const path = `/api/devices/${serial}/location-access`;
    const refused = await rawCall(portal, { method: 'POST', path, person: installer, body: { minutes } });
    expect(refused.status).toBe(400);
    expect(refusalIn(refused)).toMatchObject({ code: 'invalid_input', field: 'body.minutes' });
    const forged = { minutes: 5, userId: installer.id };
    expect((await rawCall(portal, { method: 'POST', path, person: installer, body: forged })).status).toBe(400);
  });

  test('a person has a single waiting request per device, also when twenty arrive at once [LOCREQ-01]', async () => {
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(ask(installer, serial))));
    expect(codes.toSorted()).toEqual([...Array.from({ length: 19 }, () => 'conflict'), 'done']);
    expect((await refusalOf(ask(installer, serial))).refusal).toMatchObject({ message: texts.alreadyPending });
    expect((await listOf(user)).addressed).toHaveLength(1);
  });

  test('allows a new request after a denial or withdrawal but not during a grant [LOCREQ-01]', async () => {
    await answer(user, await ask(installer, serial), 'denied');
    await withdraw(installer, await ask(installer, serial));
    const id = await grantAccess(portal, installer, user, serial);
    expect((await refusalOf(ask(installer, serial))).refusal).toMatchObject({
      code: 'conflict',
      message: texts.alreadyGranted,
    });
    await end(user, id);
    await ask(installer, serial);
  });

  test('refuses a request for a device without a user [LOCREQ-01]', async () => {
    const alone = await deviceOf();
    expect((await refusalOf(ask(installer, alone))).refusal).toMatchObject({
      code: 'conflict',
      message: texts.notAssigned,
    });
  });
});

describe('answering', () => {
  beforeAll(newPeople);

  test('the stream delivers a request made between the load of a page and its stream [LOCREQ-02]', async () => {
    const page = await rawCall(portal, { path: '/api/location-access', person: user });
    const id = await ask(installer, serial, 30);
    const stream = await openStream(portal, user, page.headers.get(EVENT_POSITION_HEADER)!);
    expect(await heardOf(stream, id, 1)).toEqual(['requested']);
    expect(stream.of('hello')).toMatchObject([{ complete: true }]);
    stream.close();
  });

  test('the user sees a request at once on the stream, in the list and by email [LOCREQ-02]', async () => {
    const stream = await openStream(portal, user);
    const id = await ask(installer, serial, 30);
    expect(await heardOf(stream, id, 1)).toEqual(['requested']);
    expect(stream.of('locationAccess.changed')).toContainEqual({
      id,
      serialNumber: serial,
      what: 'requested',
      side: 'user',
    });
    stream.close();
    const { addressed, sent, given, held } = await listOf(user);
    expect({ sent, given, held }).toEqual({ sent: [], given: [], held: [] });
    expect(addressed).toMatchObject([
      { id, serialNumber: serial, minutes: 30, requester: { email: installer.email, companyName: null } },
    ]);
    expect(await mailsAbout(user, id)).toMatchObject([{ subject: 'Someone wants to see the location of Work ute' }]);
    expect((await mailsAbout(user, id))[0]!.text).toContain('30 minutes');
  });

  test('mails a user about five requests of a person in six hours, and shows every request [LOCREQ-02] [T58]', async () => {
    const [requester, pestered] = [await portal.person({ role: 'installer' }), await portal.person()];
    const device = await connectByHand(portal);
    device.cut();
    await registerDevice(portal, device.serial, requester, pestered);
    const ids: string[] = [];
    for (let count = 0; count < 7; count += 1) {
      if (count > 0) await withdraw(requester, ids.at(-1)!);
      ids.push(await ask(requester, device.serial));
    }
    const mailed = await Promise.all(ids.map(async (id) => (await mailsAbout(pestered, id)).length));
    expect(mailed).toEqual([1, 1, 1, 1, 1, 0, 0]);
    expect((await pestered.api.call(listAccess, {})).addressed.map(({ id }) => id)).toEqual([ids.at(-1)]);

    await Promise.all(ids.map((id) => age(portal, id, 6 * 3_600_000)));
    await withdraw(requester, ids.at(-1)!);
    expect(await mailsAbout(pestered, await ask(requester, device.serial))).toHaveLength(1);
  });

  test('an approval runs the requested minutes from now and notifies the requester [LOCREQ-02]', async () => {
    const stream = await openStream(portal, installer);
    const id = await ask(installer, serial, 10);
    const before = Date.now();
    const { status, endsAt } = await answer(user, id);
    expect(status).toBe('approved');
    expect(Date.parse(endsAt!) - before).toBeGreaterThan(599_000);
    expect(Date.parse(endsAt!) - Date.now()).toBeLessThanOrEqual(600_000);
    expect(await heardOf(stream, id, 2)).toEqual(['requested', 'approved']);
    stream.close();
    expect((await listOf(user)).addressed).toEqual([]);
    expect((await listOf(user)).given).toMatchObject([{ id, minutes: 10, endsAt, lastLookedAt: null }]);
    expect((await listOf(installer)).held).toMatchObject([{ id, holder: null, endsAt }]);
    expect(await mailsAbout(installer, id)).toMatchObject([{ subject: 'Access to Work ute was approved' }]);
  });

  test('a denial gives no grant and removes the request from both lists [LOCREQ-02]', async () => {
    const id = await ask(installer, serial);
    expect(await answer(user, id, 'denied')).toEqual({ status: 'denied', endsAt: null });
    const [ofUser, ofInstaller] = await Promise.all([listOf(user), listOf(installer)]);
    expect([ofUser.addressed, ofUser.given, ofInstaller.sent, ofInstaller.held]).toEqual([[], [], [], []]);
    expect(await mailsAbout(installer, id)).toMatchObject([{ subject: 'Access to Work ute was denied' }]);
  });

  test('accepts a single answer, also when approvals and denials arrive at once [LOCREQ-02] [T06]', async () => {
    const id = await ask(installer, serial);
    const answers = Array.from({ length: 20 }, (_, nth) => codeOf(answer(user, id, nth % 2 ? 'approved' : 'denied')));
    expect((await Promise.all(answers)).toSorted()).toEqual([...Array.from({ length: 19 }, () => 'conflict'), 'done']);
    expect(await mailsAbout(installer, id)).toHaveLength(1);
  });

  test('refuses an answer from the requester, a stranger and the previous user [LOCREQ-02] [T06]', async () => {
    const id = await ask(installer, serial);
    const other = await portal.person();
    expect(await codeOf(answer(installer, id))).toBe('not_found');
    expect(await codeOf(answer(other, id))).toBe('not_found');
    await endAssignment(portal, serial);
    expect(await codeOf(answer(user, id))).toBe('not_found');
    expect((await listOf(user)).addressed).toEqual([]);
  });

  test('refuses an answer under another assignment, even of the same user [LOCREQ-02]', async () => {
    const id = await ask(installer, serial);
    await endAssignment(portal, serial);
    await sql`delete from device_taken where serial = lower(${serial})`.execute(portal.test.database.sql);
    await portal.clock.advance(1_000);
    await assignDevice(portal, serial, installer, user);
    expect(await codeOf(answer(user, id))).toBe('not_found');
  });

  test('a request lapses after 24 hours, refuses answers and can be made again [LOCREQ-02]', async () => {
    const id = await ask(installer, serial);
    await age(portal, id, 86_400_000);
    expect((await listOf(user)).addressed).toEqual([]);
    expect(await codeOf(answer(user, id))).toBe('gone');
    expect(await codeOf(withdraw(installer, id))).toBe('gone');
    await ask(installer, serial);
    expect(await codeOf(answer(user, id))).toBe('gone');
  });

  test('notifies both sides when a request lapses [LOCREQ-02]', async () => {
    const streams = await Promise.all([openStream(portal, user), openStream(portal, installer)]);
    const id = await ask(installer, serial);
    await age(portal, id, 86_400_000);
    await portal.clock.advance(61_000);
    for (const stream of streams) {
      expect(await heardOf(stream, id, 2)).toEqual(['requested', 'lapsed']);
      stream.close();
    }
  });

  test('refuses an answer after the requester withdraws the request [LOCREQ-02]', async () => {
    const id = await ask(installer, serial);
    expect(await codeOf(withdraw(user, id))).toBe('not_found');
    await withdraw(installer, id);
    expect(await codeOf(withdraw(installer, id))).toBe('conflict');
    expect(await codeOf(answer(user, id))).toBe('conflict');
  });
});

describe('the functions', () => {
  beforeAll(newPeople);

  const requests = (person: SignedIn, body: { userEmail?: string } = {}) =>
    person.api.call(getAccessRequestsFunction, { body });

  test('get-location-access-requests returns the waiting requests of the signed-in user [FN-01]', async () => {
    const id = await ask(installer, serial, 60);
    const of = (list: { requests: { id: string }[] }) => list.requests.filter((request) => request.id === id);
    const [request] = of(await requests(user, { userEmail: ` ${user.email.toUpperCase()} ` }));
    expect(request).toMatchObject({
      id,
      device_serial: serial,
      installer_email: installer.email,
      duration_minutes: 60,
      status: 'pending',
    });
    expect(of(await requests(user))).toEqual([request]);
    expect((await requests(installer)).requests).toEqual([]);
  });

  test('refuses the email address of another person [FN-01] [T06]', async () => {
    const id = await ask(installer, serial);
    const refused = await refusalOf(requests(installer, { userEmail: user.email }));
    expect(refused.refusal).toMatchObject({ code: 'forbidden', field: 'body.userEmail' });
    const forged = { requestId: id, status: 'approved' as const, userEmail: user.email };
    expect(await codeOf(installer.api.call(respondAccessRequestFunction, { body: forged }))).toBe('forbidden');
    expect((await listOf(installer)).held).toEqual([]);
  });

  test('respond-location-access-request accepts a single answer [FN-01]', async () => {
    const id = await ask(installer, serial);
    const body = { requestId: id, status: 'approved' as const, userEmail: user.email };
    expect(await user.api.call(respondAccessRequestFunction, { body })).toMatchObject({
      success: true,
      status: 'approved',
    });
    expect(await codeOf(user.api.call(respondAccessRequestFunction, { body }))).toBe('conflict');
  });

  test.each([
    ['an empty id', { requestId: '', status: 'approved' }, 'body.requestId'],
    ['an id in the wrong form', { requestId: 'javascript:alert(1)', status: 'approved' }, 'body.requestId'],
    ['another status', { requestId: '00000000-0000-4000-8000-000000000000', status: 'pending' }, 'body.status'],
    ['no status', { requestId: '00000000-0000-4000-8000-000000000000' }, 'body.status'],
  ])('respond-location-access-request refuses %s [FN-01]', async (_what, body, field) => {
    const path = '/functions/v1/respond-location-access-request';
    const refused = await rawCall(portal, { method: 'POST', path, person: user, body });
    expect(refused.status).toBe(400);
    expect(refusalIn(refused).field).toBe(field);
  });
});
