import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assignedDevice } from '#testing/followed-device';
import { startPortal, type Portal } from '#testing/portal';
import { trackingPersonData } from './tracking.person-data.service.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

test('the download holds each position with its details, and names the place where it is cut [SET-05]', async () => {
  const [installer, person] = [await portal.person({ role: 'installer' }), await portal.person()];
  const { serial } = await assignedDevice(portal, installer, person);
  const { rows } = await sql<{ id: number }>`select id from device where serial = ${serial}`.execute(
    portal.test.database.sql,
  );
  const id = rows[0]!.id;
  const from = portal.clock.now().getTime();
  for (const second of [1, 2, 3]) {
    await sql`
      insert into position (device_id, at, boot, seq, lat, lng, speed_mps, accuracy_m, skewed, received_at)
      values (${id}, ${new Date(from + second * 1_000)}, 1, ${second}, -33.8, 151.2, 12.5, 4, false, now())`.execute(
      portal.test.database.sql,
    );
  }
  const read = async (most?: number) => {
    const personData = trackingPersonData({
      devices: portal.app.devices,
      retention: { restoredSpans: async () => [] },
      erase: async () => {},
      ...(most !== undefined && { mostPositions: most }),
    });
    const { devices } = await personData.read(portal.test.database.sql, person.id);
    return (devices as { positions: Record<string, unknown>[]; leftOutBefore: Date | null }[])[0]!;
  };
  const whole = await read(3);
  expect([whole.positions.length, whole.leftOutBefore]).toEqual([3, null]);
  expect(whole.positions[0]).toMatchObject({ lat: -33.8, lng: 151.2, speedMps: 12.5, accuracyM: 4 });
  const cut = await read(2);
  expect([cut.positions.length, cut.leftOutBefore]).toEqual([2, new Date(from + 2_000)]);
});
