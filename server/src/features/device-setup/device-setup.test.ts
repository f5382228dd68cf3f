import { cancelSetup, restoreSetup, retrySetup, unlinkHub } from '@trace/contract/device-setup/device-setup.api';
import { deviceSetupTexts as texts } from '@trace/contract/device-setup/device-setup.texts';
import { endAssignment } from '@trace/contract/devices/assignment/devices.taken.api';
import { listDevices } from '@trace/contract/devices/devices.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '#platform/log/log';
import { createSecrets } from '#platform/secrets/secrets';
import { createApp } from '#server/app';
import { readConfig } from '#server/config/config';
import { ageProof } from '#testing/worlds/company-world';
import { eventually } from '#testing/eventually';
import { connectByHand } from '#testing/stand-ins/hand-device';
import { startHubPortal, verifyHubs } from '#testing/worlds/hub-world';
import type { Portal, SignedIn } from '#testing/portal';
import { rawCall, refusalIn } from '#testing/raw-call';
import { apply, configuration, reconfigure, registerNew, setupOf } from '#testing/worlds/setup-world';
import { readStream } from '#testing/sse';

let portal: Portal;
let stop: () => Promise<void>;
let installer: SignedIn;

beforeAll(async () => {
  ({ portal, stop } = await startHubPortal());
});
beforeEach(async () => {
  installer = await portal.person({ role: 'installer' });
  await sql`delete from hub_try`.execute(portal.test.database.sql);
});
afterAll(() => stop());

const untilState = (person: SignedIn, serial: string, state: string) =>
  eventually(
    () => setupOf(person, serial),
    (setup) => setup.state === state,
  );

/** Lets the time of the next try or look come, without all that would happen until then. */
async function untilDue(serial: string): Promise<void> {
  await sql`update device_setup set next_at = ${portal.clock.now()} where serial = ${serial} and next_at is not null`.execute(
    portal.test.database.sql,
  );
  await portal.clock.advance(5_500);
}

async function mailsOf(person: SignedIn, subject: string): Promise<string[]> {
  const mails = await portal.app.mail.listRecent(200);
  return mails.filter((mail) => mail.recipient === person.email && mail.subject === subject).map(({ text }) => text);
}

test('a new device is programmed with the hub and with the SIM fields that are not blank [REG-06] [HUB-03] [HUB-04]', async () => {
  const { handle, hubs } = await verifyHubs(installer);
  const sim = { apn: '  internet.example ', username: '   ', password: '' };
  const { device, serial, setup } = await registerNew(portal, installer, {
    hub: { handle, hubId: hubs[0]!.hubId },
    sim,
  });
  expect(setup).toBe('queued');
  const command = await configuration(device);
  expect(command.parameters).toEqual({ hubId: '00A41F7C', sim: { apn: 'internet.example' } });
  expect(await setupOf(installer, serial)).toMatchObject({
    hub: { id: '00A41F7C', name: 'Novak home', brokenSince: null },
    simFields: ['apn'],
    hasSim: true,
    state: 'queued',
    attempts: 1,
    previous: null,
  });
  await device.answer(command, { success: true });
  await untilState(installer, serial, 'sent');
  await device.say('heartbeat', { status: 'online', intervalSec: 60, configApplied: false });
  expect((await setupOf(installer, serial)).state).toBe('sent');
  await device.say('heartbeat', { status: 'online', intervalSec: 60, configApplied: true });
  expect(await setupOf(installer, serial)).toMatchObject({ state: 'applied', nextAt: null, message: null });
  const { devices } = await installer.api.call(listDevices, { query: { limit: 200 } });
  expect(devices.find(({ serialNumber }) => serialNumber === serial)!.hubId).toBe('00A41F7C');
});

test('a device without hub and SIM settings needs no programming [REG-06]', async () => {
  const { device, serial, setup } = await registerNew(portal, installer, {
    sim: { apn: ' ', username: '', password: '' },
  });
  expect(setup).toBe('none');
  expect(await setupOf(installer, serial)).toMatchObject({ state: 'none', hub: null, hasSim: false, attempts: 0 });
  expect(device.commands()).toEqual([]);
  const answer = await rawCall(portal, {
    method: 'POST',
    path: `/api/devices/${serial}/setup/programming`,
    person: installer,
  });
  expect(refusalIn(answer)).toMatchObject({ code: 'conflict', message: texts.nothingToProgram });
});

test('a device that answers with an error is shown and retried with growing pauses until applied [REG-06]', async () => {
  const { device, serial } = await registerNew(portal, installer, { sim: { apn: 'one', username: '', password: '' } });
  await device.answer(await configuration(device), { success: false, error: 'modem busy' });
  const failed = await untilState(installer, serial, 'failed');
  expect(failed).toMatchObject({ message: 'modem busy', attempts: 1 });
  expect(failed.nextAt).toBe(new Date(portal.clock.now().getTime() + 60_000).toISOString());
  await portal.clock.advance(50_000);
  expect(device.commands()).toHaveLength(1);
  await portal.clock.advance(15_000);
  await device.answer(await configuration(device, 2), { success: false, error: 'still busy' });
  const again = await eventually(
    () => setupOf(installer, serial),
    ({ message }) => message === 'still busy',
  );
  expect(again.nextAt).toBe(new Date(portal.clock.now().getTime() + 120_000).toISOString());
  await untilDue(serial);
  await apply(device, await configuration(device, 3));
  expect(await untilState(installer, serial, 'applied')).toMatchObject({ message: null, nextAt: null });
  await untilDue(serial);
  expect(device.commands()).toHaveLength(3);
});

test('a device is retried when no answer comes or the settings are not applied [REG-06]', async () => {
  const { device, serial } = await registerNew(portal, installer, { sim: { apn: 'one', username: '', password: '' } });
  await configuration(device);
  // This heartbeat confirms the earlier settings, not the settings that the device has not yet accepted.
  await device.say('heartbeat', { status: 'online', intervalSec: 60, configApplied: true });
  await untilDue(serial);
  const second = await configuration(device, 2);
  expect(await setupOf(installer, serial)).toMatchObject({ state: 'failed', message: texts.noAnswer, attempts: 2 });
  await device.answer(second, { success: true });
  await untilState(installer, serial, 'sent');
  await untilDue(serial);
  await configuration(device, 3);
  expect(await setupOf(installer, serial)).toMatchObject({ state: 'failed', message: texts.notApplied });
  // A late confirmation still counts.
  await device.say('heartbeat', { status: 'online', intervalSec: 60, configApplied: true });
  await untilState(installer, serial, 'applied');
});

test('a device that was away gets only the newest settings on reconnect [REG-06] [HUB-04]', async () => {
  const { device, serial } = await registerNew(portal, installer);
  device.cut();
  await eventually(
    () => portal.app.gateway.isConnected(serial),
    (isThere) => !isThere,
  );
  await reconfigure(installer, serial, { sim: { apn: 'old', password: 'old-one' } });
  await untilDue(serial);
  await reconfigure(installer, serial, { sim: { apn: 'new' } });
  await untilDue(serial);
  expect(await setupOf(installer, serial)).toMatchObject({ state: 'queued', attempts: 1 });
  const back = await connectByHand(portal, { serial, boot: 2 });
  await back.listen();
  const command = await configuration(back);
  expect(command.parameters).toEqual({ sim: { apn: 'new', password: 'old-one' } });
  await apply(back, command);
  await untilState(installer, serial, 'applied');
  expect(back.commands()).toHaveLength(1);
});

test('programming continues in another server process [REG-06]', async () => {
  const { device, serial } = await registerNew(portal, installer);
  device.cut();
  await eventually(
    () => portal.app.gateway.isConnected(serial),
    (isThere) => !isThere,
  );
  await reconfigure(installer, serial, { sim: { apn: 'one' } });
  const other = await createApp({
    config: readConfig({ PORT: '0', MQTTS_PORT: '0', MQTT_PORT: '0', LOG_LEVEL: 'silent' }),
    databaseUrl: portal.test.appUrl,
    schema: portal.test.schema,
    clock: async () => portal.clock,
    log: createLog({ level: 'silent' }),
    secrets: createSecrets(Buffer.alloc(32, 7)),
    webDirectory: null,
  });
  const { mqttPort } = await other.start();
  try {
    const back = await connectByHand({ ...portal, mqttPort: mqttPort! }, { serial, boot: 2 });
    await back.listen();
    const command = await configuration(back);
    expect(command.parameters).toEqual({ sim: { apn: 'one' } });
    await apply(back, command);
    await untilState(installer, serial, 'applied');
    back.cut();
  } finally {
    await other.stop();
  }
});

test('programming is cancelled and restarted by hand [REG-06]', async () => {
  const { device, serial } = await registerNew(portal, installer, { sim: { apn: 'one', username: '', password: '' } });
  await configuration(device);
  const cancelled = await installer.api.call(cancelSetup, { params: { serial } });
  expect(cancelled).toMatchObject({ state: 'cancelled', nextAt: null, hasSim: true });
  await portal.clock.advance(65_000);
  expect(device.commands()).toHaveLength(1);
  await expect(installer.api.call(cancelSetup, { params: { serial } })).rejects.toMatchObject({ status: 409 });
  await installer.api.call(retrySetup, { params: { serial } });
  await apply(device, await configuration(device, 2));
  await untilState(installer, serial, 'applied');
});

test('a change needs recent re-authentication and at least one changed setting [HUB-02] [T08]', async () => {
  const user = await portal.person();
  const { serial } = await registerNew(portal, installer, {}, user);
  for (const sim of [undefined, {}, { apn: '  ', password: '' }])
    await expect(reconfigure(user, serial, { sim })).rejects.toMatchObject({
      status: 400,
      refusal: { message: texts.required, field: 'body.hub' },
    });
  await ageProof(portal, user);
  await expect(reconfigure(user, serial, { sim: { apn: 'x' } })).rejects.toMatchObject({
    refusal: { code: 'proof_required' },
  });
  expect((await setupOf(user, serial)).state).toBe('none');
});

test.each(['line\nbreak', 'nul\u0000', 'x'.repeat(101)])('a SIM field of %j is refused [HUB-03]', async (apn) => {
  const { serial } = await registerNew(portal, installer);
  const answer = await rawCall(portal, {
    method: 'POST',
    path: `/api/devices/${serial}/setup`,
    person: installer,
    body: { sim: { apn } },
  });
  expect(refusalIn(answer)).toMatchObject({ code: 'invalid_input', field: 'body.sim.apn' });
});

test('user and installer see a change on their pages and by mail, and can restore both ways [T08] [HUB-04]', async () => {
  const user = await portal.person();
  const first = await verifyHubs(installer);
  const hub = { handle: first.handle, hubId: '00A41F7C' };
  const { device, serial } = await registerNew(
    portal,
    installer,
    { hub, sim: { apn: 'one', username: 'u', password: 'p' } },
    user,
  );
  await apply(device, await configuration(device));
  const pages = await Promise.all(
    [user, installer].map(({ cookie }) => readStream(`${portal.url}/api/stream`, { cookie })),
  );
  try {
    const second = await verifyHubs(user);
    const changed = await reconfigure(user, serial, {
      hub: { handle: second.handle, hubId: '00A45B02' },
      sim: { password: 'another' },
    });
    expect(changed).toMatchObject({
      hub: { name: 'Northside depot' },
      state: 'queued',
      previous: { changedBy: expect.any(String) },
    });
    for (const page of pages)
      expect((await page.until('device-setup.changed'))[0]).toMatchObject({ serialNumber: serial, isHubBroken: false });
  } finally {
    for (const page of pages) page.close();
  }
  const subject = texts.changedMailSubject(`Device ${serial}`);
  for (const person of [user, installer]) {
    const [text] = await mailsOf(person, subject);
    expect(text).toContain(`the hub is now Northside depot; the SIM settings were changed`);
    expect(text).not.toContain('another');
  }
  expect((await configuration(device, 2)).parameters).toEqual({
    hubId: '00A45B02',
    sim: { apn: 'one', username: 'u', password: 'another' },
  });
  const back = await installer.api.call(restoreSetup, { params: { serial } });
  expect(back).toMatchObject({ hub: { id: '00A41F7C' }, state: 'queued' });
  expect((await configuration(device, 3)).parameters).toEqual({
    hubId: '00A41F7C',
    sim: { apn: 'one', username: 'u', password: 'p' },
  });
  expect(await installer.api.call(restoreSetup, { params: { serial } })).toMatchObject({ hub: { id: '00A45B02' } });
  expect((await configuration(device, 4)).parameters).toMatchObject({ sim: { password: 'another' } });
  const { rows } = await sql<{ action: string; details: unknown }>`
    select action, details from audit_log where subject_id = ${serial} and action like 'device.re%' order by id`.execute(
    portal.test.database.sql,
  );
  expect(rows.filter(({ action }) => action !== 'device.register')).toEqual([
    { action: 'device.reconfigure', details: { hub: '00A45B02', sim: ['password'] } },
    { action: 'device.restoreSetup', details: { hub: '00A41F7C' } },
    { action: 'device.restoreSetup', details: { hub: '00A45B02' } },
  ]);
});

test('settings from before the own access or older than 30 days cannot be restored [T08]', async () => {
  const user = await portal.person();
  const { serial } = await registerNew(portal, installer, { sim: { apn: 'one', username: '', password: '' } });
  await reconfigure(installer, serial, { sim: { apn: 'two' } });
  await portal.clock.advance(1_000);
  expect((await setupOf(installer, serial)).previous).not.toBeNull();
  await portal.app.assignments.assign(
    {
      accountId: installer.id,
      sessionId: '',
      role: 'installer',
      email: installer.email,
      firstName: 'I',
      lastName: 'N',
      timeZone: 'UTC',
      provedAt: new Date(0),
    },
    { requestId: '00000000-0000-4000-8000-000000000000', address: '127.0.0.1', userAgent: 'test' },
    serial,
    user.email,
  );
  expect((await setupOf(user, serial)).previous).toBeNull();
  await expect(user.api.call(restoreSetup, { params: { serial } })).rejects.toMatchObject({ status: 409 });
  await sql`update device_setup_previous set saved_at = saved_at - interval '31 days'`.execute(
    portal.test.database.sql,
  );
  await expect(installer.api.call(restoreSetup, { params: { serial } })).rejects.toMatchObject({ status: 409 });
  await portal.clock.advance(60_000);
  const { rows } =
    await sql`select from device_setup_previous where saved_at < ${portal.clock.now()}::timestamptz - interval '30 days'`.execute(
      portal.test.database.sql,
    );
  expect(rows).toEqual([]);
});

test('a hub must be in the list of the handle, and a handle works for a single device [HUB-02] [T13]', async () => {
  const stranger = await portal.person({ role: 'installer' });
  const [one, two] = [await registerNew(portal, installer), await registerNew(portal, installer)];
  const { handle } = await verifyHubs(installer);
  const foreign = await verifyHubs(stranger);
  await expect(reconfigure(installer, one.serial, { hub: { handle, hubId: '00FFFFFF' } })).rejects.toMatchObject({
    status: 409,
  });
  await expect(
    reconfigure(installer, one.serial, { hub: { handle: foreign.handle, hubId: '00A41F7C' } }),
  ).rejects.toMatchObject({ status: 410, refusal: { field: 'body.hub' } });
  const both = await Promise.allSettled(
    [one, two].map(({ serial }) => reconfigure(installer, serial, { hub: { handle, hubId: '00A41F7C' } })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await setupOf(installer, one.serial)).toMatchObject({
    state: both[0]!.status === 'fulfilled' ? 'queued' : 'none',
  });
});

test('a registration with an expired handle stores no device and returns 410 [REG-06]', async () => {
  const hub = { handle: 'x'.repeat(43), hubId: '00A41F7C' };
  await expect(registerNew(portal, installer, { hub })).rejects.toMatchObject({ status: 410 });
  const { devices } = await installer.api.call(listDevices, { query: { limit: 200 } });
  expect(devices).toEqual([]);
});

test('concurrent changes are applied one after another, and the device gets the last change [HUB-04]', async () => {
  const { device, serial } = await registerNew(portal, installer);
  const names = ['a', 'b', 'c', 'd'];
  await Promise.all(names.map((apn) => reconfigure(installer, serial, { sim: { apn } })));
  const { rows } = await sql<{ requestId: string }>`
    select request_id from device_setup where serial = ${serial}`.execute(portal.test.database.sql);
  const last = await eventually(
    () => device.commands().find(({ requestId }) => requestId === rows[0]!.requestId),
    (command) => command !== undefined,
  );
  const previous = await installer.api.call(restoreSetup, { params: { serial } });
  expect(previous.state).toBe('queued');
  const restored = await eventually(
    () => device.commands().at(-1)!,
    ({ requestId }) => requestId !== last!.requestId,
  );
  expect(names).toContain((last!.parameters['sim'] as { apn: string }).apn);
  expect(restored.parameters['sim']).not.toEqual(last!.parameters['sim']);
});

test('a hub is unlinked, and a device without a hub refuses unlinking [HUB-07]', async () => {
  const { handle } = await verifyHubs(installer);
  const { device, serial } = await registerNew(portal, installer, { hub: { handle, hubId: '00A3E911' } });
  await apply(device, await configuration(device));
  const unlinked = await installer.api.call(unlinkHub, { params: { serial } });
  expect(unlinked).toMatchObject({ hub: null, state: 'queued', previous: { changedBy: expect.any(String) } });
  expect((await configuration(device, 2)).parameters).toEqual({ hubId: null });
  await expect(installer.api.call(unlinkHub, { params: { serial } })).rejects.toMatchObject({
    refusal: { code: 'conflict', message: texts.noHub },
  });
  expect(await installer.api.call(restoreSetup, { params: { serial } })).toMatchObject({ hub: { id: '00A3E911' } });
});

test('the hub of a user who gives the device back is unlinked, for the device too, and cannot be restored [HUB-07] [GUARD-07]', async () => {
  const user = await portal.person();
  const { handle } = await verifyHubs(installer);
  const hub = { handle, hubId: '00A3E911' };
  const { device, serial } = await registerNew(portal, installer, { hub }, user);
  await apply(device, await configuration(device));
  await user.api.call(endAssignment, { params: { serial } });
  expect(await setupOf(installer, serial)).toMatchObject({ hub: null, state: 'queued', previous: null });
  await untilDue(serial);
  expect((await configuration(device, 2)).parameters).toEqual({ hubId: null });
  const { devices } = await installer.api.call(listDevices, { query: { limit: 200 } });
  expect(devices.find(({ serialNumber }) => serialNumber === serial)).toMatchObject({ hubId: null });
});
