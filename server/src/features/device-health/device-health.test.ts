import { sql } from 'kysely';
import { telemetryTopic } from '@trace/contract/device-protocol/topics';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPortal, type Portal } from '#testing/portal';
import { connectTracker, registerDevice } from '#testing/trackers';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

test('an event that was acknowledged is stored, and a repeat of it once', async () => {
  const tracker = await connectTracker(portal);
  await registerDevice(portal, tracker.serial, await portal.person({ role: 'installer' }));
  const panic = JSON.stringify({ v: 1, boot: 9, seq: 4, ts: portal.clock.now().getTime(), kind: 'panic' });

  expect(await tracker.publishRaw(telemetryTopic(tracker.serial, 'event'), panic)).toBe(true);
  expect(await tracker.publishRaw(telemetryTopic(tracker.serial, 'event'), panic)).toBe(true);

  const { rows } = await sql<{ kind: string; boot: number; seq: number }>`
    select kind, boot, seq from device_event where boot = 9`.execute(portal.test.database.sql);
  expect(rows).toEqual([{ kind: 'panic', boot: 9, seq: 4 }]);
  await tracker.stop();
});

test('a log line that was acknowledged is stored', async () => {
  const tracker = await connectTracker(portal);
  await registerDevice(portal, tracker.serial, await portal.person({ role: 'installer' }));
  const line = JSON.stringify({
    v: 1,
    boot: 9,
    seq: 5,
    ts: portal.clock.now().getTime(),
    level: 'info',
    text: 'attached to cell 8C21',
  });

  expect(await tracker.publishRaw(telemetryTopic(tracker.serial, 'log'), line)).toBe(true);

  const { rows } = await sql<{ text: string }>`select text from device_log where boot = 9`.execute(
    portal.test.database.sql,
  );
  expect(rows).toEqual([{ text: 'attached to cell 8C21' }]);
  await tracker.stop();
});
