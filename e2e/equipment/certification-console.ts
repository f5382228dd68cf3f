import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { DemoPortal } from './demo-portal.ts';

const COMMAND = join(resolve(import.meta.dirname, '../..'), 'server/src/cli/certifications.ts');

/** Records at the server's console that a person completed the training. */
export async function certify(
  portal: DemoPortal,
  { number, email, fullName }: { number: string; email: string; fullName: string },
): Promise<void> {
  await promisify(execFile)(process.execPath, [COMMAND, 'add', number, email, fullName], {
    env: { ...process.env, TRACE_DATA_DIR: portal.dataDirectory },
  });
}
