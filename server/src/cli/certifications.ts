// `npm run certifications -- load FILE | search TEXT | add … | revoke NUMBER | confirm NUMBER | release NUMBER`:
// manages the training provider's records and their accounts. Runs at the server's console, with the server running or
// stopped.
import {
  createCertificationRecords,
  type CertificationRecords,
  type ListedCertification,
  type LoadedRow,
} from '#features/certification/certification.records.service';
import { createPeopleFeature } from '#features/people/people.feature';
import { createBus } from '#platform/bus/bus';
import { systemClock } from '#platform/clock/clock';
import { createLog } from '#platform/log/log';
import { readSettings } from '#server/config/settings-file';
import { complain, isHelpAsked, printUsage } from './complain.ts';
import { readGiven } from './read-given.ts';
import { withDatabase } from './with-database.ts';

const USAGE = `Usage: npm run certifications -- load FILE.csv
       npm run certifications -- search TEXT
       npm run certifications -- add NUMBER EMAIL "FULL NAME" [LAST DAY, such as 2027-06-30]
       npm run certifications -- revoke NUMBER
       npm run certifications -- confirm NUMBER   (gives it to the account that claims it: verify the person first)
       npm run certifications -- release NUMBER   (takes it from its account, or ends a pending claim)`;

const DAY_LENGTH = 10;

type Command = (records: CertificationRecords) => Promise<number>;

const command = isHelpAsked() ? null : commandOf(process.argv.slice(2));
if (command === null) {
  process.exitCode = printUsage(USAGE);
} else {
  process.exitCode = await run(command);
}

/** Parses the arguments into a command. Returns null for unknown arguments. */
function commandOf([verb, ...given]: string[]): Command | null {
  const [first = '', second = '', third = '', fourth = ''] = given;
  const has = (least: number, most = least): boolean => given.length >= least && given.length <= most;
  if (verb === 'load' && has(1)) return (records) => load(records, first);
  if (verb === 'search' && has(1)) return (records) => search(records, first);
  if (verb === 'add' && has(3, 4))
    return (records) => add(records, { number: first, email: second, fullName: third, expiresAt: fourth });
  if (verb === 'revoke' && has(1)) return (records) => revoke(records, first);
  if (verb === 'confirm' && has(1)) return (records) => confirm(records, first);
  if (verb === 'release' && has(1)) return (records) => release(records, first);
  return null;
}

/** Answers the exit code: 0 done, 1 refused or with bad rows, the reasons on stderr. */
async function run(toDo: Command): Promise<number> {
  try {
    return await withRecords(toDo);
  } catch (error) {
    return complain(error);
  }
}

function withRecords(toDo: Command): Promise<number> {
  const given = { config: readSettings(process.env), log: createLog({ level: 'warn' }) };
  return withDatabase(given, (database) => {
    const clock = systemClock();
    const people = createPeopleFeature({ database, clock, bus: createBus(given.log) }).port;
    return toDo(createCertificationRecords({ database, clock, people }));
  });
}

async function load(records: CertificationRecords, file: string): Promise<number> {
  const rows = await records.load(await readGiven(file));
  const good = rows.filter(({ outcome }) => outcome !== 'bad');
  const bad = rows.filter(({ outcome }) => outcome === 'bad');
  const lines = good.map(({ line, outcome, number }) => `row ${line}: ${outcome} ${number}`);
  console.log([...lines, summaryOf(rows)].join('\n'));
  if (bad.length > 0) console.error(bad.map(({ line, problem }) => `row ${line}: ${problem}`).join('\n'));
  return bad.length === 0 ? 0 : 1;
}

function summaryOf(rows: readonly LoadedRow[]): string {
  const count = (outcome: LoadedRow['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  const counts = (['added', 'changed', 'unchanged', 'revoked', 'bad'] as const).map((name) => `${count(name)} ${name}`);
  return `${rows.length} rows: ${counts.join(', ')}`;
}

async function search(records: CertificationRecords, text: string): Promise<number> {
  const { found, hasMore } = await records.search(text);
  console.log(found.length === 0 ? 'No certifications found.' : found.map(lineOf).join('\n'));
  if (hasMore) console.log('More results exist. Narrow your search.');
  return 0;
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, DAY_LENGTH);
}

function lineOf(found: ListedCertification): string {
  const { number, fullName, email, expiresAt, revokedAt, state } = found;
  const parts = [number, fullName, email, state];
  if (revokedAt !== null) parts.push(`revoked ${dayOf(revokedAt)}`);
  // A certification ends after its last day.
  else if (expiresAt !== null) parts.push(`until ${dayOf(new Date(expiresAt.getTime() - 1))}`);
  return [...parts, ...usesOf(found)].join(' | ');
}

/**
 * Describes whether the certification serves an account or is claimed by an account, with the facts that staff need
 * (CERT-10).
 */
function usesOf({ isInUse, matchedBy, claim }: ListedCertification): string[] {
  if (isInUse) {
    if (matchedBy === null || matchedBy === 'email') return ['in use'];
    return ['in use', `matched by ${matchedBy}${claim?.outcome === 'confirmed' ? ', confirmed' : ''}`];
  }
  if (claim === null) return ['not in use'];
  const claimant = claim.email ?? 'the account that had it';
  if (claim.outcome === null)
    return ['not in use', `claimed by ${claimant} until ${dayOf(claim.expiresAt)}, to be confirmed or released`];
  return ['not in use', `claim of ${claimant} ${claim.outcome} ${dayOf(claim.endedAt!)}`];
}

async function add(records: CertificationRecords, given: Parameters<CertificationRecords['add']>[0]): Promise<number> {
  const { number, outcome } = await records.add(given);
  console.log(`${number}: ${outcome}`);
  return 0;
}

async function revoke(records: CertificationRecords, typed: string): Promise<number> {
  const { number, outcome } = await records.revoke(typed);
  console.log(
    outcome === 'revoked' ? `${number} revoked. Its holder is notified by email.` : `${number} was already revoked.`,
  );
  return 0;
}

async function confirm(records: CertificationRecords, typed: string): Promise<number> {
  const { number, email } = await records.confirm(typed);
  console.log(
    `${number} is confirmed for ${email ?? 'the account that had it'}. The account holder is notified by email.`,
  );
  return 0;
}

async function release(records: CertificationRecords, typed: string): Promise<number> {
  const { number, outcome } = await records.release(typed);
  const done = outcome === 'released' ? 'is released from its account' : 'is available again. The claim has ended';
  console.log(`${number} ${done}. The account holder is notified by email.`);
  return 0;
}
