import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { DemoPortal } from './demo-portal.ts';

const COMMAND = join(resolve(import.meta.dirname, '../..'), 'server/src/cli/registry.ts');

/** Enters serials into the registry of devices by the operator's own command, while the portal runs. */
export const enterSerials = (portal: DemoPortal, serials: readonly string[]): Promise<void> =>
  loadRegistry(portal, ['serial_number', ...serials]);

/** Enters a device whose label has a claim code. */
export const enterClaimed = (portal: DemoPortal, serial: string, claimCode: string): Promise<void> =>
  loadRegistry(portal, ['serial_number,claim_code', `${serial},${claimCode}`]);

async function loadRegistry(portal: DemoPortal, lines: readonly string[]): Promise<void> {
  const file = join(dirname(portal.dataDirectory), 'registry.csv');
  await writeFile(file, [...lines, ''].join('\r\n'));
  await promisify(execFile)(process.execPath, [COMMAND, 'load', file], {
    env: { ...process.env, TRACE_DATA_DIR: portal.dataDirectory },
  });
}
