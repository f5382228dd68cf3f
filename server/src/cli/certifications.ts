// `npm run certifications -- load FILE | search TEXT | add … | revoke NUMBER`: the training provider's records, from
// the server's console, running or not.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  createCertificationRecords,
  type CertificationRecords,
  type ListedCertification,
  type LoadedRow,
} from '#features/certification/certification.records.service';
import { systemClock } from '#platform/clock/clock';
import { openDatabase } from '#platform/db/database';
import { migrate } from '#platform/db/migrate';
import { createLog } from '#platform/log/log';
import { Refusal } from '#platform/refusal/refusal';
import { ConfigError, readConfig } from '#server/config';
import { reachDatabase } from './reach-database.ts';

const USAGE = `Usage: npm run certifications -- load FILE.csv
       npm run certifications -- search TEXT
       npm run certifications -- add NUMBER EMAIL "FULL NAME" [LAST DAY, such as 2027-06-30]
       npm run certifications -- revoke NUMBER`;

const DAY_LENGTH = 10;

type Command = (records: CertificationRecords) => Promise<number>;

const command = commandOf(process.argv.slice(2));
if (command === null) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  process.exitCode = await run(command);
}

/** What the arguments ask for; null when they ask for nothing that there is. */
function commandOf([verb, ...given]: string[]): Command | null {
  const [first = '', second = '', third = '', fourth = ''] = given;
  const has = (least: number, most = least): boolean => given.length >= least && given.length <= most;
  if (verb === 'load' && has(1)) return (records) => load(records, first);
  if (verb === 'search' && has(1)) return (records) => search(records, first);
  if (verb === 'add' && has(3, 4))
    return (records) => add(records, { number: first, email: second, fullName: third, expiresAt: fourth });
  if (verb === 'revoke' && has(1)) return (records) => revoke(records, first);
  return null;
}

/** Answers the exit code: 0 done, 1 refused or with bad rows, the reasons on stderr. */
async function run(toDo: Command): Promise<number> {
  try {
    return await withRecords(toDo);
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof ConfigError || isMissingFile(error))) throw error;
    console.error(error.message);
    return 1;
  }
}

const isMissingFile = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && ['ENOENT', 'EISDIR', 'EACCES'].includes(String(error.code));

async function withRecords(toDo: Command): Promise<number> {
  const config = readConfig(process.env);
  const log = createLog({ level: 'warn' });
  const server = await reachDatabase(config, log);
  try {
    await migrate({ url: server.url, directory: path.resolve(import.meta.dirname, '../../migrations'), log });
    const database = await openDatabase({ url: server.url, maxConnections: 1, log });
    try {
      return await toDo(createCertificationRecords({ database, clock: systemClock() }));
    } finally {
      await database.stop();
    }
  } finally {
    await server.stop();
  }
}

async function load(records: CertificationRecords, file: string): Promise<number> {
  const rows = await records.load(await readFile(file));
  const good = rows.filter(({ outcome }) => outcome !== 'bad');
  const bad = rows.filter(({ outcome }) => outcome === 'bad');
  const lines = good.map(({ line, outcome, number }) => `line ${line}: ${outcome} ${number}`);
  console.log([...lines, summaryOf(rows)].join('\n'));
  if (bad.length > 0) console.error(bad.map(({ line, problem }) => `line ${line}: ${problem}`).join('\n'));
  return bad.length === 0 ? 0 : 1;
}

function summaryOf(rows: readonly LoadedRow[]): string {
  const count = (outcome: LoadedRow['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  const told = (['added', 'changed', 'unchanged', 'revoked', 'bad'] as const).map((name) => `${count(name)} ${name}`);
  return `${rows.length} rows: ${told.join(', ')}`;
}

async function search(records: CertificationRecords, text: string): Promise<number> {
  const { found, hasMore } = await records.search(text);
  console.log(found.length === 0 ? 'Nothing found.' : found.map(lineOf).join('\n'));
  if (hasMore) console.log('There are more: search for something narrower.');
  return 0;
}

function lineOf(found: ListedCertification): string {
  const { number, fullName, email, expiresAt, revokedAt, state, isInUse, matchedBy } = found;
  const day = (at: Date): string => at.toISOString().slice(0, DAY_LENGTH);
  const parts = [number, fullName, email, state];
  if (revokedAt !== null) parts.push(`revoked ${day(revokedAt)}`);
  // It ends when its last day is over.
  else if (expiresAt !== null) parts.push(`until ${day(new Date(expiresAt.getTime() - 1))}`);
  parts.push(isInUse ? 'in use' : 'not in use');
  if (isInUse && matchedBy === 'number') parts.push('typed by hand: please check');
  return parts.join(' | ');
}

async function add(records: CertificationRecords, given: Parameters<CertificationRecords['add']>[0]): Promise<number> {
  const { number, outcome } = await records.add(given);
  console.log(`${number}: ${outcome}`);
  return 0;
}

async function revoke(records: CertificationRecords, typed: string): Promise<number> {
  const { number, outcome } = await records.revoke(typed);
  console.log(
    outcome === 'revoked' ? `${number} is revoked. Its holder is told by e-mail.` : `${number} was revoked before.`,
  );
  return 0;
}
