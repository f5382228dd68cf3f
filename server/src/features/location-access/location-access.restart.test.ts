import { randomUUID } from 'node:crypto';
import { startLive } from '@trace/contract/tracking/tracking.api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '#platform/log/log';
import { createSecrets } from '#platform/secrets/secrets';
import { createApp } from '#server/app';
import type { Config } from '#server/config/config';
import { eventually } from '#testing/eventually';
import { assignedDevice } from '#testing/followed-device';
import { connectByHand } from '#testing/stand-ins/hand-device';
import { age, grantAccess, keepTime } from '#testing/worlds/location-access-world';
import { startPortal, type Portal } from '#testing/portal';
import { rawCall, refusalIn } from '#testing/raw-call';
import { openStream } from '#testing/sse';

let portal: Portal;
let config: Config;

beforeAll(async () => {
  portal = await startPortal({}, (given) => (config = given), new Date());
});
afterAll(() => portal.stop());

/** Starts the server again on the same database, on its own ports. */
async function startAgain(): Promise<Portal> {
  const app = await createApp({
    config,
    databaseUrl: portal.test.appUrl,
    schema: portal.test.schema,
    clock: async () => portal.clock,
    log: createLog({ level: 'silent' }),
    secrets: createSecrets(Buffer.alloc(32, 7)),
    webDirectory: null,
  });
  const { url, mqttPort, mqttsPort } = await app.start();
  return { ...portal, app, url, mqttPort: mqttPort!, mqttsPort };
}

test('a returning page gets no position when the grant ended while the server was stopped [LOCREQ-03] [I-08]', async () => {
  const [installer, user] = await Promise.all([portal.person({ role: 'installer' }), portal.person({ premium: true })]);
  const device = await assignedDevice(portal, installer, user);
  const { serial } = device;
  const id = await grantAccess(portal, installer, user, serial);
  const started = installer.api.call(startLive, { params: { serial }, body: { viewerId: randomUUID() } });
  const [command] = await eventually(
    () => device.commands(),
    (found) => found.length === 1,
  );
  await device.answer(command!, { success: true });
  await started;
  const before = await openStream(portal, installer);
  const lastId = before.lastId();
  await portal.clock.advance(600);
  await device.say('location', { lat: 1, lng: 10 });
  await before.until('position');
  await portal.app.stop();
  before.close();

  await age(portal, id, 300_000);
  keepTime(portal);
  const again = await startAgain();
  const returned = await connectByHand(again, { serial, boot: 2 });
  const [watching, own] = await Promise.all([openStream(again, installer, lastId), openStream(again, user)]);
  await portal.clock.advance(600);
  keepTime(portal);
  await returned.say('location', { lat: 2, lng: 10 });
  await own.until('position');
  await eventually(
    () => watching.of<{ what: string }>('locationAccess.changed').at(-1)?.what,
    (what) => what === 'expired',
  );
  expect(watching.of('position')).toEqual([]);
  const paths = ['pings', 'path', 'positions?receivedSince=0'].map((what) => `/api/devices/${serial}/${what}`);
  for (const path of paths) {
    expect(refusalIn(await rawCall(again, { path, person: installer })).code).toBe('grant_required');
  }
  returned.cut();
  watching.close();
  own.close();
  await again.app.stop();
});
