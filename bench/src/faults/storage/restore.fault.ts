// SCALE-05: a copy of the data folder is a backup (invariant I-21, for a stopped server). The server stops in a flood,
// the folder is copied to another place, and a server that starts there has every acknowledged message. The copy
// without the secret key must not start, because no sealed value could be opened.
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { checkStored, countsOf, problemsOf } from '../../equipment/proofs/checker.ts';
import type { Fault, FaultSettings, Outcome } from '../../equipment/proofs/fault.ts';
import { createFleet } from '../../equipment/devices/fleet.ts';
import type { Sent } from '../../equipment/devices/flood.ts';
import { createWorld, startWorld } from '../../equipment/servers/world.ts';
import type { WorldOptions } from '../../equipment/servers/world.ts';

const DEVICES = 20;
const FLOOD_MS = 1_000;
const READY_WITHIN_MS = 60_000;

type Changed = Pick<WorldOptions, 'serverDirectory'>;

export const restoreFault: Fault = {
  name: 'restore',
  invariants: ['I-21'],
  run: (settings) => restoreCopy(settings),
};

/** @param serverDirectory a changed copy of the server, for mutants */
export async function* restoreCopy({ seed }: FaultSettings, serverDirectory?: string): AsyncGenerator<Outcome> {
  const changed = serverDirectory === undefined ? {} : { serverDirectory };
  const backup = await mkdtemp(path.join(tmpdir(), 'trace-backup-'));
  try {
    const sent = await backUp(seed, backup, changed);
    yield await judgeRestored(backup, sent, changed);
    await rm(path.join(backup, 'secret.key'));
    yield await judgeWithoutKey(backup, changed);
  } finally {
    await rm(backup, { recursive: true, force: true });
  }
}

/** Copies the data of a server that was stopped in a flood, and destroys the original. */
async function backUp(seed: number, backup: string, changed: Changed): Promise<readonly Sent[]> {
  const world = await startWorld({ devices: DEVICES, ...changed });
  const fleet = createFleet(world, { count: DEVICES, seed });
  try {
    const data = world.dataDirectory();
    fleet.flow(1);
    await wait(FLOOD_MS);
    await world.stop();
    await cp(data, backup, { recursive: true, preserveTimestamps: true });
    return fleet.sent();
  } finally {
    await fleet.stop();
    await world.dispose();
  }
}

async function judgeRestored(backup: string, sent: readonly Sent[], changed: Changed): Promise<Outcome> {
  const fromMs = performance.now();
  const world = await startWorld({ devices: DEVICES, restoreFrom: backup, ...changed });
  try {
    const tookMs = Math.round(performance.now() - fromMs);
    const verdict = await checkStored(world.ready().databaseUrl, sent);
    const problems = problemsOf(verdict);
    if (tookMs > READY_WITHIN_MS) problems.push(`ready after ${tookMs} ms`);
    const note = `ready after ${tookMs} ms, ${verdict.acknowledged} acknowledged, ${verdict.stored} stored`;
    const counts = { ...countsOf(verdict), worstMs: tookMs };
    return { title: 'a copy of the data folder elsewhere', problems, note, counts };
  } finally {
    await world.dispose();
  }
}

async function judgeWithoutKey(backup: string, changed: Changed): Promise<Outcome> {
  const world = await createWorld({ devices: DEVICES, restoreFrom: backup, ...changed });
  try {
    const started = await world.start().then(
      () => true,
      () => false,
    );
    const problems = started ? ['it started with a new key, which opens no sealed value'] : [];
    return { title: 'a copy without its secret key', problems, note: '' };
  } finally {
    await world.dispose();
  }
}
