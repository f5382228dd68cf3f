// SCALE-06: a full disk refuses and damages nothing (invariant I-05). A file fills the disk of the data in a flood, and
// is removed again. While full: no message is acknowledged and `/readyz` is false. Afterwards all heals by itself.
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { checkStored, countsOf, problemsOf } from '../../equipment/proofs/checker.ts';
import type { Fault, FaultSettings, Outcome } from '../../equipment/proofs/fault.ts';
import { createFleet } from '../../equipment/devices/fleet.ts';
import type { Fleet } from '../../equipment/devices/fleet.ts';
import { holdsWithin } from '../../equipment/until.ts';
import { canLimitDisk, startWorld } from '../../equipment/servers/world.ts';
import type { World } from '../../equipment/servers/world.ts';

const DEVICES = 20;
const DISK_BYTES = 400 * 2 ** 20;
const FLOOD_MS = 500;
/** Blocks that tables have in reserve are used up in this time. */
const NOTICED_WITHIN_MS = 20_000;
const FULL_MS = 3_000;
const HEALS_WITHIN_MS = 10_000;
const DRAINS_WITHIN_MS = 30_000;

export const diskFullFault: Fault = {
  name: 'disk-full',
  invariants: ['I-05'],
  run: (settings) => fillDisk(settings),
};

/** @param serverDirectory a changed copy of the server, for mutants */
export async function* fillDisk({ seed }: FaultSettings, serverDirectory?: string): AsyncGenerator<Outcome> {
  const title = 'the disk is full for a while';
  if (!canLimitDisk()) {
    const note = 'not run: this machine has no user namespaces with mounts';
    yield { title, problems: [], note, isNotRun: true };
    return;
  }
  const changed = serverDirectory === undefined ? {} : { serverDirectory };
  const world = await startWorld({ devices: DEVICES, diskBytes: DISK_BYTES, ...changed });
  const fleet = createFleet(world, { count: DEVICES, seed });
  try {
    fleet.flow(1);
    await wait(FLOOD_MS);
    const filler = path.join(world.dataDirectory(), 'filler');
    await fill(filler);
    const problems = await judgeWhileFull(world, fleet);
    await rm(filler);
    yield await judgeHealing(world, fleet, { title, problems });
  } finally {
    await fleet.stop();
    await world.dispose();
  }
}

async function judgeWhileFull(world: World, fleet: Fleet): Promise<string[]> {
  const problems: string[] = [];
  const isNoticed = await holdsWithin(NOTICED_WITHIN_MS, async () => !(await isReady(world)));
  if (!isNoticed) problems.push('/readyz was true although nothing could be written');
  const before = fleet.acknowledged();
  await wait(FULL_MS);
  const acknowledged = fleet.acknowledged() - before;
  // A few blocks come free when the database recycles files.
  if (acknowledged > before / 10) problems.push(`${acknowledged} messages were acknowledged while the disk was full`);
  return problems;
}

async function judgeHealing(
  world: World,
  fleet: Fleet,
  { title, problems }: { title: string; problems: string[] },
): Promise<Outcome> {
  const fromMs = performance.now();
  const isHealed = await holdsWithin(HEALS_WITHIN_MS, () => isReady(world));
  const healedMs = Math.round(performance.now() - fromMs);
  fleet.pause();
  const isDrained = await fleet.drainsWithin(DRAINS_WITHIN_MS);
  const verdict = await checkStored(world.ready().databaseUrl, fleet.sent());
  const found = [...problems, ...problemsOf(verdict)];
  if (!isHealed) found.push(`/readyz was still false ${healedMs} ms after space was freed`);
  if (!isDrained) found.push('devices were not acknowledged after space was freed');
  const note = `ready ${healedMs} ms after space was freed, ${verdict.acknowledged} acknowledged, ${verdict.stored} stored`;
  return { title, problems: found, note, counts: { ...countsOf(verdict), worstMs: healedMs } };
}

async function isReady(world: World): Promise<boolean> {
  const answer = await fetch(`${world.url}/readyz`).catch(() => null);
  return answer?.ok ?? false;
}

/** Writes until no byte is left. */
async function fill(file: string): Promise<void> {
  const handle = await open(file, 'w');
  try {
    for (let chunk = 2 ** 20; chunk >= 1;) {
      try {
        await handle.appendFile(Buffer.alloc(chunk));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        chunk = Math.floor(chunk / 2);
      }
    }
  } finally {
    await handle.close();
  }
}
