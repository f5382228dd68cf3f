// `npm run registry -- load FILE | add SERIAL … | labels FILE PAGE | why SERIAL | ending`: the registry of devices, their claim
// codes and their troubles, from the server's console, running or not.
import { rm, writeFile } from 'node:fs/promises';
import { certificateRules } from '@trace/contract/device-protocol/certificates.rules';
import { SERIAL_MAX_LENGTH } from '@trace/contract/kernel/serial';
import { serialSchema } from '@trace/contract/kernel/serial.schema';
import { groupedClaim } from '@trace/contract/devices/registration/devices.registration.rules';
import { readEntryFile } from '#features/devices/registry/devices.registry-file.service';
import {
  createRegistryRecords,
  type LoadedEntry,
  type RegistryRecords,
} from '#features/devices/registry/devices.registry.service';
import type { Database } from '#platform/db/database';
import { listEnds } from '#platform/devices/identity/certificate-figures';
import { listTroubles } from '#platform/devices/identity/offences';
import { createLog } from '#platform/log/log';
import { Refusal } from '#platform/refusal/refusal';
import { readSettings } from '#server/config/settings-file';
import { complain, isHelpAsked, printUsage } from './complain.ts';
import { readGiven } from './read-given.ts';
import { withDatabase } from './with-database.ts';
import { labelPage, type Label } from '#features/devices/registry/devices.registry-labels.service';

const USAGE = `Usage: npm run registry -- load FILE.csv [LABELS.html]
       npm run registry -- add SERIAL [CLAIM CODE, or the word new]
       npm run registry -- labels FILE.csv LABELS.html
       npm run registry -- why SERIAL
       npm run registry -- ending
The file has the column serial_number and, optionally, claim_code. A claim code is the code on the label, or "new" to generate one.
"why" lists which messages of a device were not stored and why its connections were ended, newest first.
"ending" lists the serials whose certificate ends within 30 days or has ended, with the end.`;

/** Two screens at most. */
const TROUBLES_MOST = 50;

/** The page contains claim codes, so only its owner may read the file. */
const OWNER_ONLY = 0o600;

const run = isHelpAsked() ? null : runOf(process.argv.slice(2));
if (run === null) {
  process.exitCode = printUsage(USAGE);
} else {
  process.exitCode = await orComplain(run);
}

/** Parses the arguments into a command. Returns null for unknown arguments. */
function runOf([verb, ...given]: string[]): (() => Promise<number>) | null {
  const [first = '', second = ''] = given;
  const has = (least: number, most = least): boolean => given.length >= least && given.length <= most;
  if (verb === 'load' && has(1, 2)) return () => withRecords((records) => load(records, first, second));
  if (verb === 'add' && has(1, 2)) return () => withRecords((records) => add(records, first, second));
  if (verb === 'why' && has(1)) return () => why(first);
  if (verb === 'ending' && has(0)) return () => onDatabase(listEnding);
  if (verb === 'labels' && has(2)) return () => printLabels(first, second);
  return null;
}

/** Answers the exit code: 0 done, 1 refused or with bad rows, the reasons on stderr. */
async function orComplain(toDo: () => Promise<number>): Promise<number> {
  try {
    return await toDo();
  } catch (error) {
    return complain(error);
  }
}

function withRecords(toDo: (records: RegistryRecords) => Promise<number>): Promise<number> {
  return onDatabase((database) => toDo(createRegistryRecords({ database })));
}

function onDatabase(toDo: (database: Database) => Promise<number>): Promise<number> {
  return withDatabase({ config: readSettings(process.env), log: createLog({ level: 'warn' }) }, toDo);
}

async function why(serial: string): Promise<number> {
  if (!serialSchema.safeParse(serial).success)
    throw new Refusal(
      'invalid_input',
      `${JSON.stringify(serial)} cannot be a serial number: those are up to ${SERIAL_MAX_LENGTH} letters, digits, _ and -.`,
    );
  return onDatabase((database) => explain(database, serial));
}

async function explain(database: Database, serial: string): Promise<number> {
  const troubles = await listTroubles(database, serial, TROUBLES_MOST);
  console.log(`${troubles.length} troubles of ${serial}`);
  for (const { at, what } of troubles) console.log(`${at.toISOString()} ${withoutControls(what)}`);
  return 0;
}

/** The device chose these bytes, and a terminal obeys control characters. In octal, as the database escapes bytes. */
function withoutControls(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (control) => `\\${control.charCodeAt(0).toString(8).padStart(3, '0')}`);
}

async function load(records: RegistryRecords, file: string, page: string): Promise<number> {
  const rows = await loadRows(records, await readGiven(file), page);
  const good = rows.filter(({ outcome }) => outcome !== 'bad');
  const bad = rows.filter(({ outcome }) => outcome === 'bad');
  if (page !== '') await writeFile(page, await labelPage(good.map(labelOf)));
  // A code that was made here and stands on no page is shown this once.
  const lines = good.map((row) => `row ${row.line}: ${lineOf(row, page === '')}`);
  console.log([...lines, summaryOf(rows)].join('\n'));
  if (bad.length > 0) console.error(bad.map(({ line, problem }) => `row ${line}: ${problem}`).join('\n'));
  return bad.length === 0 ? 0 : 1;
}

/** Makes the page before it stores the rows: a generated code that reaches no page is lost. */
async function loadRows(records: RegistryRecords, content: Buffer, page: string): Promise<LoadedEntry[]> {
  if (page !== '') await makePage(page);
  try {
    return await records.load(content);
  } catch (error) {
    if (page !== '') await rm(page);
    throw error;
  }
}

function lineOf({ outcome, serial, claimCode, isMade }: LoadedEntry, showsCode: boolean): string {
  return `${outcome} ${serial}${isMade && showsCode ? ` with the claim code ${groupedClaim(claimCode!)}` : ''}`;
}

function summaryOf(rows: readonly LoadedEntry[]): string {
  const count = (outcome: LoadedEntry['outcome']) => rows.filter((row) => row.outcome === outcome).length;
  const counts = (['entered', 'changed', 'unchanged', 'bad'] as const).map((name) => `${count(name)} ${name}`);
  return `${rows.length} rows: ${counts.join(', ')}`;
}

async function add(records: RegistryRecords, serial: string, code: string): Promise<number> {
  console.log(lineOf(await records.add(serial, code), true));
  return 0;
}

/** Prints the labels of a file with known codes. No codes are generated here, because these would not be stored. */
async function printLabels(file: string, page: string): Promise<number> {
  const rows = readEntryFile(await readGiven(file));
  const good = rows.flatMap((row) => ('entry' in row && !row.isMade ? [row.entry] : []));
  const bad = rows.flatMap((row) => {
    if ('problem' in row) return [`row ${row.line}: ${row.problem}`];
    return row.isMade ? [`row ${row.line}: "new" codes are generated by "load". Run: load FILE.csv LABELS.html`] : [];
  });
  const labels = good.map(({ serial, code }) => ({ serial, claimCode: code }));
  await makePage(page);
  await writeFile(page, await labelPage(labels));
  console.log(`${good.length} labels`);
  if (bad.length > 0) console.error(bad.join('\n'));
  return bad.length === 0 ? 0 : 1;
}

function labelOf({ serial, claimCode }: LoadedEntry): Label {
  return { serial: serial!, claimCode };
}

/** Never overwrites a file: an earlier page may be the only place of its codes. */
async function makePage(page: string): Promise<void> {
  await writeFile(page, '', { mode: OWNER_ONLY, flag: 'wx' });
}

async function listEnding(database: Database): Promise<number> {
  const ends = await listEnds(database.sql, new Date(Date.now() + certificateRules.warnMs));
  for (const { serial, endsAt } of ends) console.log(`${endsAt.toISOString().slice(0, 10)}  ${serial}`);
  if (ends.length === 0) console.log('No certificate ends within 30 days.');
  return 0;
}
