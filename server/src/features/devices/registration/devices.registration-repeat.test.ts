import { registerDevice, removeDevice } from '@trace/contract/devices/registration/devices.registration.api';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { codeOf } from '#testing/registry';
import { newSerial } from '#testing/trackers';

let portal: Portal;
let installer: SignedIn;

beforeAll(async () => {
  portal = await startPortal();
  installer = await portal.person({ role: 'installer' });
});
afterAll(() => portal.stop());

const enter = async (): Promise<string> => {
  const serial = newSerial();
  await portal.app.gateway.registry.enter(serial);
  return serial;
};
const register = (person: SignedIn, serialNumber: string, registrationId: string) =>
  person.api.call(registerDevice, {
    body: { serialNumber, nickname: 'Van', claimCode: null, hub: null, sim: null, registrationId },
  });
const written = async (serial: string): Promise<number> => {
  const { rows } = await sql`
    select from audit_log where action = 'device.register' and subject_id = ${serial}`.execute(
    portal.test.database.sql,
  );
  return rows.length;
};

test('a repeated registration returns the first response and registers once [PWA-01]', async () => {
  const [serial, id] = [await enter(), randomUUID()];
  const answers = await Promise.all(Array.from({ length: 6 }, () => register(installer, serial, id)));
  expect(answers).toEqual(answers.map(() => ({ serialNumber: serial, setup: 'none' })));
  expect(await register(installer, serial, id)).toEqual({ serialNumber: serial, setup: 'none' });
  expect(await written(serial)).toBe(1);
});

test('the id works for no other person and no other device, and another id does not work [PWA-01]', async () => {
  const [serial, other, id] = [await enter(), await enter(), randomUUID()];
  await register(installer, serial, id);
  const colleague = await portal.person({ role: 'installer' });
  expect(await codeOf(register(colleague, serial, id))).toBe('conflict');
  expect(await codeOf(register(installer, other, id))).toBe('conflict');
  expect(await codeOf(register(installer, serial, randomUUID()))).toBe('conflict');
  expect(await written(other)).toBe(0);
});

test('two devices registered at once under the same id: one device is registered [PWA-01]', async () => {
  const [one, two, id] = [await enter(), await enter(), randomUUID()];
  const codes = await Promise.all([one, two].map((serial) => codeOf(register(installer, serial, id))));
  expect(codes.toSorted()).toEqual(['allowed', 'conflict']);
});

test('the id is free again after the device is removed, like the device [PWA-01]', async () => {
  const [serial, id] = [await enter(), randomUUID()];
  await register(installer, serial, id);
  await installer.api.call(removeDevice, { params: { serial }, body: { confirmation: null } });
  expect(await codeOf(register(installer, serial, id))).toBe('allowed');
  expect(await written(serial)).toBe(2);
});
