import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Behaviour } from '@trace/simulator/device/behaviour';
import { createUnsignedIdentity } from '@trace/simulator/device/identity';
import { readIdentity, writeUnsignedIdentity } from '@trace/simulator/device/identity-folder';
import type { Route } from '@trace/simulator/routes/route';
import { createTracker, type Tracker } from '@trace/simulator/device/tracker';
import type { DemoPortal } from './demo-portal.ts';

const COMMAND = join(resolve(import.meta.dirname, '../..'), 'server/src/cli/factory.ts');

/** A new tracker in its box. */
export interface Boxed {
  readonly serial: string;
  readonly route?: Route;
  readonly behaviour?: Partial<Behaviour>;
  readonly trustedFirmwareKeys?: readonly string[];
}

/** Unboxes a tracker: the factory has signed its certificate, and the tracker connects for the first time. */
export async function unboxTracker(portal: DemoPortal, serial: string, route: Route): Promise<Tracker> {
  const [tracker] = await unboxTrackers(portal, [{ serial, route }]);
  return tracker!;
}

/** Unboxes several trackers of one production run, whose certificates the factory signs together. */
export async function unboxTrackers(portal: DemoPortal, boxes: readonly Boxed[]): Promise<Tracker[]> {
  const folder = await mkdtemp(join(dirname(portal.dataDirectory), 'factory-'));
  await Promise.all(
    boxes.map(async ({ serial }) => writeUnsignedIdentity(folder, await createUnsignedIdentity(serial))),
  );
  await promisify(execFile)(process.execPath, [COMMAND, 'sign', folder], {
    env: { ...process.env, TRACE_DATA_DIR: portal.dataDirectory },
  });
  return Promise.all(boxes.map((box) => switchOn(portal, folder, box)));
}

async function switchOn(portal: DemoPortal, folder: string, box: Boxed): Promise<Tracker> {
  const { serial, behaviour, ...more } = box;
  const { keyPem, certificatePem, caPem } = await readIdentity(folder, serial);
  const tracker = createTracker({
    serial,
    network: { host: 'localhost', port: portal.mqttsPort, tls: { keyPem, certificatePem, caPem } },
    boot: Math.floor(Date.now() / 1_000),
    behaviour: { fixAfterMs: 0, reportSec: null, ...behaviour },
    ...more,
  });
  await tracker.start();
  return tracker;
}
