import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { DemoPortal } from './demo-portal.ts';

const COMMAND = join(resolve(import.meta.dirname, '../..'), 'server/src/cli/registry.ts');

/** Enters serials into the registry of devices by the operator's own command, while the portal runs. */
export async function enterSerials(portal: DemoPortal, serials: readonly string[]): Promise<void> {
  const file = join(dirname(portal.dataDirectory), 'registry.csv');
  await writeFile(file, ['serial_number', ...serials, ''].join('\r\n'));
  await promisify(execFile)(process.execPath, [COMMAND, 'load', file], {
    env: { ...process.env, TRACE_DATA_DIR: portal.dataDirectory },
  });
}
