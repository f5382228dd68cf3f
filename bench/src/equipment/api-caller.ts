// A separate process that calls pages of signed-in people at a fixed rate. Each answer is timed from the moment when its
// call was due, so a slow answer also delays the figures of the calls behind. Prints one line of JSON.
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { percentile } from './bench.ts';

export interface CallerTask {
  readonly url: string;
  /** Each person calls in turn, about their own device. */
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
const agent = new Agent({ keepAlive: true, maxSockets: MOST_SOCKETS });
const times: number[] = [];
let [failed, open] = [0, 0];

const fromMs = performance.now();
const endMs = fromMs + task.warmUpMs + task.measureMs;
for (let turn = 0; performance.now() < endMs; await wait(TICK_MS)) {
  const due = ((performance.now() - fromMs) / 1_000) * task.callsPerSec;
  for (; turn < due; turn += 1) call(turn, fromMs + (turn / task.callsPerSec) * 1_000);
}
while (open > 0) await wait(TICK_MS);
agent.destroy();
const [p50Ms, p99Ms, maxMs] = [percentile(times, 0.5), percentile(times, 0.99), percentile(times, 1)];
const result: CallerResult = { answered: times.length, failed, p50Ms, p99Ms, maxMs };
console.log(JSON.stringify(result));

function call(turn: number, dueMs: number): void {
  const person = task.people[turn % task.people.length];
  const page = MIX[Math.floor(turn / task.people.length) % MIX.length] ?? LIST;
  if (person === undefined) return;
  open += 1;
  const end = (isRight: boolean): void => {
    open -= 1;
    if (dueMs < fromMs + task.warmUpMs) return;
    if (isRight) times.push(performance.now() - dueMs);
    else failed += 1;
  };
  const asked = request(task.url + page.replace('{serial}', person.serial), {
    agent,
    headers: { cookie: person.cookie },
  });
  asked.once('response', (answer) => {
    answer.resume();
    answer.once('end', () => end(answer.statusCode === 200));
  });
  asked.once('error', () => end(false));
  asked.end();
}
