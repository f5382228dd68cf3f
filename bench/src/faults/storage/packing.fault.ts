// SCALE-01: packing a day that is over loses, doubles and changes no position (invariant I-01). Two processes pack at
// once. Each gets kill -9 at a random moment, and every third time the database too.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '@trace/simulator/random';
import type { Random } from '@trace/simulator/random';
import { runConsole } from '../../equipment/servers/console.ts';
import type { Fault, FaultSettings, Outcome } from '../../equipment/proofs/fault.ts';
import { dayAgo, fillPastDay, packingScript, readPastDay } from '../../equipment/measures/past-day.ts';
import { holdsWithin } from '../../equipment/until.ts';
import { killDatabase, startWorld } from '../../equipment/servers/world.ts';
import type { World } from '../../equipment/servers/world.ts';

const DEVICES = 8;
const KILL_AFTER_MS = [0, 1_200] as const;
const KILLS_PER_DAY = 3;
/** So many cycles of `kill` count as a day. */
const CYCLES_PER_DAY = 10;
const FIRST_DAY_AGO = 4;
const LAST_DAY_AGO = 80;
const HEALS_WITHIN_MS = 15_000;

export const packingFault: Fault = {
  name: 'packing',
  invariants: ['I-01'],
  run: (settings) => killPacking(settings),
};

/** @param serverDirectory a changed copy of the server, for mutants */
export async function* killPacking({ seed, cycles }: FaultSettings, serverDirectory?: string): AsyncGenerator<Outcome> {
  const random = createRandom(seed);
  const world = await startWorld({ devices: DEVICES });
  const script = packingScript(serverDirectory);
  const days = Math.min(Math.ceil(cycles / CYCLES_PER_DAY), LAST_DAY_AGO - FIRST_DAY_AGO);
  try {
    for (let day = 0; day < days; day += 1)
      yield await packUnderFire(world, script, random, dayAgo(FIRST_DAY_AGO + day));
  } finally {
    await world.dispose();
  }
}

async function packUnderFire(world: World, script: string, random: Random, day: string): Promise<Outcome> {
  const url = world.ready().databaseUrl;
  await fillPastDay(url, day);
  const before = await readPastDay(url, day);
  const problems: string[] = [];
  const moved: number[] = [];
  for (let kill = 1; kill <= KILLS_PER_DAY; kill += 1) {
    await killBoth(script, url, random, () => kill === KILLS_PER_DAY && killDatabase(world));
    const isBack = await holdsWithin(HEALS_WITHIN_MS, async () => readPastDay(url, day).then(Boolean, () => false));
    if (!isBack) return { title: day, problems: ['the database did not come back'], note: '' };
    const after = await readPastDay(url, day);
    moved.push(after.packed);
    if (after.rows + after.packed !== before.rows || after.content !== before.content)
      problems.push(`after kill ${kill}: ${after.rows} rows and ${after.packed} packed of ${before.rows}`);
  }
  const { code, complaint } = await runConsole(script, [url], {});
  const end = await readPastDay(url, day);
  const kept = end.rows + end.packed;
  if (code !== 0) problems.push(`the last run failed: ${complaint.slice(0, 200)}`);
  if (end.rows > 0 || end.content !== before.content) problems.push(`${end.rows} rows are left, or a value changed`);
  return {
    title: `a day of ${before.rows} positions, ${KILLS_PER_DAY} × kill -9 of two processes that pack it`,
    problems,
    note: `packed after each kill: ${moved.join(', ')}, at the end ${end.packed}`,
    counts: { checked: before.rows, lost: Math.max(0, before.rows - kept), doubled: Math.max(0, kept - before.rows) },
  };
}

/** Starts two processes and kills each at a random moment of its packing. */
async function killBoth(script: string, url: string, random: Random, andThen: () => unknown): Promise<void> {
  const kills = [1, 2].map(async () => {
    const child = spawn(process.execPath, [script, url], { stdio: ['ignore', 'pipe', 'ignore'] });
    const ended = once(child, 'exit');
    const delayMs = random.between(...KILL_AFTER_MS);
    await Promise.race([once(child.stdout, 'data'), ended]);
    await Promise.race([wait(delayMs), ended]);
    child.kill('SIGKILL');
    await ended;
  });
  await Promise.all(kills);
  andThen();
}
