import { sendDeviceCommand } from '@trace/contract/device-commands/device-commands.api';
import { deviceStatusFunction } from '@trace/contract/device-status/device-status.function.api';
import { verifySerial } from '@trace/contract/devices/registration/devices.registration.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall, refusalIn, type RawAnswer } from '#testing/raw-call';
import { newSerial, registerDevice } from '#testing/trackers';

let portal: Portal;
let installer: SignedIn;
beforeAll(async () => {
  portal = await startPortal();
  installer = await portal.person({ role: 'installer' });
});
afterAll(() => portal.stop());

const ask = (person: SignedIn, body: object): Promise<RawAnswer> =>
  rawCall(portal, { method: 'POST', path: deviceStatusFunction.path, person, body });

async function enterInRegistry(): Promise<string> {
  const serial = newSerial();
  await sql`insert into device_registry (serial, entered_by) values (${serial}, 'factory')`.execute(
    portal.test.database.sql,
  );
  return serial;
}

test('a heartbeat over HTTP is refused without effect, also for the own device [T09] [FN-01]', async () => {
  const serialNumber = await enterInRegistry();
  const user = await portal.person();
  await registerDevice(portal, serialNumber, installer, user);
  const before = (await ask(user, { serialNumber, action: 'getStatus' })).json;
  const refused = await ask(user, { serialNumber, action: 'heartbeat', status: 'online' });
  expect([refused.status, refusalIn(refused).field]).toEqual([403, 'body.action']);
  expect((await ask(user, { serialNumber, action: 'getStatus' })).json).toEqual(before);
  expect(before).toMatchObject({ success: true, status: 'awaiting', lastSeen: null });
});

test('verifyExists returns only whether a serial is in the registry, registered or not [FN-01]', async () => {
  const serialNumber = await enterInRegistry();
  const exists = async (serial: string) =>
    (await ask(installer, { serialNumber: serial, action: 'verifyExists' })).json;
  expect(await exists(serialNumber)).toEqual({ success: true, exists: true });
  const other = await portal.person({ role: 'installer' });
  await registerDevice(portal, serialNumber, other);
  expect(await exists(serialNumber)).toEqual({ success: true, exists: true });
  expect(await exists(newSerial())).toEqual({ success: true, exists: false });
  expect(await exists(serialNumber.toLowerCase())).toEqual({ success: true, exists: false });
});

test('looking up serials has a rate limit for each person [FN-01] [T07]', async () => {
  const curious = await portal.person({ role: 'installer' });
  const look = () => ask(curious, { serialNumber: newSerial(), action: 'verifyExists' });
  const { calls } = verifySerial.limit!;
  for (let count = 0; count < calls; count += 1) expect((await look()).status).toBe(200);
  expect((await look()).status).toBe(429);
  expect((await ask(installer, { serialNumber: newSerial(), action: 'verifyExists' })).status).toBe(200);
});

test.each([{ bluetoothEnabled: true }, { sleepModeEnabled: true, bluetoothDeviceName: 'Boat' }])(
  'Bluetooth settings %j are locked for everyone, whoever has the device, and send no command [FN-01] [T71]',
  async (parameters) => {
    const serialNumber = await enterInRegistry();
    const user = await portal.person();
    await registerDevice(portal, serialNumber, installer, user);
    const body = { serialNumber, command: 'configure', parameters };
    for (const person of [user, installer, await portal.person()]) {
      const refused = await rawCall(portal, { method: 'POST', path: sendDeviceCommand.path, person, body });
      expect([refused.status, refusalIn(refused).code]).toEqual([423, 'locked']);
    }
    const path = `/api/devices/${serialNumber}/commands`;
    expect((await rawCall(portal, { path, person: user })).json).toMatchObject({ commands: [] });
  },
);

test.each([
  ['an unknown action', { action: 'explode' }],
  ['no action', {}],
  ['a status for getStatus', { action: 'getStatus', status: 'online' }],
  ['no config', { action: 'reconfigure' }],
  ['an unknown setting', { action: 'reconfigure', config: { hubName: 'Quay' } }],
  ['somebody else', { action: 'getStatus', userEmail: 'person-1@example.com' }],
])('%s is refused [FN-02] [FN-01]', async (_what, body) => {
  expect((await ask(installer, { serialNumber: 'Trace_1', ...body })).status).toBe(400);
});
