import { getDeviceFirmware, startFirmwareUpdate } from '@trace/contract/firmware/firmware.api';
import type { FirmwareUpdate } from '@trace/contract/firmware/firmware.schema';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignedDevice } from '#testing/followed-device';
import { startPortal, type Portal } from '#testing/portal';
import { openStream } from '#testing/sse';
import { offerFirmware } from '#testing/worlds/firmware-offer-world';
import { chosen, rolloutWorld } from '#testing/worlds/rollout-world';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

test('a wanted update is offered to the device, and the progress of the device reaches its user [FWD-01] [FWD-02]', async () => {
  const [model, world] = ['boat-tracker', await rolloutWorld(portal)];
  const [user, installer] = [await portal.person(), await portal.person({ role: 'installer' })];
  const hand = await assignedDevice(portal, installer, user);
  const runs = (batteryPct: number) =>
    hand.say('heartbeat', { status: 'online', intervalSec: 60, firmware: '1.0.0', model, batteryPct });
  await runs(10);
  const releaseId = await world.publish({ model, version: '1.1.0' });
  // All day is quiet, so only the wish of a person begins an update.
  const quietHours = { from: '00:00', to: '00:00', timeZone: 'UTC' };
  await world.start(releaseId, chosen([hand]), { settings: { quietHours } });
  const waits = { offer: { releaseId }, update: { state: 'waiting', isWanted: false } };
  const look = async () => {
    await world.round();
    return user.api.call(getDeviceFirmware, { params: { serial: hand.serial } });
  };
  await expect.poll(look).toMatchObject(waits);
  const stream = await openStream(portal, user);

  const { id } = await user.api.call(startFirmwareUpdate, { params: { serial: hand.serial }, body: { releaseId } });
  const seen = () => stream.of<{ update: FirmwareUpdate }>('firmware.update').at(-1)?.update;
  await expect
    .poll(async () => {
      await world.round();
      return seen();
    })
    .toMatchObject({ id, isWanted: true, waitingFor: 'battery_low' });
  await runs(80);
  const offer = () => hand.commands().find(({ command }) => command === 'updateFirmware');
  await expect
    .poll(async () => {
      await world.round();
      return offer()?.parameters['updateId'];
    })
    .toBe(id);
  await hand.say('update', { updateId: id, state: 'downloading', progressPct: 45 });

  await expect.poll(seen).toMatchObject({ id, state: 'downloading', progressPct: 45, isWanted: true });
  stream.close();
  hand.cut();
});

test('cancels the wanted update of a device that another tracker replaced when its rollout is done [FWD-01]', async () => {
  const [model, world] = ['van-tracker', await rolloutWorld(portal)];
  const [user, installer] = [await portal.person(), await portal.person({ role: 'installer' })];
  const hand = await assignedDevice(portal, installer, user);
  await hand.say('heartbeat', { status: 'online', intervalSec: 60, firmware: '1.0.0', model, batteryPct: 10 });
  const { serial } = hand;
  const { releaseId } = await offerFirmware(portal, { model, version: '1.1.0', state: 'done' });
  await user.api.call(startFirmwareUpdate, { params: { serial }, body: { releaseId } });
  const stateOf = async () => {
    await world.round();
    const { rows } = await sql<{ state: string }>`
      select u.state from firmware_update u join device d on d.id = u.device_id where d.serial = ${serial}`.execute(
      portal.test.database.sql,
    );
    return rows[0]?.state;
  };
  expect(await stateOf()).toBe('waiting');
  await sql`update device set replaced_at = now(), replaced_by = 'Trace_NEW' where serial = ${serial}`.execute(
    portal.test.database.sql,
  );
  expect(await stateOf()).toBe('cancelled');
  hand.cut();
});
