// SCALE-01 LIVE-10: `npm run bench -- [NAME …] [--long] [--pinned] [--profile FOLDER]`. Each bench file
// measures figures for one question in one run, prints a table and a line of JSON, and compares the figures with
// `budgets.json`.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { machine } from './equipment/measures/bench.ts';
import type { Bench, Figure } from './equipment/measures/bench.ts';
import { describeHost } from './equipment/measures/host.ts';
import { readWords } from './equipment/words.ts';
import { apiBench } from './benches/pages/api.ts';
import { analyticsPageBench } from './benches/pages/analytics-page.ts';
import { auditPageBench } from './benches/pages/audit-page.ts';
import { calmBench } from './benches/devices/calm.ts';
import { coldStartBench } from './benches/pages/cold-start.ts';
import { devicesTableBench } from './benches/pages/devices-table.ts';
import { enumerationBench } from './benches/pages/enumeration.ts';
import { fanOutBench } from './benches/devices/fan-out.ts';
import { firmwareBench } from './benches/devices/firmware.ts';
import { firstViewBench } from './benches/browser/first-view.ts';
import { glassBench } from './benches/browser/glass.ts';
import { historyBench } from './benches/browser/history.ts';
import { ingestBench } from './benches/devices/ingest.ts';
import { landingBench } from './benches/browser/landing.ts';
import { latencyBench } from './benches/devices/latency.ts';
import { memoryBench } from './benches/devices/memory.ts';
import { panicBench } from './benches/devices/panic.ts';
import { pathBench } from './benches/pages/path.ts';
import { markersBench } from './benches/browser/markers.ts';
import { processesBench } from './benches/devices/processes.ts';
import { rogueBench } from './benches/devices/rogue.ts';
import { scaleBench } from './benches/devices/scale.ts';
import { sessionBench } from './benches/pages/session.ts';
import { supportSearchBench } from './benches/pages/support-search.ts';
import { webSizeBench } from './benches/browser/web-size.ts';

interface Budget {
  readonly atLeast?: number;
  readonly atMost?: number;
  /** The physical limit behind the budget. */
  readonly wall: string;
}

const benches: readonly Bench[] = [
  ingestBench,
  processesBench,
  latencyBench,
  calmBench,
  apiBench,
  fanOutBench,
  panicBench,
  pathBench,
  devicesTableBench,
  supportSearchBench,
  analyticsPageBench,
  auditPageBench,
  sessionBench,
  enumerationBench,
  firmwareBench,
  coldStartBench,
  memoryBench,
  scaleBench,
  rogueBench,
  glassBench,
  landingBench,
  firstViewBench,
  historyBench,
  markersBench,
  webSizeBench,
];

const USAGE = `Usage: npm run bench -- [NAME ...] [--long] [--pinned] [--profile FOLDER]
NAME is one of ${benches.map(({ name }) => name).join(', ')}.`;

const { values, positionals } = readWords(USAGE, readGiven);
const budgetFile = path.join(import.meta.dirname, '../budgets.json');
const budgets = JSON.parse(readFileSync(budgetFile, 'utf8')) as Record<string, Budget>;
const chosen = benches.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const nodeFlags = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${path.resolve(values.profile)}`];
const settings = { isLong: values.long, isPinned: values.pinned, nodeFlags };
let missed = 0;
console.log(`${machine()}, Node ${process.versions.node}, ${values.long ? 'long' : 'short'} rounds`);
for (const bench of chosen) {
  console.log(describeHost());
  const figures = await bench.run(settings);
  for (const figure of figures) printFigure(figure);
  console.log(JSON.stringify({ bench: bench.name, machine: machine(), figures }));
}
console.log(describeHost());
console.log(missed === 0 ? 'all budgets are kept' : `${missed} budgets are missed`);
process.exit(missed === 0 ? 0 : 1);

function readGiven() {
  const given = parseArgs({
    allowPositionals: true,
    options: {
      long: { type: 'boolean', default: false },
      pinned: { type: 'boolean', default: false },
      profile: { type: 'string' },
    },
  });
  const unknown = given.positionals.filter((name) => !benches.some((bench) => bench.name === name));
  if (unknown.length > 0) throw new Error(`There is no bench ${unknown.join(', ')}.`);
  return given;
}

function printFigure({ name, value, unit, note = '' }: Figure): void {
  const budget = budgets[name];
  const isKept =
    budget === undefined || (value >= (budget.atLeast ?? -Infinity) && value <= (budget.atMost ?? Infinity));
  const isMissed = !isKept;
  if (isMissed) missed += 1;
  const shown = value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
  const wanted =
    budget === undefined ? '' : `${isMissed ? 'MISSED' : 'ok'} (${wantedOf(budget)}; limit: ${budget.wall})`;
  console.log(`${name.padEnd(36)} ${shown.padStart(9)} ${unit.padEnd(6)} ${wanted}`);
  if (note !== '') console.log(`${' '.repeat(37)}${note}`);
}

function wantedOf({ atLeast, atMost }: Budget): string {
  return atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`;
}
