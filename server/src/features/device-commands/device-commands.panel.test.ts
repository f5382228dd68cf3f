import { randomUUID } from 'node:crypto';
import {
  cancelDeviceCommand,
  listDeviceCommands,
  listDeviceResponses,
  sendDeviceCommand,
} from '@trace/contract/device-commands/device-commands.api';
import type { DeviceCommand } from '@trace/contract/device-commands/device-commands.schema';
import { commandChangedEvent } from '@trace/contract/device-commands/device-commands.stream';
import { deviceCommandsTexts as texts } from '@trace/contract/device-commands/device-commands.texts';
import { listStatuses } from '@trace/contract/device-status/device-status.api';
import { getPing, listPingWaits } from '@trace/contract/ping/ping.api';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { assignedDevice, endAssignment } from '#testing/followed-device';
import { connectByHand, type HandDevice } from '#testing/stand-ins/hand-device';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall, refusalIn, type RawAnswer } from '#testing/raw-call';
import { openStream } from '#testing/sse';
import { assignDevice } from '#testing/trackers';

let portal: Portal;
let installer: SignedIn;
let user: SignedIn;
const devices: HandDevice[] = [];

beforeAll(async () => {
  portal = await startPortal();
  [installer, user] = await Promise.all([portal.person({ role: 'installer' }), portal.person()]);
});
afterEach(() => {
  for (const device of devices.splice(0)) device.cut();
});
afterAll(() => portal.stop());

async function deviceOfUser(): Promise<HandDevice> {
  const device = await assignedDevice(portal, installer, user);
  devices.push(device);
  return device;
}

async function cut(device: HandDevice): Promise<void> {
  device.cut();
  await eventually(
    () => portal.app.gateway.isConnected(device.serial),
    (isThere) => !isThere,
  );
}

async function back(serial: string): Promise<HandDevice> {
  const device = await connectByHand(portal, { serial, boot: 2 });
  devices.push(device);
  await device.listen();
  return device;
}

/** Disconnects a device that has just reported the next wake time. */
async function asleep(wakeInSec: number): Promise<HandDevice> {
  const device = await deviceOfUser();
  await device.say('status', { status: 'sleeping', wakeInSec });
  await cut(device);
  return device;
}

type Wish = { command: 'getStatus' | 'getLogs' | 'restart'; when?: 'now' | 'wake'; requestId?: string };

const send = (person: SignedIn, serialNumber: string, { command, when = 'now', requestId }: Wish) =>
  rawSend(person, { serialNumber, command, when, ...(requestId && { requestId }) });

const rawSend = (person: SignedIn, body: object): Promise<RawAnswer> =>
  rawCall(portal, { method: 'POST', path: sendDeviceCommand.path, person, body });

const idOf = (answer: RawAnswer): string => (answer.json as { requestId: string }).requestId;

async function timeline(person: SignedIn, serial: string): Promise<DeviceCommand[]> {
  return (await person.api.call(listDeviceCommands, { params: { serial }, query: { limit: 100 } })).commands;
}

const newest = async (person: SignedIn, serial: string): Promise<DeviceCommand> => (await timeline(person, serial))[0]!;

const arrived = (device: HandDevice, count = 1) =>
  eventually(
    () => device.commands(),
    (all) => all.length >= count,
  );

test('a command reaches the device, and everyone with access sees each step as it happens [CTRL-04] [CTRL-03]', async () => {
  const device = await deviceOfUser();
  const [mine, theirs] = await Promise.all([openStream(portal, user), openStream(portal, installer)]);
  const answer = await send(user, device.serial, { command: 'getLogs' });
  expect(answer.json).toEqual({ success: true, message: texts.stored, requestId: expect.any(String), state: 'queued' });
  const [command] = await arrived(device);
  expect(command).toMatchObject({ requestId: idOf(answer), command: 'getLogs', parameters: { limit: 50 } });
  device.acknowledge(0);
  const steps = await mine.until<DeviceCommand>(commandChangedEvent.name, 3);
  expect(steps.at(-1)).toMatchObject({ state: 'acknowledged', isMine: true, sentBy: 'Person 2 Example', answer: null });

  await device.answer(command!, {
    success: true,
    logs: ['booted', 'fix at -33.86880, 151.20930', 'sim_password=quay7'],
  });
  const ended = (await theirs.until<DeviceCommand>(commandChangedEvent.name, 4)).at(-1)!;
  expect(ended).toMatchObject({
    requestId: command!.requestId,
    state: 'answered',
    isMine: false,
    sentBy: 'Person 2 Example',
    answer: {
      success: true,
      message: null,
      logs: ['booted', 'fix at [hidden], [hidden]', 'sim_password=[hidden]'],
    },
  });
  expect(await newest(installer, device.serial)).toEqual(ended);
  mine.close();
  theirs.close();
});

test('Check DB returns the last 5 stored answers with time and request id, and never a position [CTRL-01] [T55]', async () => {
  const device = await deviceOfUser();
  for (let count = 1; count <= 6; count += 1) {
    await portal.clock.advance(1_000);
    await send(user, device.serial, { command: 'getStatus' });
    const commands = await arrived(device, count);
    await device.answer(commands.at(-1)!, { success: count !== 6, status: 'online', error: 'lat=-33.8 busy' });
  }
  await portal.clock.advance(1_000);
  const asking = rawSend(user, { serialNumber: device.serial, command: 'getLocation' });
  const commands = await arrived(device, 7);
  await device.answer(commands[6]!, { success: true, location: { latitude: -33.8688, longitude: 151.2093 } });
  expect((await asking).json).toMatchObject({ success: true, message: texts.located, state: 'answered' });

  for (const person of [user, installer]) {
    const { responses } = await person.api.call(listDeviceResponses, { params: { serial: device.serial } });
    expect(responses.map(({ requestId }) => requestId)).toEqual(
      commands
        .slice(2)
        .map(({ requestId }) => requestId)
        .reverse(),
    );
    expect(responses[0]).toMatchObject({ command: 'getLocation', answer: { success: true } });
    expect(responses[1]).toMatchObject({ answer: { success: false, message: '[hidden] busy' } });
    expect(JSON.stringify([responses, await timeline(person, device.serial)])).not.toMatch(/33\.8|151\.2/);
  }
});

test('the same request sent five times at once makes one command, one audit row and one delivery [CTRL-04]', async () => {
  const device = await deviceOfUser();
  const requestId = randomUUID();
  const answers = await Promise.all(
    [1, 2, 3, 4, 5].map(() => send(user, device.serial, { command: 'restart', requestId })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(idOf))).toEqual(new Set([requestId]));
  expect(await timeline(user, device.serial)).toHaveLength(1);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_log where details->>'requestId' = ${requestId}`.execute(
    portal.test.database.sql,
  );
  expect(rows[0]!.count).toBe(1);
  await arrived(device);
  await send(user, device.serial, { command: 'getStatus' });
  expect((await arrived(device, 2)).filter((one) => one.requestId === requestId)).toHaveLength(1);

  const taken = await send(installer, device.serial, { command: 'restart', requestId });
  expect([taken.status, refusalIn(taken).field]).toEqual([409, 'body.requestId']);
});

test('a command for now expires when the device sleeps, and is not sent late [CTRL-04]', async () => {
  const device = await asleep(3_600);
  const answer = await send(user, device.serial, { command: 'getStatus' });
  expect(answer.json).toMatchObject({ state: 'queued' });
  await portal.clock.advance(31_000);
  const again = await back(device.serial);
  await send(user, device.serial, { command: 'restart' });
  expect((await arrived(again)).map(({ command }) => command)).toEqual(['restart']);
  const [, expired] = await timeline(user, device.serial);
  expect(expired).toMatchObject({ requestId: idOf(answer), state: 'expired', sentAt: null });
});

test('a command for the next wake waits, shows as waiting, and is sent at the wake [CTRL-04]', async () => {
  const device = await asleep(3_600);
  const answer = await send(user, device.serial, { command: 'getStatus', when: 'wake' });
  expect(answer.json).toMatchObject({ state: 'waiting', message: texts.waitsForDevice });
  const waiting = await newest(user, device.serial);
  const waitMs = Date.parse(waiting.expiresAt!) - Date.parse(waiting.createdAt);
  expect(waitMs).toBe(3_600_000 + 300_000);
  await portal.clock.advance(60_000);
  const again = await back(device.serial);
  expect((await arrived(again))[0]!.requestId).toBe(idOf(answer));
});

test('the sender and the user of the device can cancel a waiting command, but not a sent command [CTRL-04]', async () => {
  const device = await asleep(3_600);
  const { serial } = device;
  const ofInstaller = idOf(await send(installer, serial, { command: 'restart', when: 'wake' }));
  await portal.clock.advance(1);
  const ofUser = idOf(await send(user, serial, { command: 'getLogs', when: 'wake' }));
  const cancel = (person: SignedIn, id: string) =>
    rawCall(portal, { method: 'DELETE', path: `/api/devices/${serial}/commands/${id}`, person });

  expect((await timeline(installer, serial)).map(({ mayCancel }) => mayCancel)).toEqual([false, true]);
  expect((await cancel(installer, ofUser)).status).toBe(403);
  const both = await Promise.all([cancel(user, ofInstaller), cancel(installer, ofInstaller)]);
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  const missing = await cancel(user, randomUUID());
  expect([missing.status, refusalIn(missing).message]).toEqual([404, texts.notFound]);

  const again = await back(serial);
  expect((await arrived(again)).map(({ requestId }) => requestId)).toEqual([ofUser]);
  await expect(user.api.call(cancelDeviceCommand, { params: { serial, id: ofUser } })).rejects.toMatchObject({
    status: 409,
    message: texts.notCancelled,
  });
});

test('sleep mode sends configure with 3600 or 0, and a newer setting replaces a waiting setting [CTRL-02]', async () => {
  const device = await deviceOfUser();
  const { serial } = device;
  const configure = async (parameters: object) => {
    await portal.clock.advance(1_000);
    return rawSend(user, { serialNumber: serial, command: 'configure', parameters });
  };
  await configure({ sleepModeEnabled: true });
  const [on] = await arrived(device);
  expect(on).toMatchObject({ command: 'configure', parameters: { sleepModeEnabled: true, wakeInterval: 3_600 } });
  await device.answer(on!, { success: true, sleepMode: true });
  await cut(device);

  const [first, second] = [await configure({ sleepModeEnabled: false }), await configure({ sleepModeEnabled: true })];
  const third = await configure({ sleepModeEnabled: false });
  expect((await timeline(user, serial)).slice(0, 3).map(({ requestId, state }) => [requestId, state])).toEqual([
    [idOf(third), 'waiting'],
    [idOf(second), 'cancelled'],
    [idOf(first), 'cancelled'],
  ]);
  await portal.clock.advance(600_000);
  const again = await back(serial);
  const sent = await arrived(again);
  expect(sent.map(({ parameters }) => parameters)).toEqual([{ sleepModeEnabled: false, wakeInterval: 0 }]);
  expect(await newest(user, serial)).toMatchObject({ sleepModeEnabled: false, expiresAt: null });
});

test('a setting that the device received and did not answer is sent again on reconnect [CTRL-04]', async () => {
  const device = await deviceOfUser();
  const { serial } = device;
  const first = idOf(
    await rawSend(user, { serialNumber: serial, command: 'configure', parameters: { sleepModeEnabled: true } }),
  );
  await arrived(device);
  await cut(device);
  await portal.clock.advance(2_000);
  const again = await back(serial);
  const [renewed] = await arrived(again);
  expect(renewed!.parameters).toEqual({ sleepModeEnabled: true, wakeInterval: 3_600 });
  expect(renewed!.requestId).not.toBe(first);
  await again.answer(renewed!, { success: true });
  expect((await timeline(user, serial)).map(({ state, isMine }) => [state, isMine])).toEqual([
    ['answered', true],
    ['cancelled', true],
  ]);
});

test('an older setting without an answer is not sent after a newer one [CTRL-02] [CTRL-04]', async () => {
  const device = await deviceOfUser();
  const { serial } = device;
  const configure = async (sleepModeEnabled: boolean) => {
    await portal.clock.advance(1_000);
    return idOf(await rawSend(user, { serialNumber: serial, command: 'configure', parameters: { sleepModeEnabled } }));
  };
  const older = await configure(true);
  await arrived(device);
  await cut(device);
  const newer = await configure(false);
  await portal.clock.advance(2_000);
  const again = await back(serial);
  const commands = await eventually(
    () => timeline(user, serial),
    (all) => all.some(({ requestId, state }) => requestId === older && state === 'cancelled'),
  );
  expect(commands.map(({ requestId }) => requestId)).toEqual([newer, older]);
  expect((await arrived(again)).map(({ requestId }) => requestId)).toEqual([newer]);
});

test('a location request waits for an offline device when its sender chose so, and is answered on its return [CTRL-04] [PING-09]', async () => {
  const device = await deviceOfUser();
  const { serial } = device;
  await cut(device);
  await eventually(
    () => user.api.call(listStatuses, {}),
    ({ statuses }) => statuses.find(({ serialNumber }) => serialNumber === serial)?.status === 'offline',
  );
  const answer = await rawSend(user, { serialNumber: serial, command: 'getLocation', when: 'wake' });
  const id = idOf(answer);
  expect(answer.json).toEqual({
    success: true,
    message: texts.locationWaitsForDevice,
    requestId: id,
    state: 'waiting',
  });
  const { waits } = await user.api.call(listPingWaits, {});
  const endsAt = waits.find((wait) => wait.id === id)?.endsAt;
  expect(waits).toContainEqual(expect.objectContaining({ id, serialNumber: serial, expectedAt: endsAt }));
  await portal.clock.advance(60_000);
  const again = await back(serial);
  const [command] = await arrived(again);
  await again.answer(command!, { success: true, location: { latitude: -33.8412, longitude: 151.2103 } });
  expect(await user.api.call(getPing, { params: { id } })).toMatchObject({ outcome: 'located', charged: true });
});

test('a user whose assignment ends during the request sends no further command [T07] [CTRL-04]', async () => {
  const device = await deviceOfUser();
  const { serial } = device;
  const tries = Array.from({ length: 12 }, () => send(user, serial, { command: 'getStatus' }));
  const [answers] = await Promise.all([Promise.all(tries), endAssignment(portal, serial)]);
  const kept = answers.filter(({ status }) => status === 200).length;
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(12 - kept);
  expect((await send(user, serial, { command: 'getStatus' })).status).toBe(404);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from device_command where serial = ${serial}`.execute(portal.test.database.sql);
  expect(rows[0]!.count).toBe(kept);
});

test('a device has at most 20 unanswered commands when many are sent at once [CTRL-04]', async () => {
  const device = await deviceOfUser();
  const { serial } = device;
  await cut(device);
  const answers = await Promise.all(
    Array.from({ length: 24 }, () => send(user, serial, { command: 'restart', when: 'wake' })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  const refused = answers.find(({ status }) => status === 429)!;
  expect(refusalIn(refused).message).toBe(texts.tooManyWaiting);
});

test('the timeline is paged and starts with the own access to the device [CTRL-04]', async () => {
  const device = await deviceOfUser();
  const { serial } = device;
  await cut(device);
  for (let count = 0; count < 5; count += 1) await send(user, serial, { command: 'getStatus' });
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const query = { limit: 2, ...(after === undefined ? {} : { after }) };
    const page = await user.api.call(listDeviceCommands, { params: { serial }, query });
    seen.push(...page.commands.map(({ requestId }) => requestId));
    after = page.next ?? undefined;
  } while (after !== undefined);
  expect(seen).toEqual((await timeline(user, serial)).map(({ requestId }) => requestId));
  expect(new Set(seen).size).toBe(5);

  await portal.clock.advance(60_000);
  await endAssignment(portal, serial);
  const successor = await portal.person();
  await sql`delete from device_assignment where device_id = (select id from device where serial = ${serial})`.execute(
    portal.test.database.sql,
  );
  await assignDevice(portal, serial, installer, successor);
  expect(await timeline(successor, serial)).toEqual([]);
  const { responses } = await successor.api.call(listDeviceResponses, { params: { serial } });
  expect(responses).toEqual([]);
});

test.each([
  ['an unknown command', { command: 'selfDestruct' }, 'body.command'],
  ['no command', {}, 'body.command'],
  ['an identity', { command: 'getStatus', userEmail: 'person-1@example.com' }, 'body'],
  ['a lease of its own', { command: 'enableLiveGps', parameters: { leaseSec: 3_600 } }, 'body.parameters'],
  ['too many logs', { command: 'getLogs', parameters: { limit: 51 } }, 'body.parameters.limit'],
  ['a setting without a word', { command: 'configure', parameters: {} }, 'body.parameters.sleepModeEnabled'],
  [
    'a word for a switch',
    { command: 'configure', parameters: { sleepModeEnabled: 'on' } },
    'body.parameters.sleepModeEnabled',
  ],
  ['a long reason', { command: 'restart', parameters: { reason: '🚨'.repeat(65) } }, 'body.parameters.reason'],
  ['a serial with a wildcard', { serialNumber: 'Trace_%', command: 'getStatus' }, 'body.serialNumber'],
  ['a request id that is none', { command: 'getStatus', requestId: 'javascript:1' }, 'body.requestId'],
])('%s is refused with the name of the field [FN-02]', async (_what, wish, field) => {
  const refused = await rawSend(user, { serialNumber: 'Trace_none', ...wish });
  expect(refused.status).toBe(400);
  expect(refusalIn(refused).field ?? 'body').toContain(field);
});

test('an invalid cursor is refused [CTRL-04]', async () => {
  const device = await deviceOfUser();
  const tooEarly = [`-200000-01-01T00:00:00.000Z_${randomUUID()}`, `${Date.UTC(-5_000, 0)}.${randomUUID()}`];
  for (const after of ['x', '2026-03-02T00:00:00.000Z', `${Date.now()}.'; drop table device`, ...tooEarly]) {
    const path = `/api/devices/${device.serial}/commands?after=${encodeURIComponent(after)}`;
    expect((await rawCall(portal, { path, person: user })).status).toBe(400);
  }
});
