// The report of fault runs: a line per fault, with the sums over all cycles and the longest time. A run of a few faults
// replaces the lines of these faults, so each line names its commit. The same lines are kept as JSON beside the page.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import path from 'node:path';
import type { Fault, FaultSettings, Outcome, Counts } from './fault.ts';
import { repositoryRoot } from '../repository.ts';

/** All outcomes of one fault. */
export interface Ran {
  readonly fault: Fault;
  readonly outcomes: readonly Outcome[];
  readonly tookMs: number;
}

/** The line of one fault. A count is null when no outcome has it. */
interface Line extends Record<Sum, number | null> {
  readonly fault: string;
  readonly invariants: readonly string[];
  /** Such as 2026-11-26. */
  readonly date: string;
  readonly commit: string;
  /** Such as "200 cycles, seed 1, full sizes". */
  readonly settings: string;
  /** 0 when the machine lacks what the fault needs. */
  readonly checks: number;
  readonly failed: readonly string[];
  readonly worstMs: number | null;
  readonly tookMs: number;
  readonly note: string;
}

type Sum = (typeof sums)[number];

const sums = ['checked', 'lost', 'doubled', 'leaked'] as const satisfies readonly (keyof Counts)[];

const GIB = 2 ** 30;
/** A cell of a table stays readable up to here. */
const NOTE_LENGTH = 160;

/**
 * @param file from the root of the repository, such as docs/fault-report.md
 * @param order the names of all faults, in the order of the report
 */
export function writeReport(
  file: string,
  order: readonly string[],
  settings: FaultSettings,
  ran: readonly Ran[],
): void {
  const page = path.resolve(repositoryRoot, file);
  const data = page.replace(/\.md$/, '.json');
  const before = existsSync(data) ? (JSON.parse(readFileSync(data, 'utf8')) as Line[]) : [];
  const fresh = ran.map((each) => lineOf(each, settings));
  const kept = before.filter(({ fault }) => fresh.every((line) => line.fault !== fault) && order.includes(fault));
  const lines = [...kept, ...fresh].toSorted((a, b) => order.indexOf(a.fault) - order.indexOf(b.fault));
  writeFileSync(data, `${JSON.stringify(lines, null, 2)}\n`);
  writeFileSync(page, pageOf(lines, order));
}

function lineOf({ fault, outcomes, tookMs }: Ran, { cycles, seed, long }: FaultSettings): Line {
  const counted = Object.fromEntries(sums.map((key) => [key, sumOf(outcomes.map(({ counts }) => counts?.[key]))]));
  const times = outcomes.flatMap(({ counts }) => counts?.worstMs ?? []);
  return {
    fault: fault.name,
    invariants: fault.invariants ?? [],
    date: new Date().toISOString().slice(0, 10),
    commit: commit(),
    settings: `${cycles} cycles, seed ${seed}${long === true ? ', full sizes' : ''}`,
    checks: outcomes.filter(({ isNotRun }) => isNotRun !== true).length,
    failed: outcomes
      .filter(({ problems }) => problems.length > 0)
      .map(({ title, problems }) => `${title}: ${problems.join('; ')}`),
    ...(counted as Record<Sum, number | null>),
    worstMs: times.length === 0 ? null : Math.max(...times),
    tookMs: Math.round(tookMs),
    note: (outcomes.at(-1)?.note ?? '').replaceAll('|', '/').slice(0, NOTE_LENGTH),
  };
}

function pageOf(lines: readonly Line[], order: readonly string[]): string {
  const failed = lines.flatMap((line) => line.failed.map((problem) => `- \`${line.fault}\`, ${problem}`));
  const total = (key: Sum): string => group(sumOf(lines.map((line) => line[key])));
  const missing = order.filter((name) => lines.every(({ fault }) => fault !== name));
  return [
    '# Report of the fault runs',
    '',
    'Written by `npm run fault -- [NAME ...] --long --report docs/fault-report.md`. A run replaces the lines of its faults, so each line names its commit. [The invariants](invariants.md) say what each fault proves and which mutant it catches.',
    '',
    '| | |',
    '|---|---|',
    `| Machine of the last run | ${machine()} |`,
    `| Time | ${minutes(lines.reduce((sum, { tookMs }) => sum + tookMs, 0))} |`,
    ...(missing.length === 0 ? [] : [`| Not run | ${missing.join(', ')} |`]),
    `| **All together** | **${total('checked')} checked, ${total('lost')} lost, ${total('doubled')} doubled, ${total('leaked')} leaked, ${failed.length} checks failed** |`,
    '',
    '| Fault | Invariants | Passed | Checked | Lost | Doubled | Leaked | Worst time | Took | Settings | Run | Last note |',
    '|---|---|---|---|---|---|---|---|---|---|---|---|',
    ...lines.map(rowOf),
    '',
    ...(failed.length === 0 ? ['No check failed.'] : ['## Failed', '', ...failed]),
    '',
  ].join('\n');
}

function rowOf(line: Line): string {
  const cells = [
    `\`${line.fault}\``,
    line.invariants.join(', '),
    line.checks === 0 ? 'not run' : `${line.checks - line.failed.length} of ${line.checks}`,
    ...sums.map((key) => group(line[key])),
    line.worstMs === null ? '–' : `${(line.worstMs / 1_000).toFixed(2)} s`,
    minutes(line.tookMs),
    line.settings,
    `${line.date}, ${line.commit}`,
    line.note,
  ];
  return `| ${cells.join(' | ')} |`;
}

function sumOf(values: readonly (number | null | undefined)[]): number | null {
  const given = values.filter((value) => value !== null && value !== undefined);
  return given.length === 0 ? null : given.reduce((sum, value) => sum + value, 0);
}

const group = (value: number | null): string => value?.toLocaleString('en') ?? '–';

const minutes = (ms: number): string =>
  ms < 100_000 ? `${(ms / 1_000).toFixed(0)} s` : `${(ms / 60_000).toFixed(1)} min`;

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: repositoryRoot, encoding: 'utf8' }).trim();
  } catch {
    // A tree without git, such as an unpacked archive.
    return 'unknown';
  }
}

function machine(): string {
  const all = cpus();
  return `${all.length} × ${all[0]?.model ?? 'unknown'}, ${(totalmem() / GIB).toFixed(0)} GiB, Linux ${release()}, Node ${process.versions.node}`;
}
