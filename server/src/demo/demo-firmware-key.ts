import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SignatureFile } from '@trace/contract/firmware/firmware.manifest.schema';
import { keyIdOf } from '@trace/simulator/firmware/manifest';
import { createTrustedKeys } from '#features/firmware/releases/firmware.keys.service';
import { systemClock } from '#platform/clock/clock';
import { openDatabase } from '#platform/db/database';
import { createLog } from '#platform/log/log';
import { reachDatabase } from '../cli/reach-database.ts';
import type { Config } from '../config/config.ts';

/** The vendor's key. Only the demo keeps it beside the server. */
export interface DemoFirmwareKey {
  readonly publicPem: string;
  sign(manifest: string): SignatureFile;
}

/** Makes the key at the first start. */
export function openFirmwareKey(directory: string): DemoFirmwareKey {
  const file = join(directory, 'firmware-private.pem');
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ed25519');
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  }
  const privateKey = createPrivateKey(readFileSync(file));
  const publicKey: KeyObject = createPublicKey(privateKey);
  return {
    publicPem: String(publicKey.export({ type: 'spki', format: 'pem' })),
    sign: (manifest) => ({
      keyId: keyIdOf(publicKey),
      signature: sign(null, Buffer.from(manifest), privateKey).toString('base64'),
    }),
  };
}

/** Trusts the key as the operator does at the console, as the owner of the database. */
export async function trustFirmwareKey(config: Config, { publicPem }: DemoFirmwareKey): Promise<void> {
  const log = createLog({ level: 'warn' });
  const reached = await reachDatabase(config, log);
  const database = await openDatabase({ url: reached.url, maxConnections: 1, log });
  await createTrustedKeys({ database, clock: systemClock() }).trust('Demo vendor', publicPem);
  await database.stop();
  await reached.stop();
}
