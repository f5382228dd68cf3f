// The simulated tracker against the real server: a client of the protocol with two slots and a flash that can lose power.
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getDeviceFirmware } from '@trace/contract/firmware/firmware.api';
import { publishRelease } from '@trace/contract/firmware/staff/firmware.staff.api';
import type { Release } from '@trace/contract/firmware/staff/firmware.staff.schema';
import type { Tracker, TrackerOptions } from '@trace/simulator/device/tracker';
import { buildEspImage } from '@trace/simulator/firmware/esp-image';
import { createMemoryFlash } from '@trace/simulator/firmware/flash';
import { cutPowerAfter } from '@trace/simulator/firmware/power-cut';
import { createTrustedKeys } from './releases/firmware.keys.service.ts';
import { signManifest } from './releases/firmware.manifest.service.ts';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall } from '#testing/raw-call';
import { connectTracker, registerDevice } from '#testing/trackers';
import { chosen, rolloutWorld, type RolloutWorld } from '#testing/worlds/rollout-world';

const RELEASES = '/api/support/firmware/releases';
const IMAGE_BYTES = 20_000;
/** Steps of the flash before the first byte of the image: two records and an erasure. */
const PREPARING = 3;
const vendor = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ed25519');
const pemOf = ({ publicKey }: typeof vendor): string => String(publicKey.export({ type: 'spki', format: 'pem' }));

let portal: Portal;
let world: RolloutWorld;
let installer: SignedIn;
let releaseId: string;
const trackers: Tracker[] = [];

beforeAll(async () => {
  portal = await startPortal({ FIRMWARE_CONFIRM_SEC: '10' }, undefined, new Date());
  world = await rolloutWorld(portal);
  installer = await portal.person({ role: 'installer' });
  const { database } = portal.test;
  await createTrustedKeys({ database, clock: portal.clock }).trust('Vendor', pemOf(vendor));
  releaseId = await publish();
});
afterAll(async () => {
  await Promise.all(trackers.map((tracker) => tracker.stop()));
  await portal.stop();
});

/** Uploads, signs and publishes 1.1.0 through the interface of staff. */
async function publish(): Promise<string> {
  const person = world.staff;
  const uploaded = await rawCall(portal, {
    method: 'POST',
    path: `${RELEASES}?fileName=tracker.bin&version=1.1.0`,
    person,
    headers: { 'content-type': 'application/octet-stream' },
    body: buildEspImage({ version: '1.1.0', chip: 'esp32s3', sizeBytes: IMAGE_BYTES }),
  });
  const { id } = uploaded.json as Release;
  const manifest = await rawCall(portal, { path: `${RELEASES}/${id}/manifest`, person });
  await person.api.call(publishRelease, { params: { id }, body: signManifest(manifest.text, vendor.privateKey) });
  return id;
}

const behaviour = {
  firmware: '1.0.0',
  rebootMs: 10,
  update: { bytesPerSec: null, installMs: 1, confirmAfterMs: 50, hangsOn: [] },
};

async function switchOn(options: Partial<TrackerOptions>): Promise<Tracker> {
  const tracker = await connectTracker(portal, { trustedFirmwareKeys: [pemOf(vendor)], ...options, behaviour });
  trackers.push(tracker);
  return tracker;
}

async function newDevice(options: Partial<TrackerOptions>): Promise<Tracker> {
  const tracker = await switchOn(options);
  await registerDevice(portal, tracker.serial, installer);
  // The heartbeat of a registered device.
  tracker.change({});
  return tracker;
}

test('the server knows which version runs after a power cut, a refusal and a normal update [FWD-02]', async () => {
  const cuts = [
    ['half of the image', PREPARING + IMAGE_BYTES / 2],
    ['the choice of the slot', PREPARING + IMAGE_BYTES + 1],
    ['the first start', PREPARING + IMAGE_BYTES + 2],
    ['the confirmation', PREPARING + IMAGE_BYTES + 3],
  ] as const;
  const devices = [await newDevice({}), await newDevice({ trustedFirmwareKeys: [pemOf(stranger)] })];
  const flashes = cuts.map(() => createMemoryFlash());
  for (const [index, [, steps]] of cuts.entries())
    devices.push(await newDevice({ flash: cutPowerAfter(flashes[index]!, steps) }));

  const { id } = await world.start(releaseId, chosen(devices), { settings: { failureLimitPct: 50 } });
  await world.round();
  for (const [index, [cut]] of cuts.entries()) {
    const { serial, state } = devices[index + 2]!;
    await expect.poll(() => state().phase, { message: `power cut at ${cut}` }).toBe('crashed');
    // The same flash with a supply that holds.
    await switchOn({ serial, flash: flashes[index]!, boot: 10 });
  }
  const read = async () => {
    await world.round();
    const all = await world.devicesOf(id);
    return devices.map(({ serial }) => {
      const { state, failure, currentVersion } = all.find(({ serialNumber }) => serialNumber === serial)!;
      return [state, failure, currentVersion].join(' ');
    });
  };
  await expect
    .poll(read, { timeout: 20_000 })
    .toEqual([
      'done  1.1.0',
      'failed bad_signature 1.0.0',
      'done  1.1.0',
      'done  1.1.0',
      'done  1.1.0',
      'failed went_back 1.0.0',
    ]);
  const shown = await installer.api.call(getDeviceFirmware, { params: { serial: devices[1]!.serial } });
  expect(shown.update).toMatchObject({ state: 'failed', failure: 'bad_signature' });
});
