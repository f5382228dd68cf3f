// SCALE-01: `npm run fault -- [NAME ...] [--cycles 20] [--seed 1] [--long] [--report FILE] [--mutants]`. Disturbs the
// running product and checks that its guarantees still hold. `--long` uses the full sizes and times of the invariants.
// `--mutants` does the same to builds with one protection removed. Each mutant must be caught: a fault test that passes
// on its mutant proves nothing. With NAME, mutants with this in their name.
import { parseArgs } from 'node:util';
import { atomicFault } from './faults/storage/atomic.fault.ts';
import { badLinkFault } from './faults/links/bad-link.fault.ts';
import { backupFault } from './faults/storage/backup.fault.ts';
import { brokerFault } from './faults/links/broker.fault.ts';
import { canaryFault } from './faults/people/canary.fault.ts';
import { cleanStopFault } from './faults/storage/clean-stop.fault.ts';
import { commandsFault } from './faults/people/commands.fault.ts';
import { databasePauseFault } from './faults/storage/database-pause.fault.ts';
import { diskFullFault } from './faults/storage/disk-full.fault.ts';
import { writeReport } from './equipment/proofs/fault-report.ts';
import type { Ran } from './equipment/proofs/fault-report.ts';
import type { Fault, FaultSettings, Outcome } from './equipment/proofs/fault.ts';
import { readWords } from './equipment/words.ts';
import { floodFault } from './faults/links/flood.fault.ts';
import { fuzzFault } from './faults/people/fuzz.fault.ts';
import { grantsFault } from './faults/people/grants.fault.ts';
import { hubFuzzFault } from './faults/people/hub-fuzz.fault.ts';
import { killFault } from './faults/storage/kill.fault.ts';
import { catchMutants, mutants } from './mutants/mutants.ts';
import { outageFault } from './faults/people/outage.fault.ts';
import { packingFault } from './faults/storage/packing.fault.ts';
import { panicFault } from './faults/people/panic.fault.ts';
import { poisonFault } from './faults/storage/poison.fault.ts';
import { powerLossFault } from './faults/storage/power-loss.fault.ts';
import { processesFault } from './faults/links/processes.fault.ts';
import { quotaFault } from './faults/people/quota.fault.ts';
import { racesFault } from './faults/people/races.fault.ts';
import { reconnectStormFault } from './faults/links/reconnect-storm.fault.ts';
import { restoreFault } from './faults/storage/restore.fault.ts';
import { resumeFault } from './faults/links/resume.fault.ts';
import { revivedFault } from './faults/storage/revived.fault.ts';
import { silentFault } from './faults/links/silent.fault.ts';
import { slowReaderFault } from './faults/links/slow-reader.fault.ts';
import { soakFault } from './faults/links/soak.fault.ts';
import { tlsStormFault } from './faults/links/tls-storm.fault.ts';
import { upgradeFault } from './faults/storage/upgrade.fault.ts';
import { webhookFault } from './faults/people/webhook.fault.ts';

const faults: readonly Fault[] = [
  killFault,
  badLinkFault,
  powerLossFault,
  cleanStopFault,
  databasePauseFault,
  diskFullFault,
  restoreFault,
  backupFault,
  revivedFault,
  upgradeFault,
  packingFault,
  reconnectStormFault,
  tlsStormFault,
  floodFault,
  slowReaderFault,
  webhookFault,
  racesFault,
  outageFault,
  panicFault,
  brokerFault,
  processesFault,
  atomicFault,
  poisonFault,
  soakFault,
  quotaFault,
  silentFault,
  resumeFault,
  commandsFault,
  grantsFault,
  fuzzFault,
  hubFuzzFault,
  canaryFault,
];

const LONG_CYCLES = '200';
const SHORT_CYCLES = '20';

const names = faults.map(({ name }) => name);
const USAGE = `Usage: npm run fault -- [NAME ...] [--cycles ${SHORT_CYCLES}] [--seed 1] [--long] [--report FILE]
       npm run fault -- [PART OF A NAME] --mutants [--seed 1]
NAME is one of ${names.join(', ')}.
--mutants runs the faults on builds without one protection, and expects them to fail.`;

const { values, settings, toRun } = readWords(USAGE, readGiven);

let passed = 0;
let failed = 0;
let notRun = 0;
let ended = 0;
const ran: Ran[] = [];
const waiting = toRun.filter(({ mostlyWaits }) => mostlyWaits === true);
const quiet = toRun.filter(({ needsQuiet }) => needsQuiet === true);
const others = toRun.filter((fault) => !waiting.includes(fault) && !quiet.includes(fault));
// The half hour of the long soak would keep the other faults that wait from running.
const beside = settings.long === true ? waiting.filter((fault) => fault === soakFault) : [];
const inTurn = waiting.filter((fault) => !beside.includes(fault));
// The faults that wait end first. In a short run their lane then helps with the others. The times of a long run are
// reported, so its others stay alone.
const thenOthers = settings.long === true ? [] : others;
await Promise.all([runAll(others), runAll(inTurn).then(() => runAll(thenOthers)), runAll(beside)]);
await runAll(quiet);
console.log(`${passed} passed, ${failed} failed${notRun === 0 ? '' : `, ${notRun} not run`}`);
process.exit(failed === 0 ? 0 : 1);

/**
 * Takes each fault out of the list as it begins, so that two lanes can share a list. Writes the report after each fault,
 * so that an interrupted run leaves a report too.
 */
async function runAll(list: Fault[]): Promise<void> {
  for (let fault = list.shift(); fault !== undefined; fault = list.shift()) {
    ran.push(await runOne(fault));
    if (values.report === undefined) continue;
    writeReport(values.report, names, settings, ran);
  }
}

async function runOne(fault: Fault): Promise<Ran> {
  const fromMs = performance.now();
  const outcomes: Outcome[] = [];
  console.log(`     ${timeOfDay()} ${fault.name} begins`);
  const take = (outcome: Outcome): void => {
    outcomes.push(outcome);
    printOutcome(fault.name, outcome);
  };
  try {
    for await (const outcome of fault.run(settings)) take(outcome);
  } catch (error) {
    take({ title: 'could not be run', problems: [String(error)], note: '' });
  }
  const tookMs = performance.now() - fromMs;
  ended += 1;
  console.log(
    `     ${timeOfDay()} ${fault.name} took ${(tookMs / 1_000).toFixed(1)} s, ${ended} of ${toRun.length} faults ended`,
  );
  return { fault, outcomes, tookMs };
}

function printOutcome(name: string, { title, problems, note, isNotRun }: Outcome): void {
  const isFine = problems.length === 0;
  if (isNotRun === true) {
    notRun += 1;
    console.log(`skip ${name} · ${title} · ${note}`);
    return;
  }
  if (isFine) passed += 1;
  else failed += 1;
  console.log(`${isFine ? 'ok  ' : 'FAIL'} ${name} · ${title}${note === '' ? '' : ` · ${note}`}`);
  for (const problem of problems) console.log(`     ${problem}`);
}

/** Such as 14:05:09. */
function timeOfDay(): string {
  return new Date().toTimeString().slice(0, 8);
}

function readGiven() {
  const given = parseArgs({
    allowPositionals: true,
    options: {
      cycles: { type: 'string' },
      seed: { type: 'string', default: '1' },
      long: { type: 'boolean', default: false },
      report: { type: 'string' },
      mutants: { type: 'boolean', default: false },
    },
  });
  const { cycles, seed, long, mutants } = given.values;
  return {
    values: given.values,
    settings: {
      cycles: wholeNumber('cycles', cycles ?? (long ? LONG_CYCLES : SHORT_CYCLES)),
      seed: wholeNumber('seed', seed),
      long,
    } satisfies FaultSettings,
    toRun: mutants ? [mutantsNamed(given.positionals)] : faultsNamed(given.positionals),
  };
}

function faultsNamed(wanted: readonly string[]): Fault[] {
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`There is no fault ${unknown.join(', ')}.`);
  return faults.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
}

/** A part of a name that fits no mutant must not look as if all were caught. */
function mutantsNamed([part = '', ...rest]: readonly string[]): Fault {
  if (rest.length > 0) throw new Error('Name one part of a name. It can have spaces in quotes.');
  const found = mutants.filter(({ name }) => name.includes(part));
  if (found.length === 0) throw new Error(`No mutant has '${part}' in its name.`);
  return { name: 'mutant', run: (given) => catchMutants(given, found) };
}

function wholeNumber(option: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${option} must be a whole number from 1.`);
  return value;
}
