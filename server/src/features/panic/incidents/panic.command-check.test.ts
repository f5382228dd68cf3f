import { sendDeviceCommand } from '@trace/contract/device-commands/device-commands.api';
import { closeIncident } from '@trace/contract/panic/panic.api';
import { panicTexts as texts } from '@trace/contract/panic/panic.texts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { incidentOf } from '#testing/panic-incidents';
import type { SignedIn } from '#testing/portal';
import { rawCall, refusalIn } from '#testing/raw-call';
import { startPanicWorld, type PanicWorld } from '#testing/worlds/panic-world';

let world: PanicWorld;
beforeAll(async () => {
  world = await startPanicWorld();
});
afterAll(() => world.stop());

const restart = { command: 'restart' };
const sleep = (sleepModeEnabled: boolean) => ({ command: 'configure', parameters: { sleepModeEnabled } });

const give = (person: SignedIn, serialNumber: string, command: object) =>
  rawCall(world.portal, {
    method: 'POST',
    path: sendDeviceCommand.path,
    person,
    body: { serialNumber, when: 'now', ...command },
  });

test('refuses to restart a device and to put it to sleep until its emergency is closed [PANIC-04] [A-937]', async () => {
  const { user, device } = await world.protectedUser();
  await world.press(device);
  const { id } = await incidentOf(user);
  const isRefused = { code: 'conflict', message: texts.deviceInEmergency };
  for (const person of [user, world.installer])
    for (const command of [restart, sleep(true)])
      expect(refusalIn(await give(person, device.serial, command))).toMatchObject(isRefused);
  for (const command of [{ command: 'getStatus' }, sleep(false)])
    expect((await give(world.installer, device.serial, command)).status).toBe(200);
  await user.api.call(closeIncident, { params: { id }, body: { outcome: 'false_alarm' } });
  expect((await give(world.installer, device.serial, restart)).status).toBe(200);
  device.cut();
});

test('a silent alarm refuses a restart to the installer, and not to its wearer [PANIC-04] [A-937]', async () => {
  const { user, device } = await world.protectedUser();
  await world.press(device);
  const { id } = await incidentOf(user);
  await sql`update panic_incident set kind = 'duress' where id = ${id}`.execute(world.portal.test.database.sql);
  expect((await give(world.installer, device.serial, restart)).status).toBe(409);
  expect((await give(user, device.serial, restart)).status).toBe(200);
  device.cut();
});
