// SCALE-01: a backlog drains (invariant I-04). SIGSTOP pauses the database while devices keep sending. Meanwhile no
// message is acknowledged. No message is lost, memory is bounded, and the server stores and answers again soon after the
// database resumes.
import { setTimeout as wait } from 'node:timers/promises';
import { checkStored, countsOf, problemsOf } from '../../equipment/proofs/checker.ts';
import type { Fault, FaultSettings, Outcome } from '../../equipment/proofs/fault.ts';
import { createFleet } from '../../equipment/devices/fleet.ts';
import type { Fleet } from '../../equipment/devices/fleet.ts';
import { rssBytes, signal } from '../../equipment/servers/processes.ts';
import { holdsWithin } from '../../equipment/until.ts';
import { startWorld } from '../../equipment/servers/world.ts';
import type { World } from '../../equipment/servers/world.ts';

const SHORT = { devices: 50, window: 10, standstillMs: 10_000 };
const LONG = { devices: 1_000, window: 1, standstillMs: 30_000 };
const FLOOD_MS = 1_000;
/** Acknowledgements of commits before the pause are on their way for so long. */
const UNDER_WAY_MS = 500;
const BACK_WITHIN_MS = 5_000;
/** Readiness includes a sign-in, which waits behind the backlog on a busy machine. */
const READY_WITHIN_MS = 15_000;
const DRAIN_WITHIN_MS = 30_000;
const MOST_RSS_BYTES = 512 * 1024 * 1024;

export const databasePauseFault: Fault = {
  name: 'database-pause',
  invariants: ['I-04'],
  run: (settings) => pauseDatabase(settings),
};

/** @param serverDirectory a changed copy of the server, for mutants */
export async function* pauseDatabase(
  { seed, long = false }: FaultSettings,
  serverDirectory?: string,
): AsyncGenerator<Outcome> {
  const { devices, window, standstillMs } = long ? LONG : SHORT;
  const world = await startWorld({ devices, ...(serverDirectory === undefined ? {} : { serverDirectory }) });
  const fleet = createFleet(world, { count: devices, seed, window });
  try {
    fleet.flow(1);
    await wait(FLOOD_MS);
    const stopped = world.databasePids();
    for (const pid of stopped) signal(pid, 'SIGSTOP');
    await wait(UNDER_WAY_MS);
    const before = fleet.acknowledged();
    await wait(standstillMs - UNDER_WAY_MS);
    const early = fleet.acknowledged() - before;
    for (const pid of stopped) signal(pid, 'SIGCONT');
    const outcome = await judgeReturn(world, fleet, `the database stands still for ${standstillMs / 1_000} s`);
    const problems = early > 0 ? [`${early} messages were acknowledged while the database stood still`] : [];
    yield { ...outcome, problems: [...outcome.problems, ...problems] };
  } finally {
    await fleet.stop();
    await world.dispose();
  }
}

async function judgeReturn(world: World, fleet: Fleet, title: string): Promise<Outcome> {
  const fromMs = performance.now();
  const acknowledgedBefore = fleet.acknowledged();
  const isStoring = await holdsWithin(
    BACK_WITHIN_MS,
    () => fleet.acknowledged() > acknowledgedBefore + fleet.devices.length,
  );
  const backMs = Math.round(performance.now() - fromMs);
  let states = '';
  const answers = await holdsWithin(READY_WITHIN_MS, async () => {
    const answer = await fetch(`${world.ready().url}/readyz`);
    states = await answer.text();
    return answer.ok;
  });
  const readyMs = Math.round(performance.now() - fromMs);
  const rss = rssBytes(world.pid());
  fleet.pause();
  const isDrained = await fleet.drainsWithin(DRAIN_WITHIN_MS);
  const verdict = await checkStored(world.ready().databaseUrl, fleet.sent());
  const problems = problemsOf(verdict);
  if (!isStoring) problems.push(`nothing was acknowledged ${backMs} ms after the database went on`);
  if (!answers) problems.push(`the server was not ready again: ${states}`);
  if (rss > MOST_RSS_BYTES) problems.push(`the server holds ${rss} bytes`);
  if (!isDrained) problems.push('the backlog did not drain');
  const note = `stored again after ${backMs} ms, ready after ${readyMs} ms, ${verdict.acknowledged} acknowledged, RSS ${Math.round(rss / 1e6)} MB`;
  const counts = { ...countsOf(verdict), worstMs: backMs };
  return { title, problems, note, counts };
}
