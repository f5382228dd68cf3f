// The report of a fault run: one line per fault, with the sums over its cycles and its longest time.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import path from 'node:path';
import type { Fault, FaultSettings, Outcome } from './fault.ts';
import { repositoryRoot } from './repository.ts';

/** All outcomes of one fault. */
export interface Ran {
  readonly fault: Fault;
  readonly outcomes: readonly Outcome[];
  readonly tookMs: number;
}

const GIB = 2 ** 30;
/** A cell of a table stays readable up to here. */
const NOTE_LENGTH = 160;

/** @param file from the root of the repository */
export function writeReport(file: string, command: string, settings: FaultSettings, ran: readonly Ran[]): void {
  const failed = ran.flatMap(({ fault, outcomes }) =>
    outcomes
      .filter(({ problems }) => problems.length > 0)
      .map(({ title, problems }) => `- \`${fault.name}\`, ${title}: ${problems.join('; ')}`),
  );
  const sums = (['checked', 'lost', 'doubled', 'leaked'] as const).map((key) => sumOf(ran.flatMap(outcomesOf), key));
  const lines = [
    '# Report of a fault run',
    '',
    `Written by \`${command}\`. [The invariants](invariants.md) say what each fault proves and which mutant it catches.`,
    '',
    '| | |',
    '|---|---|',
    `| Date | ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC |`,
    `| Commit | ${commit()} |`,
    `| Machine | ${machine()} |`,
    `| Settings | ${settings.cycles} cycles, seed ${settings.seed}${settings.long === true ? ', full sizes' : ''} |`,
    `| Time | ${minutes(ran.reduce((sum, { tookMs }) => sum + tookMs, 0))} |`,
    `| **All together** | **${group(sums[0])} checked, ${group(sums[1])} lost, ${group(sums[2])} doubled, ${group(sums[3])} leaked, ${failed.length} checks failed** |`,
    '',
    '| Fault | Invariants | Checks | Checked | Lost | Doubled | Leaked | Worst time | Took | Last note |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...ran.map(lineOf),
    '',
    ...(failed.length === 0 ? ['No check failed.'] : ['## Failed', '', ...failed]),
    '',
  ];
  writeFileSync(path.resolve(repositoryRoot, file), lines.join('\n'));
}

const outcomesOf = ({ outcomes }: Ran): readonly Outcome[] => outcomes;

function lineOf({ fault, outcomes, tookMs }: Ran): string {
  const sum = (key: 'checked' | 'lost' | 'doubled' | 'leaked'): string => group(sumOf(outcomes, key));
  const times = outcomes.flatMap(({ counts }) => counts?.worstMs ?? []);
  const worst = times.length === 0 ? '–' : `${(Math.max(...times) / 1_000).toFixed(2)} s`;
  const passed = outcomes.filter(({ problems }) => problems.length === 0).length;
  const note = (outcomes.at(-1)?.note ?? '').replaceAll('|', '/').slice(0, NOTE_LENGTH);
  return `| \`${fault.name}\` | ${(fault.invariants ?? []).join(', ')} | ${passed} of ${outcomes.length} | ${sum('checked')} | ${sum('lost')} | ${sum('doubled')} | ${sum('leaked')} | ${worst} | ${minutes(tookMs)} | ${note} |`;
}

/** Null when no outcome counts this. */
function sumOf(outcomes: readonly Outcome[], key: 'checked' | 'lost' | 'doubled' | 'leaked'): number | null {
  const values = outcomes.flatMap(({ counts }) => counts?.[key] ?? []);
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
}

const group = (value: number | null | undefined): string => value?.toLocaleString('en') ?? '–';

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
