// SCALE-01: an acknowledged message is stored exactly once, regardless of which process is killed and when (invariant
// I-01). Repeats after cut connections belong to I-03. Server, database, or both get kill -9 at a random moment of a
// flood.
import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '@trace/simulator/random';
import type { Random } from '@trace/simulator/random';
import { checkStored, countsOf, problemsOf } from '../../equipment/proofs/checker.ts';
import type { Fault, FaultSettings, Outcome } from '../../equipment/proofs/fault.ts';
import { createFleet } from '../../equipment/devices/fleet.ts';
import type { Fleet } from '../../equipment/devices/fleet.ts';
import { killDatabase, startWorld } from '../../equipment/servers/world.ts';
import type { World } from '../../equipment/servers/world.ts';

const DEVICES = 50;
const FLOOD_MS = [300, 1_200] as const;
const DOWN_MS = [0, 300] as const;
const HEAL_WITHIN_MS = 60_000;
/** The messages of so many cycles are compared at once in the end, because a long run has millions. */
const LOOK_BACK_CYCLES = 20;

const victims = ['server', 'database', 'both'] as const;
type Victim = (typeof victims)[number];

export const killFault: Fault = {
  name: 'kill',
  invariants: ['I-01'],
  run: (settings) => killCycles(settings),
};

/** @param serverDirectory a changed copy of the server, for mutants */
export async function* killCycles(settings: FaultSettings, serverDirectory?: string): AsyncGenerator<Outcome> {
  const random = createRandom(settings.seed);
  const world = await startWorld({ devices: DEVICES, ...(serverDirectory === undefined ? {} : { serverDirectory }) });
  const fleet = createFleet(world, { count: DEVICES, seed: settings.seed });
  try {
    for (let cycle = 1; cycle <= settings.cycles; cycle += 1) {
      const victim = victims[Math.floor(random.next() * victims.length)] ?? 'both';
      yield await killOnce(world, fleet, random, cycle, victim);
    }
    yield await lookBack(world, fleet, settings.cycles);
  } finally {
    await fleet.stop();
    await world.dispose();
  }
}

async function killOnce(world: World, fleet: Fleet, random: Random, cycle: number, victim: Victim): Promise<Outcome> {
  fleet.flow(cycle);
  const floodMs = random.between(...FLOOD_MS);
  await wait(floodMs / 2);
  fleet.disturb();
  await wait(floodMs / 2);
  const killed = kill(world, victim);
  fleet.pause();
  await killed;
  await wait(random.between(...DOWN_MS));
  const healsFromMs = performance.now();
  if (victim !== 'database') await world.start();
  const isDrained = await fleet.drainsWithin(HEAL_WITHIN_MS);
  const healedMs = Math.round(performance.now() - healsFromMs);
  const verdict = await checkStored(world.ready().databaseUrl, fleet.sentIn(cycle));
  return {
    title: `cycle ${cycle}: kill -9 of ${victim === 'both' ? 'server and database' : `the ${victim}`}`,
    problems: [...problemsOf(verdict), ...(isDrained ? [] : ['devices were not acknowledged after the healing'])],
    note: `${verdict.acknowledged} acknowledged, ${verdict.stored} stored, healed in ${healedMs} ms`,
    counts: { ...countsOf(verdict), worstMs: healedMs },
  };
}

/** Kills the victim. The server restarts a database that dies alone. */
async function kill(world: World, victim: Victim): Promise<void> {
  if (victim === 'database') return killDatabase(world);
  const serverEnded = world.kill();
  if (victim === 'both') killDatabase(world);
  await serverEnded;
}

/** Checks that messages stored in early cycles survived the later cycles. */
async function lookBack(world: World, fleet: Fleet, cycles: number): Promise<Outcome> {
  const problems: string[] = [];
  let [acknowledged, stored] = [0, 0];
  for (let first = 1; first <= cycles; first += LOOK_BACK_CYCLES) {
    const sent = fleet.sent().filter(({ boot }) => boot >= first && boot < first + LOOK_BACK_CYCLES);
    const verdict = await checkStored(world.ready().databaseUrl, sent);
    problems.push(...problemsOf(verdict));
    acknowledged += verdict.acknowledged;
    stored += verdict.stored;
  }
  return { title: 'all cycles together', problems, note: `${acknowledged} acknowledged, ${stored} stored` };
}
