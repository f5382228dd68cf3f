// `npm run factory -- sign DIRECTORY`: signs the certificate requests of a production run of devices.
// `… broker DIRECTORY HOST…`: writes what an MQTT broker needs to let these devices in.
import { mkdir } from 'node:fs/promises';
import { isIP } from 'node:net';
import { systemClock } from '#platform/clock/clock';
import { writeBrokerFiles } from '#platform/devices/broker/broker-files';
import { openAuthority } from '#platform/devices/identity/authority';
import type { Authority } from '#platform/devices/identity/authority';
import { createCertificates } from '#platform/devices/identity/certificates';
import type { Certificates } from '#platform/devices/identity/certificates';
import { signDirectory } from '#platform/devices/identity/sign-directory';
import { createLog } from '#platform/log/log';
import type { Log } from '#platform/log/log';
import { Refusal } from '#platform/refusal/refusal';
import { readSettings } from '#server/config/settings-file';
import { complain, isHelpAsked, printUsage } from './complain.ts';
import { loadSecrets, withDatabase } from './with-database.ts';

const USAGE = `Usage: npm run factory -- sign DIRECTORY
Signs every <serial>.csr.pem of the folder to <serial>.crt.pem and writes ca.crt.pem.

       npm run factory -- broker DIRECTORY HOST...
Writes the authority, the revoked certificates, a certificate for the broker on these hosts, and a configuration of
Mosquitto. Run it again to renew them.`;

/** Names of a network of containers can contain `_`. */
const HOST_NAME = /^(?=.{1,253}$)[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?(?:\.[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?)*$/i;

interface Issuing {
  readonly authority: Authority;
  readonly certificates: Certificates;
}

const [verb, directory, ...rest] = process.argv.slice(2);
const log = createLog({ level: 'warn' });

const isSigning = verb === 'sign' && rest.length === 0;
const isForBroker = verb === 'broker' && rest.length > 0;
if (isHelpAsked() || directory === undefined || !(isSigning || isForBroker)) {
  process.exitCode = printUsage(USAGE);
} else {
  process.exitCode = await explained(isSigning ? sign(directory, log) : writeForBroker(directory, rest, log));
}

async function explained(work: Promise<number>): Promise<number> {
  try {
    return await work;
  } catch (error) {
    return complain(error);
  }
}

/** Returns the exit code: 0 when all requests are signed, 1 when a request was refused. */
async function sign(folder: string, toLog: Log): Promise<number> {
  const report = await withAuthority(toLog, ({ certificates }) => signDirectory({ certificates, directory: folder }));
  const { signed, skipped, refused } = report;
  console.log(`${signed.length} signed, ${skipped.length} already signed, ${refused.length} refused.`);
  for (const { serial, reason } of refused) console.error(`${serial}: ${reason}`);
  return refused.length === 0 ? 0 : 1;
}

async function writeForBroker(folder: string, hostNames: readonly string[], toLog: Log): Promise<number> {
  const wrong = hostNames.find((name) => !HOST_NAME.test(name) && isIP(name) === 0);
  if (wrong !== undefined)
    throw new Refusal('invalid_input', `${JSON.stringify(wrong)} is neither a host name nor an IP address.`);
  await mkdir(folder, { recursive: true });
  const names = await withAuthority(toLog, (issuing) => writeBrokerFiles({ ...issuing, hostNames, directory: folder }));
  console.log(`Written to ${folder}: ${names.join(', ')}. The certificate of the broker lasts 90 days.`);
  return 0;
}

function withAuthority<Result>(toLog: Log, work: (issuing: Issuing) => Promise<Result>): Promise<Result> {
  const config = readSettings(process.env);
  return withDatabase({ config, log: toLog, maxConnections: 2 }, async (database) => {
    const secrets = await loadSecrets(config);
    const authority = await openAuthority({ database, secrets, clock: systemClock() });
    return work({ authority, certificates: createCertificates({ database, authority }) });
  });
}
