import { execFile } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { DemoPortal } from './demo-portal.ts';

const COMMAND = join(resolve(import.meta.dirname, '../..'), 'server/src/cli/firmware.ts');

/** The vendor's key, on a computer that is not the server. */
export interface FirmwareKey {
  readonly publicPem: string;
  /** Where the vendor keeps manifests and signatures. */
  readonly folder: string;
  /** Signs a manifest with the real command. Returns the path of the signature. */
  sign(manifestPath: string): Promise<string>;
}

/** Makes a signing key and lets the server trust it. */
export async function makeFirmwareKey(portal: DemoPortal): Promise<FirmwareKey> {
  const folder = await mkdtemp(join(dirname(portal.dataDirectory), 'vendor-'));
  const run = async (...words: string[]): Promise<void> => {
    await promisify(execFile)(process.execPath, [COMMAND, ...words], {
      env: { ...process.env, TRACE_DATA_DIR: portal.dataDirectory },
    });
  };
  const publicPath = join(folder, 'firmware-public.pem');
  await run('keygen', folder);
  await run('trust', 'Story', publicPath);
  return {
    publicPem: await readFile(publicPath, 'utf8'),
    folder,
    async sign(manifestPath) {
      await run('sign', manifestPath, '--key', join(folder, 'firmware-private.pem'));
      return `${manifestPath}.sig`;
    },
  };
}
