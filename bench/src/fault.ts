// SCALE-01: `npm run fault -- [NAME] [--cycles 20] [--seed 1] [--mutants]`. Disturbs the running product and
// checks that its guarantees still hold. `--mutants` does the same to builds with one protection removed. Each mutant
// must be caught: a fault test that passes on its mutant proves nothing. With NAME, mutants with this in their name.
import { parseArgs } from 'node:util';
import { backupFault } from './backup.fault.ts';
import { cleanStopFault } from './clean-stop.fault.ts';
import { databasePauseFault } from './database-pause.fault.ts';
import { diskFullFault } from './disk-full.fault.ts';
import type { Fault, FaultSettings, Outcome } from './equipment/fault.ts';
import { floodFault } from './flood.fault.ts';
import { killFault } from './kill.fault.ts';
import { catchMutants } from './mutants.ts';
import { panicFault } from './panic.fault.ts';
import { powerLossFault } from './power-loss.fault.ts';
import { processesFault } from './processes.fault.ts';
import { reconnectStormFault } from './reconnect-storm.fault.ts';
import { restoreFault } from './restore.fault.ts';
import { slowReaderFault } from './slow-reader.fault.ts';
import { upgradeFault } from './upgrade.fault.ts';
import { webhookFault } from './webhook.fault.ts';

const faults: readonly Fault[] = [
  killFault,
  powerLossFault,
  cleanStopFault,
  databasePauseFault,
  diskFullFault,
  restoreFault,
  backupFault,
  upgradeFault,
  reconnectStormFault,
  floodFault,
  slowReaderFault,
  webhookFault,
  panicFault,
  processesFault,
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cycles: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    mutants: { type: 'boolean', default: false },
  },
});
const settings = { cycles: wholeNumber('cycles', values.cycles), seed: wholeNumber('seed', values.seed) };
const only = values.only ?? positionals[0];
const chosen = faults.filter(({ name }) => only === undefined || only === name);
if (chosen.length === 0 && !values.mutants)
  throw new Error(`--only is one of ${faults.map(({ name }) => name).join(', ')}`);

let passed = 0;
let failed = 0;
const toRun = values.mutants ? [{ name: 'mutant', run: (given: FaultSettings) => catchMutants(given, only) }] : chosen;
for (const fault of toRun) await runOne(fault);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function runOne(fault: Fault): Promise<void> {
  try {
    for await (const outcome of fault.run(settings)) printOutcome(fault.name, outcome);
  } catch (error) {
    printOutcome(fault.name, { title: 'could not be run', problems: [String(error)], note: '' });
  }
}

function printOutcome(name: string, { title, problems, note }: Outcome): void {
  const isFine = problems.length === 0;
  if (isFine) passed += 1;
  else failed += 1;
  console.log(`${isFine ? 'ok  ' : 'FAIL'} ${name} · ${title}${note === '' ? '' : ` · ${note}`}`);
  for (const problem of problems) console.log(`     ${problem}`);
}

function wholeNumber(option: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${option} is a whole number from 1`);
  return value;
}
