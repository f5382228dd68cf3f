import { endAssignment as giveBack } from '@trace/contract/devices/assignment/devices.taken.api';
import { listSetAside, readHubQueue, sqsPanicListenerFunction } from '@trace/contract/hub-queue/hub-queue.api';
import type { RoundResult } from '@trace/contract/hub-queue/hub-queue.schema';
import { hubQueueTexts as texts } from '@trace/contract/hub-queue/hub-queue.texts';
import { listIncidents } from '@trace/contract/panic/panic.api';
import { readOperations } from '@trace/contract/operations/operations.api';
import { listStaffIncidents } from '@trace/contract/panic/staff/panic.staff.api';
import type { Incident } from '@trace/contract/panic/panic.schema';
import { STAND_IN_KEY_ID } from '@trace/stand-ins/hub-queue/stand-in';
import { enveloped, panicEvent } from '@trace/stand-ins/hub-queue/stand-in.events';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { endAssignment } from '#testing/followed-device';
import { signInAs, type Portal, type SignedIn } from '#testing/portal';
import { rawCall, refusalIn } from '#testing/raw-call';
import { assignDevice, newSerial, registerDevice } from '#testing/trackers';
import { startHubQueueWorld, type HubQueueWorld } from '#testing/worlds/hub-queue-world';

let world: HubQueueWorld;
let portal: Portal;
let installer: SignedIn;
let staff: SignedIn;
beforeAll(async () => {
  world = await startHubQueueWorld();
  ({ portal } = world);
  [installer, staff] = [await portal.person({ role: 'installer' }), await portal.person({ role: 'staff' })];
});
afterAll(() => world.stop());

let hubs = 0;

/** A user whose device is linked to a hub that no other test uses. */
async function linkedHub(): Promise<{ user: SignedIn; hubId: string; serial: string }> {
  hubs += 1;
  const hubId = `0A1B2C${hubs.toString(16).padStart(2, '0').toUpperCase()}`;
  const [user, serial] = [await portal.person(), newSerial()];
  await sql`insert into device_registry (serial, entered_by) values (${serial}, 'factory')`.execute(
    portal.test.database.sql,
  );
  await registerDevice(portal, serial, installer, user);
  await world.link(serial, hubId);
  return { user, hubId, serial };
}

const incidentsOf = async (user: SignedIn): Promise<Incident[]> =>
  (await user.api.call(listIncidents, { query: { state: 'active', limit: 100 } })).incidents;

async function incidentOf(user: SignedIn, presses = 1): Promise<Incident> {
  const isThere = (all: Incident[]): boolean => (all[0]?.presses ?? 0) >= presses;
  return (await eventually(() => incidentsOf(user), isThere))[0]!;
}

const countEvents = async (hubId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from hub_queue_event where hub_id = ${hubId}`.execute(portal.test.database.sql);
  return rows[0]!.count;
};

const isEmpty = () => eventually(world.queue.waiting, (waiting) => waiting === 0);

const ask = (person: SignedIn, body: object): Promise<RoundResult> =>
  person.api.call(sqsPanicListenerFunction, { body: body as { hubId: string } });

test('a panic of a linked hub opens an incident of the wearer, in every envelope [PANIC-02] [PANIC-03]', async () => {
  const { user, hubId, serial } = await linkedHub();
  for (const envelope of ['event', 'sns', 'bare'] as const)
    world.queue.pressPanic(hubId, { sourceObjectName: 'Key fob Mia' }, envelope);
  const incident = await incidentOf(user, 3);
  expect(incident).toMatchObject({ source: 'hub_queue', kind: 'panic', isTest: false, trigger: 'Key fob Mia' });
  expect(incident.devices).toMatchObject([{ serialNumber: serial }]);
  await isEmpty();
  expect(await countEvents(hubId)).toBe(3);
});

test("a panic of the last user's hub reaches support, not the next user of the device [PANIC-03] [A-635]", async () => {
  const { user, hubId, serial } = await linkedHub();
  await user.api.call(giveBack, { params: { serial } });
  const next = await portal.person();
  await assignDevice(portal, serial, installer, next);
  world.queue.pressPanic(hubId, { sourceObjectName: 'Key fob of the last user' });
  const isTheirs = ({ trigger }: Incident): boolean => trigger === 'Key fob of the last user';
  const ofStaff = async (): Promise<Incident[]> =>
    (await staff.api.call(listStaffIncidents, { query: { state: 'active', limit: 100 } })).incidents;
  const seen = await eventually(ofStaff, (all) => all.some(isTheirs));
  expect(seen.find(isTheirs)).toMatchObject({ devices: [], wearers: [] });
  expect(await incidentsOf(next)).toEqual([]);
});

test('a panic of a sold hub reaches its next owner, not its former owner [PANIC-03] [T13] [A-732]', async () => {
  const former = await linkedHub();
  const next = await linkedHub();
  const { sql: db } = portal.test.database;
  await sql`
    update hub_link set absent_since = now() - interval '1 day', broken_since = now() where hub_id = ${former.hubId}`.execute(
    db,
  );
  await sql`update hub_link set hub_id = ${former.hubId} where hub_id = ${next.hubId}`.execute(db);
  world.queue.pressPanic(former.hubId);
  expect((await incidentOf(next.user)).devices).toMatchObject([{ serialNumber: next.serial }]);
  expect(await incidentsOf(former.user)).toEqual([]);
});

test.each([
  ['the portal', `${'x'.repeat(99)}🏠`],
  ['the hub service', 'Key fob \ud83c'],
])('a press alerts whose name %s cut in the middle of a character [PANIC-02] [PANIC-06]', async (_who, name) => {
  const { user, hubId } = await linkedHub();
  world.queue.pressPanic(hubId, { sourceObjectName: name });
  expect((await incidentOf(user)).trigger).toMatch(/\ufffd$/);
});

test('a press at the same hub after the device has got another user is another incident [PANIC-03] [GUARD-07]', async () => {
  const { user: former, hubId, serial } = await linkedHub();
  world.queue.pressPanic(hubId);
  const before = await incidentOf(former);
  await endAssignment(portal, serial);
  const next = await portal.person();
  await assignDevice(portal, serial, installer, next);
  world.queue.pressPanic(hubId);
  expect((await incidentOf(next)).id).not.toBe(before.id);
  expect(await incidentsOf(former)).toMatchObject([{ id: before.id, presses: 1 }]);
});

test('an event that the queue delivers twice is recorded once [PANIC-02]', async () => {
  const { user, hubId } = await linkedHub();
  world.queue.pressPanic(hubId, { eventId: 'twice' });
  world.queue.pressPanic(hubId, { eventId: 'twice' });
  world.queue.pressPanic(hubId, { eventId: 'another' });
  await isEmpty();
  expect(await incidentOf(user, 2)).toMatchObject({ presses: 2 });
  expect(await countEvents(hubId)).toBe(2);
});

test('an event whose delete was lost is redelivered and recorded once [PANIC-02] [PANIC-06]', async () => {
  const { user, hubId } = await linkedHub();
  world.queue.dropDeletes(1);
  world.queue.pressPanic(hubId);
  await incidentOf(user);
  expect(world.queue.waiting()).toBe(1);
  world.queue.advance(31_000);
  await isEmpty();
  expect(await incidentsOf(user)).toMatchObject([{ presses: 1 }]);
  expect(await countEvents(hubId)).toBe(1);
});

test('a message that holds no event is set aside and does not block its group [PANIC-02]', async () => {
  const { user, hubId } = await linkedHub();
  const { total: before } = await setAsideOf();
  world.queue.send('<poison>', { group: hubId });
  world.queue.send('{"Message":"Mia pressed"}', { group: hubId });
  world.queue.pressPanic(hubId, { eventCode: 'M_7F_99', eventTag: 'Unheard' });
  expect(await incidentOf(user)).toMatchObject({ kind: 'alarm' });
  await isEmpty();
  const { total, messages } = await setAsideOf();
  expect(total).toBe(before + 2);
  expect(messages.slice(0, 2)).toMatchObject([
    { reason: 'no_event', sizeBytes: 25 },
    { reason: 'not_json', sizeBytes: 8 },
  ]);
  expect(JSON.stringify(messages)).not.toContain('Mia');
  const first = await staff.api.call(listSetAside, { query: { limit: 1 } });
  const second = await staff.api.call(listSetAside, { query: { limit: 1, after: first.next! } });
  expect([...first.messages, ...second.messages]).toEqual(messages.slice(0, 2));
});

async function setAsideOf() {
  const [{ setAside: total }, { messages }] = await Promise.all([
    staff.api.call(readHubQueue, {}),
    staff.api.call(listSetAside, { query: { limit: 100 } }),
  ]);
  return { total, messages };
}

test('an event that is 42 minutes late alerts and says so [PANIC-02] [PANIC-03]', async () => {
  const { user, hubId } = await linkedHub();
  world.queue.pressPanic(hubId, { timestamp: portal.clock.now().getTime() - 42 * 60_000 });
  expect(await incidentOf(user)).toMatchObject({ lateSec: 42 * 60, hasWrongClock: false });
});

test('an event that does not alert is kept, and a hub that lost its connection is named until its return [PANIC-02]', async () => {
  const { user, hubId } = await linkedHub();
  const state = (eventCode: string, at: number) =>
    world.queue.pressPanic(hubId, { eventCode, eventTypeV2: 'MALFUNCTION', eventTag: '', timestamp: at });
  const now = portal.clock.now().getTime();
  const lost = async () => (await staff.api.call(readHubQueue, {})).lostHubs.filter((hub) => hub.hubId === hubId);
  state('M_21_0A', now);
  await eventually(lost, (all) => all.length === 1);
  expect(await lost()).toEqual([{ hubId, since: new Date(now).toISOString() }]);
  // An older return that arrives late does not end the loss.
  state('M_21_0B', now - 60_000);
  await isEmpty();
  expect(await lost()).toHaveLength(1);
  state('M_21_0B', now + 1_000);
  await eventually(lost, (all) => all.length === 0);
  expect(await countEvents(hubId)).toBe(3);
  expect(await incidentsOf(user)).toEqual([]);
});

test('a hub whose clock is ahead is named as lost until its return [PANIC-02]', async () => {
  const { hubId } = await linkedHub();
  const lost = async () => (await staff.api.call(readHubQueue, {})).lostHubs.filter((hub) => hub.hubId === hubId);
  const state = (eventCode: string, timestamp: number) =>
    world.queue.pressPanic(hubId, { eventCode, eventTypeV2: 'MALFUNCTION', eventTag: '', timestamp });
  const now = portal.clock.now().getTime();
  state('M_21_0A', now + 86_400_000);
  await eventually(lost, (all) => all.length === 1);
  state('M_21_0B', portal.clock.now().getTime());
  expect(await eventually(lost, (all) => all.length === 0)).toEqual([]);
});

test('an event whose processing fails is set aside, and alerts once processing works again [PANIC-02] [PANIC-06]', async () => {
  const { user, hubId } = await linkedHub();
  const { sql: database } = portal.test.database;
  await sql`alter table panic_event add constraint broken check (trigger is distinct from 'Broken') not valid`.execute(
    database,
  );
  world.queue.pressPanic(hubId, { sourceObjectName: 'Broken' });
  world.queue.pressPanic(hubId);
  await eventually(
    () => portal.clock.advance(1_000).then(() => incidentsOf(user)),
    (all) => all.length === 1,
  );
  expect((await setAsideOf()).messages[0]).toMatchObject({ reason: 'failed' });
  expect((await staff.api.call(readOperations, {})).alarms.map(({ code }) => code)).toContain('hub_queue_set_aside');
  await sql`alter table panic_event drop constraint broken`.execute(database);
  await portal.clock.advance(10_000);
  expect(await incidentOf(user, 2)).toMatchObject({ presses: 2 });
  expect((await setAsideOf()).messages[0]).not.toMatchObject({ reason: 'failed' });
  const { rows } = await sql`select from hub_queue_event where hub_id = ${hubId} and body <> ''`.execute(database);
  expect(rows).toEqual([]);
});

test('an alarm that failed alerts although twenty older messages fail for good [PANIC-02] [PANIC-06]', async () => {
  const { user, hubId } = await linkedHub();
  const { sql: database } = portal.test.database;
  await sql`alter table panic_event add constraint broken check (trigger is distinct from 'Broken') not valid`.execute(
    database,
  );
  const setAside = (key: string, body: string) =>
    sql`insert into hub_queue_event (event_key, outcome, reason, received_at, body)
      values (${key}, 'failed', 'failed', ${portal.clock.now()}, ${body})`.execute(database);
  await setAside('failed nonsense', 'nonsense');
  const broken = enveloped(panicEvent(hubId, { sourceObjectName: 'Broken' }), 'event');
  for (let count = 1; count < 20; count += 1) await setAside(`failed ${count}`, broken);
  await setAside('failed alarm', enveloped(panicEvent(hubId), 'event'));
  await portal.clock.advance(10_000);
  await portal.clock.advance(10_000);
  expect(await incidentsOf(user)).toMatchObject([{ trigger: 'Panic button', presses: 1 }]);
  const { rows } = await sql`
    select outcome, reason from hub_queue_event where event_key = 'failed nonsense'`.execute(database);
  expect(rows).toEqual([{ outcome: 'unreadable', reason: 'not_json' }]);
  await sql`delete from hub_queue_event where outcome = 'failed'`.execute(database);
  await sql`alter table panic_event drop constraint broken`.execute(database);
});

test('a test of a hub runs a round and sends a test event through the chain, marked as a test [PANIC-02] [T49]', async () => {
  const { user, hubId } = await linkedHub();
  const result = await ask(staff, { hubId: ` ${hubId.toLowerCase()} ` });
  expect(result).toMatchObject({ processedEvents: 0, ajaxPanicSenderDisabled: false, hubId, testedDevices: 1 });
  const { rows } = await sql<{ details: object }>`
    select details from audit_log where action = 'hubQueue.listen' and subject_id = ${hubId}`.execute(
    portal.test.database.sql,
  );
  expect(rows).toEqual([{ details: { testedDevices: 1 } }]);
  world.queue.pressPanic(hubId);
  const incidents = await eventually(
    () => incidentsOf(user),
    (all) => all.some(({ isTest }) => !isTest),
  );
  const real = incidents.filter(({ isTest }) => !isTest);
  expect(real).toMatchObject([{ source: 'hub_queue', presses: 1 }]);
  expect(incidents.filter(({ isTest }) => isTest).map(({ source }) => source)).toSatisfy((sources: string[]) =>
    sources.every((source) => source === 'staff_test'),
  );
  expect(await ask(staff, { hubId: 'FFFFFFFF' })).toMatchObject({ hubId: 'FFFFFFFF', testedDevices: 0 });
});

test.each([
  [{ hubId: ' ' }, 'body.hubId', texts.missingHubId],
  [{ hubId: 'hub-1' }, 'body.hubId', texts.invalidHubId],
  [{ hubId: 'ALL' }, 'body.reason', texts.missingReason],
  [{ hubId: 'ALL', reason: '  no  ' }, 'body.reason', texts.missingReason],
])('refuses %o [PANIC-01] [PANIC-02]', async (body, field, message) => {
  const answer = await rawCall(portal, {
    method: 'POST',
    path: sqsPanicListenerFunction.path,
    person: staff,
    body,
  });
  expect(answer.status).toBe(400);
  expect(refusalIn(answer)).toMatchObject({ field, message });
});

test('a reader shows a trouble again that another reader did not have meanwhile [PANIC-02]', async () => {
  const stateNow = async () => (await staff.api.call(readHubQueue, {})).state;
  world.queue.failWith('InternalFailure');
  await eventually(stateNow, (state) => state === 'failing');
  // Another process has taken the lease, read the queue, and died.
  await sql`update hub_queue_reader set trouble = null, trouble_reason = null`.execute(portal.test.database.sql);
  await expect(ask(staff, { hubId: 'ALL', reason: 'After a report' })).rejects.toMatchObject({
    refusal: { code: 'unavailable' },
  });
  expect(await stateNow()).toBe('failing');
  world.queue.failWith(null);
});

test('the reading process answers a round asked in another process, and a successor takes over [PANIC-02]', async () => {
  const otherKey = `${STAND_IN_KEY_ID}2`;
  const other = await world.startOther(otherKey);
  try {
    const { hubId, user } = await linkedHub();
    const there = { ...staff, ...(await signInAs(other.url, staff.email)) };
    world.queue.failWith('InternalFailure');
    // Without events in between, so that the round alone finds these.
    await eventually(
      async () => (await staff.api.call(readHubQueue, {})).state,
      (state) => state === 'failing',
    );
    world.queue.pressPanic(hubId);
    world.queue.send('poison');
    world.queue.failWith(null);
    expect(await ask(there, { hubId: 'ALL', reason: 'After a report' })).toEqual({
      ...{ processedEvents: 1, totalMessagesFound: 2, ajaxPanicSenderDisabled: false },
      ...{ hubId: 'ALL', testedDevices: null },
    });
    await incidentOf(user);
    expect(world.queue.calls('ReceiveMessage')).toBeGreaterThan(0);
    expect(world.queue.calls('ReceiveMessage', otherKey)).toBe(0);
    expect(await staff.api.call(readHubQueue, {})).toMatchObject({ state: 'ok', reason: null });

    // As after a kill: the lease is not released and expires.
    await sql`update hub_queue_reader set reader = gen_random_uuid()`.execute(portal.test.database.sql);
    await other.clock.advance(20_000);
    await eventually(
      () => world.queue.calls('ReceiveMessage', otherKey),
      (calls) => calls > 0,
    );
  } finally {
    await other.stop();
  }
});

test('says that the sender is disabled without a queue, and when the queue refuses the key [PANIC-01] [PANIC-02]', async () => {
  const { hubId } = await linkedHub();
  const other = await world.startOther(null);
  const there = { ...staff, ...(await signInAs(other.url, staff.email)) };
  expect(await ask(there, { hubId })).toEqual({
    ...{ processedEvents: 0, totalMessagesFound: 0, ajaxPanicSenderDisabled: true },
    ...{ hubId, testedDevices: 1 },
  });
  expect(await there.api.call(readHubQueue, {})).toMatchObject({ state: 'off' });
  await other.stop();

  world.queue.failWith('UnrecognizedClientException');
  expect(await ask(staff, { hubId: 'ALL', reason: 'After a report' })).toMatchObject({ ajaxPanicSenderDisabled: true });
  expect(await staff.api.call(readHubQueue, {})).toMatchObject({
    state: 'refused',
    reason: 'UnrecognizedClientException',
  });
  expect((await staff.api.call(readOperations, {})).alarms.map(({ code }) => code)).toContain('hub_queue_refused');
  world.queue.failWith(null);
});

test('a test of a hub that no process reads in time says so, and that the test event was sent [PANIC-01] [PANIC-02]', async () => {
  const { hubId } = await linkedHub();
  const { sql: database } = portal.test.database;
  // Another process has the lease and hangs.
  await sql`update hub_queue_reader set reader = gen_random_uuid(), reader_until = ${portal.clock.now()}::timestamptz
    + interval '1 hour'`.execute(database);
  const answer = rawCall(portal, {
    method: 'POST',
    path: sqsPanicListenerFunction.path,
    person: staff,
    body: { hubId },
  });
  await eventually(
    async () => (await sql`select from audit_log where subject_id = ${hubId}`.execute(database)).rows.length,
    (count) => count > 0,
  );
  await portal.clock.advance(15_000);
  expect(refusalIn(await answer)).toMatchObject({
    code: 'unavailable',
    message: `${texts.roundTimedOut} ${texts.testEvent(1)}`,
  });
});
