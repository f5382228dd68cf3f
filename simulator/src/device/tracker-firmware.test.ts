import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { messageSchemas } from '@trace/contract/device-protocol/messages';
import { openFlashFolder } from '../firmware/flash-folder.ts';
import type { FirmwareOffer } from '../firmware/flash.ts';
import { openEndpoint } from '../testing/endpoint.ts';
import type { Endpoint } from '../testing/endpoint.ts';
import { openFirmwareSource } from '../testing/firmware-source.ts';
import type { FirmwareSource } from '../testing/firmware-source.ts';
import { createTracker } from './tracker.ts';
import type { Tracker } from './tracker.ts';

let source: FirmwareSource;
let endpoint: Endpoint;
let folder: string;
let trackers: Tracker[] = [];

beforeAll(async () => {
  source = await openFirmwareSource(randomBytes(100_000));
});
beforeEach(async () => {
  endpoint = await openEndpoint();
  folder = await mkdtemp(join(tmpdir(), 'trace-flash-'));
});
afterEach(async () => {
  await Promise.all(trackers.map((tracker) => tracker.stop()));
  trackers = [];
  await endpoint.close();
  await rm(folder, { recursive: true });
});
afterAll(() => source.close());

async function switchOn(trustedFirmwareKeys: string[], hangsOn: string[] = []): Promise<Tracker> {
  const tracker = createTracker({
    serial: 'Trace_0001',
    network: endpoint.network,
    trustedFirmwareKeys,
    flash: openFlashFolder(folder, 'Trace_0001'),
    behaviour: {
      reportSec: null,
      rebootMs: 10,
      firmware: '1.0.0',
      firmwareSequence: 10,
      update: { bytesPerSec: null, installMs: 1, confirmAfterMs: 1, hangsOn },
    },
  });
  trackers.push(tracker);
  await tracker.start();
  return tracker;
}

function offer(parameters: FirmwareOffer): void {
  const expiresAt = Date.now() + 30_000;
  endpoint.command('Trace_0001', {
    v: 1,
    requestId: randomUUID(),
    command: 'updateFirmware',
    parameters,
    expiresAt,
  });
}

const bodies = (kind: string): Record<string, unknown>[] =>
  endpoint.arrived.filter((arrived) => arrived.kind === kind).map(({ body }) => body ?? {});
const lastUpdate = (): Record<string, unknown> => bodies('update').at(-1) ?? {};

test('a tracker reports each step of its update and then runs the new version, also after a restart [FWD-02]', async () => {
  const tracker = await switchOn([source.publicKey]);
  offer(source.offer());
  await endpoint.until('the update is done', () => lastUpdate()['state'] === 'done');
  for (const body of bodies('update')) messageSchemas.update.parse(body);
  expect([...new Set(bodies('update').map(({ state, boot, version }) => [state, boot, version].join(' ')))]).toEqual([
    'downloading 1 1.0.0',
    'installing 1 1.0.0',
    'rebooting 1 1.0.0',
    'verifying 2 2.0.0',
    'done 2 2.0.0',
  ]);
  expect(bodies('reply')[0]).toMatchObject({ result: { success: true } });
  const heartbeats = bodies('heartbeat');
  expect(heartbeats[0]).toMatchObject({ firmware: '1.0.0', firmwareSequence: 10, model: 'gps-tracker' });
  expect(heartbeats.map(({ status }) => status)).toContain('updating');
  expect(heartbeats.at(-1)).toMatchObject({ firmware: '2.0.0', firmwareSequence: 20, chip: 'esp32s3' });
  await tracker.stop();
  expect((await switchOn([source.publicKey])).state().firmware).toBe('2.0.0');
});

test('a tracker whose new version does not start reports that it went back, with its old version [FWD-02]', async () => {
  const tracker = await switchOn([source.publicKey], ['2.0.0']);
  offer(source.offer());
  await endpoint.until('the update has failed', () => lastUpdate()['state'] === 'failed');
  expect(lastUpdate()).toMatchObject({ failure: 'went_back', version: '1.0.0' });
  expect(tracker.state().firmware).toBe('1.0.0');
});

test('a tracker without trusted keys refuses every update [FWD-02]', async () => {
  await switchOn([]);
  offer(source.offer());
  await endpoint.until('the update has failed', () => lastUpdate()['state'] === 'failed');
  expect(lastUpdate()).toMatchObject({ failure: 'bad_signature' });
});

test('a tracker that loses its power in the middle of a download goes on when it is switched on [FWD-02]', async () => {
  source.answer = (_request, response) => {
    source.answer = null;
    response.writeHead(200, { 'content-length': source.image.length });
    response.write(source.image.subarray(0, 40_000));
  };
  const tracker = await switchOn([source.publicKey]);
  offer(source.offer());
  await endpoint.until('40 % are loaded', () => lastUpdate()['progressPct'] === 40);
  tracker.crash();
  await tracker.start();
  await endpoint.until('the update is done', () => lastUpdate()['state'] === 'done');
  expect(source.ranges.at(-1)).toBe('bytes=40000-');
});
