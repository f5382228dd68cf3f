// A separate process that calls pages of signed-in people at a fixed rate. Each answer is timed from the moment when its
// call was due, so a slow answer also delays the figures of the calls behind. Prints one line of JSON.
import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from '../measures/bench.ts';
import { createPageCalls } from './page-calls.ts';

export interface CallerTask {
  readonly url: string;
  /** Each person calls in turn, about their own device. Neighbours call different pages, so no page comes in bursts. */
  readonly people: readonly { readonly cookie: string; readonly serial: string }[];
  readonly callsPerSec: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
}

export interface CallerResult {
  readonly answered: number;
  readonly failed: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** The same by page. */
  readonly pages: readonly { readonly page: string; readonly p50Ms: number; readonly p99Ms: number }[];
  /** Processor time of this process from the end of the warm-up. */
  readonly cpuSec: number;
}

const LIST = '/api/devices';
const STATUS = '/api/device-statuses';
const PATH = '/api/devices/{serial}/path';
/** List 60 %, status 25 %, path 15 %. */
const MIX = [
  ...[LIST, LIST, LIST, STATUS, LIST, LIST, PATH, LIST, LIST, STATUS],
  ...[LIST, LIST, STATUS, LIST, PATH, LIST, STATUS, LIST, PATH, STATUS],
];
const MOST_SOCKETS = 200;
const TICK_MS = 2;

const task = JSON.parse(process.argv[2] ?? '{}') as CallerTask;
const calls = createPageCalls(task.url, MOST_SOCKETS);
const times = new Map<string, number[]>([LIST, STATUS, PATH].map((page) => [page, []]));
let [failed, open] = [0, 0];

const fromMs = performance.now();
const measuredFromMs = fromMs + task.warmUpMs;
const endMs = measuredFromMs + task.measureMs;
let warmUpCpu = process.cpuUsage();
setTimeout(() => (warmUpCpu = process.cpuUsage()), task.warmUpMs);
for (let turn = 0; performance.now() < endMs; await wait(TICK_MS)) {
  const due = ((performance.now() - fromMs) / 1_000) * task.callsPerSec;
  for (; turn < due; turn += 1) call(turn, fromMs + (turn / task.callsPerSec) * 1_000);
}
const { user, system } = process.cpuUsage(warmUpCpu);
while (open > 0) await wait(TICK_MS);
calls.close();
const all = [...times.values()].flat();
const result: CallerResult = {
  ...summaryOf(all),
  answered: all.length,
  failed,
  maxMs: percentile(all, 1),
  pages: [...times].map(([page, taken]) => ({ page, ...summaryOf(taken) })),
  cpuSec: (user + system) / 1e6,
};
console.log(JSON.stringify(result));

function call(turn: number, dueMs: number): void {
  const person = task.people[turn % task.people.length];
  const page = MIX[(turn + Math.floor(turn / task.people.length)) % MIX.length] ?? LIST;
  if (person === undefined) return;
  open += 1;
  const onEnd = (isRight: boolean): void => {
    open -= 1;
    if (dueMs < measuredFromMs) return;
    if (isRight) times.get(page)?.push(performance.now() - dueMs);
    else failed += 1;
  };
  calls.send({ path: page.replace('{serial}', person.serial), cookie: person.cookie, holds: person.serial, onEnd });
}

function summaryOf(taken: readonly number[]): { p50Ms: number; p99Ms: number } {
  return { p50Ms: percentile(taken, 0.5), p99Ms: percentile(taken, 0.99) };
}
