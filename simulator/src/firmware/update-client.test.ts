import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Manifest } from '@trace/contract/firmware/firmware.manifest.schema';
import { openFirmwareSource } from '../testing/firmware-source.ts';
import type { FirmwareSource } from '../testing/firmware-source.ts';
import { switchOnHandDevice } from '../testing/hand-device.ts';
import type { HandDevice } from '../testing/hand-device.ts';
import { boot, BROKEN_PROJECT, isIntact } from './boot-loader.ts';
import { buildEspImage } from './esp-image.ts';
import { createMemoryFlash } from './flash.ts';
import type { Flash } from './flash.ts';
import { cutPowerAfter } from './power-cut.ts';

const IMAGE_BYTES = 700;
const image = randomBytes(IMAGE_BYTES);
let source: FirmwareSource;

beforeAll(async () => {
  source = await openFirmwareSource(image);
});
afterEach(() => {
  source.answer = null;
  source.ranges.length = 0;
});
afterAll(() => source.close());

const states = ({ reports }: HandDevice): string[] => [...new Set(reports.map(({ state }) => state))];
const last = ({ reports }: HandDevice): unknown => reports.at(-1);
async function untilEnded({ reports }: HandDevice): Promise<void> {
  await expect.poll(() => reports.at(-1)?.state, { interval: 2 }).toMatch(/^(done|failed)$/);
}

test('a tracker loads, checks, starts and confirms a signed image in its other slot [FWD-02]', async () => {
  const flash = createMemoryFlash();
  const device = switchOnHandDevice(source, flash);
  const offer = source.offer();
  expect(device.client.offer(offer)).toBeNull();
  await untilEnded(device);
  expect(states(device)).toEqual(['downloading', 'installing', 'rebooting', 'verifying', 'done']);
  expect(device.client.running()).toMatchObject({ version: '2.0.0', sequence: 20 });
  expect(flash.readImage(1)).toEqual(source.image);
  device.client.offer(offer);
  expect(last(device)).toEqual({ updateId: offer.updateId, state: 'done' });
  expect(source.ranges).toHaveLength(1);
});

const stranger = generateKeyPairSync('ed25519').privateKey;

test.each<[name: string, changed: Partial<Manifest>, failure: string]>([
  ['another model', { model: 'other' }, 'wrong_device'],
  ['another chip', { chip: 'esp32' }, 'wrong_device'],
  ['an older sequence', { sequence: 9 }, 'not_newer'],
  ['the same sequence', { sequence: 10 }, 'not_newer'],
  ['a step that is missing between', { minSequence: 11 }, 'other'],
  ['an expired manifest', { expires: '2026-01-02T00:00:00.000Z' }, 'expired'],
  ['the path of another service', { url: '/elsewhere' }, 'other'],
])('a tracker refuses %s before it loads a byte [FWD-02]', (_name, changed, failure) => {
  const device = switchOnHandDevice(source);
  device.client.offer(source.offer(changed));
  expect(last(device)).toMatchObject({ state: 'failed', failure });
  expect(source.ranges).toEqual([]);
});

test('a tracker refuses a foreign key, a changed byte of the manifest and an unknown key id [FWD-02]', () => {
  const device = switchOnHandDevice(source);
  const good = source.offer();
  const changed = good.manifest.replace('2.0.0', '2.0.1');
  for (const offer of [
    source.offer({}, stranger),
    { ...good, manifest: changed },
    { ...good, keyId: '0000000000000000' },
  ]) {
    device.client.offer(offer);
    expect(last(device)).toMatchObject({ state: 'failed', failure: 'bad_signature' });
  }
  expect(source.ranges).toEqual([]);
});

test('a tracker refuses an image whose bytes or length are not those of the manifest [FWD-02]', async () => {
  const sha256 = 'a'.repeat(64);
  for (const [changed, failure] of [
    [{ sha256 }, 'wrong_hash'],
    [{ size: IMAGE_BYTES - 1 }, 'wrong_size'],
    [{ size: IMAGE_BYTES + 1 }, 'wrong_size'],
  ] as const) {
    const device = switchOnHandDevice(source);
    device.client.offer(source.offer(changed));
    await untilEnded(device);
    expect(last(device)).toMatchObject({ state: 'failed', failure });
    expect(device.client.running()).toBeNull();
  }
});

test('a download that breaks off goes on at the byte where it ended [FWD-02]', async () => {
  source.answer = (_request, response) => {
    source.answer = null;
    response.writeHead(200, { 'content-length': IMAGE_BYTES });
    response.write(source.image.subarray(0, 300), () => response.destroy());
  };
  const device = switchOnHandDevice(source);
  device.client.offer(source.offer());
  await untilEnded(device);
  expect(last(device)).toMatchObject({ state: 'done' });
  expect(source.ranges).toEqual([null, 'bytes=300-']);
});

test('a tracker stops without a report when its offer has ended, and continues the part with the next offer', async () => {
  source.answer = (_request, response) => {
    source.answer = (_again, gone) => gone.writeHead(410).end();
    response.writeHead(200, { 'content-length': IMAGE_BYTES });
    response.write(source.image.subarray(0, 300), () => response.destroy());
  };
  const device = switchOnHandDevice(source);
  device.client.offer(source.offer());
  await expect.poll(() => device.client.isUnderWay()).toBe(false);
  expect(states(device)).toEqual(['downloading']);
  source.answer = null;
  device.client.offer(source.offer());
  await untilEnded(device);
  expect(last(device)).toMatchObject({ state: 'done' });
  expect(source.ranges.at(-1)).toBe('bytes=300-');
});

test('a tracker goes back to its old version when the new one does not come up [FWD-02]', async () => {
  const flash = createMemoryFlash();
  const device = switchOnHandDevice(source, flash, { hangsOn: ['2.0.0'] });
  device.client.offer(source.offer());
  await untilEnded(device);
  expect(last(device)).toMatchObject({ state: 'failed', failure: 'went_back' });
  expect(states(device)).not.toContain('verifying');
  expect(device.client.running()).toBeNull();
  expect(flash.readRecord().slots[1].state).toBe('aborted');
});

test('a tracker goes back from an image that hangs on every device', async () => {
  source.image = buildEspImage({ version: '2.0.0', chip: 'esp32s3', projectName: BROKEN_PROJECT });
  const device = switchOnHandDevice(source);
  device.client.offer(source.offer());
  await untilEnded(device);
  expect(last(device)).toMatchObject({ state: 'failed', failure: 'went_back' });
  source.image = image;
});

test('a restart before the confirmation goes back to the old version [FWD-02]', async () => {
  const flash = createMemoryFlash();
  const before = switchOnHandDevice(source, flash, { confirmAfterMs: 60_000 });
  before.client.offer(source.offer());
  await expect.poll(() => states(before)).toContain('verifying');
  before.client.halt();
  const after = switchOnHandDevice(source, flash);
  expect(last(after)).toMatchObject({ state: 'failed', failure: 'went_back' });
  expect(after.client.running()).toBeNull();
});

/** The power goes after so many steps. Then the device is switched on for good. */
async function updateWithCut(steps: number): Promise<{ flash: Flash; wasCut: boolean }> {
  const flash = createMemoryFlash();
  const weak = switchOnHandDevice(source, cutPowerAfter(flash, steps));
  const offer = source.offer();
  weak.client.offer(offer);
  await expect.poll(() => !weak.hasPower() || weak.reports.at(-1)?.state === 'done', { interval: 1 }).toBe(true);
  const running = boot(cutPowerAfter(flash, Infinity));
  const record = flash.readRecord();
  expect(record.slots[running].image === null || isIntact(flash, record, running), `cut ${steps}`).toBe(true);
  const healthy = switchOnHandDevice(source, flash);
  healthy.client.offer(offer);
  await untilEnded(healthy);
  // Between the first start and the confirmation a cut means going back. A later try installs the same image.
  if (healthy.reports.at(-1)?.failure === 'went_back') healthy.client.offer(offer);
  await untilEnded(healthy);
  expect(last(healthy), `cut ${steps}`).toMatchObject({ state: 'done' });
  expect(flash.readImage(1), `cut ${steps}`).toEqual(source.image);
  return { flash, wasCut: !weak.hasPower() };
}

test('a power cut at any byte and any write leaves a version that starts, and the update ends well [FWD-02]', async () => {
  let steps = 0;
  let wasCut = true;
  while (wasCut) {
    const cuts = await Promise.all(Array.from({ length: 50 }, (_, index) => updateWithCut(steps + index)));
    steps += cuts.length;
    wasCut = cuts.every((cut) => cut.wasCut);
  }
  expect(steps).toBeGreaterThan(IMAGE_BYTES);
}, 60_000);
