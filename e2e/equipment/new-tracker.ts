import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createUnsignedIdentity } from '@trace/simulator/identity';
import { readIdentity, writeUnsignedIdentity } from '@trace/simulator/identity-folder';
import type { Route } from '@trace/simulator/routes/route';
import { createTracker, type Tracker } from '@trace/simulator/tracker';
import type { DemoPortal } from './demo-portal.ts';

const COMMAND = join(resolve(import.meta.dirname, '../..'), 'server/src/cli/factory.ts');

/** A tracker that leaves its box: the factory has signed its certificate, and it connects for the first time. */
export async function unboxTracker(portal: DemoPortal, serial: string, route: Route): Promise<Tracker> {
  const folder = await mkdtemp(join(dirname(portal.dataDirectory), 'factory-'));
  await writeUnsignedIdentity(folder, await createUnsignedIdentity(serial));
  await promisify(execFile)(process.execPath, [COMMAND, 'sign', folder], {
    env: { ...process.env, TRACE_DATA_DIR: portal.dataDirectory },
  });
  const { keyPem, certificatePem, caPem } = await readIdentity(folder, serial);
  const tracker = createTracker({
    serial,
    network: { host: 'localhost', port: portal.mqttsPort, tls: { keyPem, certificatePem, caPem } },
    boot: Math.floor(Date.now() / 1_000),
    behaviour: { fixAfterMs: 0, reportSec: null },
    route,
  });
  await tracker.start();
  return tracker;
}
