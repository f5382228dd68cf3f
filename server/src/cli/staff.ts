// `npm run staff -- add EMAIL [FIRST] [LAST]`: makes a staff account from the server's console, running or not.
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { createAuthFeature } from '#features/auth/auth.feature';
import { systemClock } from '#platform/clock/clock';
import { openDatabase } from '#platform/db/database';
import { migrate } from '#platform/db/migrate';
import { createJobs } from '#platform/jobs/jobs';
import { createLog } from '#platform/log/log';
import { createMail } from '#platform/mail/mail';
import type { Log } from '#platform/log/log';
import { Refusal } from '#platform/refusal/refusal';
import { createSecrets, loadSecretKey } from '#platform/secrets/secrets';
import { ConfigError, readConfig } from '#server/config';
import { reachDatabase } from './reach-database.ts';

const USAGE = 'Usage: npm run staff -- add EMAIL [FIRST NAME] [LAST NAME]';
const PASSWORD_BYTES = 15;

const [verb, email, firstName = 'Support', lastName = 'Staff', ...rest] = process.argv.slice(2);
const log = createLog({ level: 'warn' });

if (verb !== 'add' || email === undefined || rest.length > 0) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  process.exitCode = await addStaff({ email, firstName, lastName }, log);
}

/** Answers the exit code: 0 made, 1 refused with the reason on stderr. */
async function addStaff(name: { email: string; firstName: string; lastName: string }, toLog: Log): Promise<number> {
  try {
    const password = await makeAccount(name, toLog);
    console.log(`Staff account ${name.email} is made. Its password, shown this once: ${password}`);
    return 0;
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof ConfigError)) throw error;
    console.error(error.message);
    return 1;
  }
}

async function makeAccount(name: { email: string; firstName: string; lastName: string }, toLog: Log): Promise<string> {
  const config = readConfig(process.env);
  const server = await reachDatabase(config, toLog);
  try {
    await migrate({ url: server.url, directory: path.resolve(import.meta.dirname, '../../migrations'), log: toLog });
    const database = await openDatabase({ url: server.url, maxConnections: 1, log: toLog });
    try {
      const key = await loadSecretKey({ configured: config.secretKey, directory: config.dataDirectory });
      const clock = systemClock();
      const jobs = createJobs({ database, clock, log: toLog });
      const mail = createMail({ database, jobs, from: config.mail.from, clock, log: toLog });
      const auth = createAuthFeature({
        database,
        clock,
        log: toLog,
        secrets: createSecrets(key),
        jobs,
        mail,
        portalUrl: () => config.publicUrl ?? `http://${config.host}:${config.port}`,
        isSecure: false,
        isStaffSecondFactorRequired: config.staffSecondFactor,
      });
      const known = await auth.port.findAccountByEmail(name.email);
      if (known !== null) throw new Refusal('conflict', `${known.email} has an account, as ${known.role}.`);
      const password = randomPassword();
      const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
      await auth.port.createAccount({ ...name, password, role: 'staff', timeZone });
      return password;
    } finally {
      await database.stop();
    }
  } finally {
    await server.stop();
  }
}

/** Random, with one of each kind of character that the password policy asks for. */
function randomPassword(): string {
  return `${randomBytes(PASSWORD_BYTES).toString('base64url')}-aA1`;
}
