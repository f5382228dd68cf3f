// `node server/src/cli/factory.ts sign DIRECTORY`: signs the certificate requests of a production run of devices.
import path from 'node:path';
import { systemClock } from '#platform/clock/clock';
import { openDatabase } from '#platform/db/database';
import { migrate } from '#platform/db/migrate';
import { openAuthority } from '#platform/devices/identity/authority';
import { createCertificates } from '#platform/devices/identity/certificates';
import { signDirectory } from '#platform/devices/identity/sign-directory';
import type { SigningReport } from '#platform/devices/identity/sign-directory';
import { createLog } from '#platform/log/log';
import type { Log } from '#platform/log/log';
import { createSecrets, loadSecretKey } from '#platform/secrets/secrets';
import { ConfigError, readConfig } from '#server/config';
import { reachDatabase } from './reach-database.ts';

const USAGE = `Usage: node server/src/cli/factory.ts sign DIRECTORY
Signs every <serial>.csr.pem of the folder to <serial>.crt.pem and writes ca.crt.pem.`;

const [verb, directory, ...rest] = process.argv.slice(2);
const log = createLog({ level: 'warn' });

if (verb !== 'sign' || directory === undefined || rest.length > 0) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  process.exitCode = await sign(directory, log);
}

/** Returns the exit code: 0 when all requests are signed, 1 when a request was refused. */
async function sign(folder: string, toLog: Log): Promise<number> {
  try {
    const { signed, skipped, refused } = await signWithAuthority(folder, toLog);
    console.log(`${signed.length} signed, ${skipped.length} already signed, ${refused.length} refused.`);
    for (const { serial, reason } of refused) console.error(`${serial}: ${reason}`);
    return refused.length === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    return 1;
  }
}

async function signWithAuthority(folder: string, toLog: Log): Promise<SigningReport> {
  const config = readConfig(process.env);
  const server = await reachDatabase(config, toLog);
  try {
    await migrate({ url: server.url, directory: path.resolve(import.meta.dirname, '../../migrations'), log: toLog });
    const database = await openDatabase({ url: server.url, maxConnections: 2, log: toLog });
    try {
      const key = await loadSecretKey({
        configured: config.secretKey,
        directory: config.dataDirectory,
        isDatabaseElsewhere: config.databaseUrl !== null,
      });
      const authority = await openAuthority({ database, secrets: createSecrets(key), clock: systemClock() });
      const certificates = createCertificates({ database, authority });
      return await signDirectory({ certificates, directory: folder });
    } finally {
      await database.stop();
    }
  } finally {
    await server.stop();
  }
}
