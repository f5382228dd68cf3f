// `npm run staff -- …`: makes staff accounts and approves lost second factors from the server's console, running or not.
import { randomBytes } from 'node:crypto';
import { newStaffSchema } from '@trace/contract/support-staff/support-staff.schema';
import { createAuthFeature } from '#features/auth/auth.feature';
import { createPeopleFeature } from '#features/people/people.feature';
import type { PeoplePort } from '#features/people/people.port';
import type { AuthPort } from '#features/auth/auth.port';
import { systemClock } from '#platform/clock/clock';
import { createBus } from '#platform/bus/bus';
import { createJobs } from '#platform/jobs/jobs';
import { createLog } from '#platform/log/log';
import { createMail } from '#platform/mail/mail';
import type { Log } from '#platform/log/log';
import { Refusal } from '#platform/refusal/refusal';
import { readSettings } from '#server/config/settings-file';
import { complain, isHelpAsked, printUsage } from './complain.ts';
import { loadSecrets, withDatabase } from './with-database.ts';

const USAGE = `Usage: npm run staff -- add EMAIL [FIRST NAME] [LAST NAME]
       npm run staff -- approve-second-factor EMAIL   (verify the person's identity first)`;
const namesSchema = newStaffSchema.pick({ firstName: true, lastName: true });
const PASSWORD_BYTES = 15;

const [verb, email, firstName = 'Support', lastName = 'Staff', ...rest] = process.argv.slice(2);
const log = createLog({ level: 'warn' });

/** A task to run. Resolves to the message for the console. */
type Task = (auth: AuthPort, people: PeoplePort) => Promise<string>;

const task = isHelpAsked() ? null : taskOf();
if (task === null) {
  process.exitCode = printUsage(USAGE);
} else {
  process.exitCode = await carryOut(task, log);
}

function taskOf(): Task | null {
  if (email === undefined || rest.length > 0) return null;
  if (verb === 'add') return (auth, people) => makeAccount(auth, people, { email, firstName, lastName });
  if (verb === 'approve-second-factor' && process.argv.length === 4) return (auth) => approveRemoval(auth, email);
  return null;
}

/** Answers the exit code: 0 done, 1 refused with the reason on stderr. */
async function carryOut(wanted: Task, toLog: Log): Promise<number> {
  try {
    console.log(await withAuth(wanted, toLog));
    return 0;
  } catch (error) {
    return complain(error);
  }
}

async function makeAccount(
  auth: AuthPort,
  people: PeoplePort,
  name: { email: string; firstName: string; lastName: string },
): Promise<string> {
  const checked = namesSchema.safeParse({ firstName: name.firstName, lastName: name.lastName });
  if (!checked.success)
    throw new Refusal('invalid_input', checked.error.issues.map(({ message }) => message).join(' '));
  const known = await people.findAccountByEmail(name.email);
  if (known !== null)
    throw new Refusal('conflict', `${known.email} already has an account with the role ${known.role}.`);
  const password = randomPassword();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  await auth.createAccount({ ...name, password, role: 'staff', timeZone });
  return `Created staff account ${name.email}. Password (shown only once): ${password}`;
}

/**
 * AUTH-18: approves the removal of a lost second factor at the user's request. Staff have verified the user's identity.
 */
async function approveRemoval(auth: AuthPort, ofEmail: string): Promise<string> {
  const { effectiveAt } = await auth.approveSecondFactorRemoval(ofEmail);
  return `Approved. Two-step sign-in for ${ofEmail} turns off at ${effectiveAt}, unless the person signs in with a code or cancels the request first.`;
}

/**
 * Runs the task with the identity of this installation: of the running server, or of a server started for this task.
 */
function withAuth(wanted: Task, toLog: Log): Promise<string> {
  const config = readSettings(process.env);
  return withDatabase({ config, log: toLog }, async (database) => {
    const secrets = await loadSecrets(config);
    const clock = systemClock();
    const jobs = createJobs({ database, clock, log: toLog });
    const people = createPeopleFeature({ database, clock, bus: createBus(toLog) }).port;
    const portalUrl = (): string => config.publicUrl ?? `http://${config.host}:${config.port}`;
    const { firstNamesOf } = people;
    const { from } = config.mail;
    const mail = createMail({ database, jobs, from, portalUrl, firstNamesOf, secrets, clock, log: toLog });
    const auth = createAuthFeature({
      database,
      clock,
      people,
      log: toLog,
      secrets,
      jobs,
      mail,
      portalUrl,
      isSecure: false,
      isAddressShared: false,
      isStaffSecondFactorRequired: config.staffSecondFactor,
    });
    return wanted(auth.port, people);
  });
}

/** Returns a random password with each kind of character that the password policy requires. */
function randomPassword(): string {
  return `${randomBytes(PASSWORD_BYTES).toString('base64url')}-aA1`;
}
