// SCALE-05, invariant I-21: a restore of the scheduled backup, with the WAL kept since, has every message that was
// acknowledged before the loss window. Server and database get kill -9 in a flood, the data folder is destroyed, and a
// new server starts on the restored folder. A backup with one changed byte is refused. A server that
// is stopped in the middle of a backup leaves no unfinished file, and the next start makes a whole backup.
import { randomFillSync } from 'node:crypto';
import { cp, mkdir, mkdtemp, open, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '@trace/simulator/random';
import { checkStored, countsOf, problemsOf } from '../../equipment/proofs/checker.ts';
import type { Fault, FaultSettings, Outcome } from '../../equipment/proofs/fault.ts';
import { createFleet } from '../../equipment/devices/fleet.ts';
import type { Sent } from '../../equipment/devices/flood.ts';
import { repositoryRoot } from '../../equipment/repository.ts';
import { runConsole } from '../../equipment/servers/console.ts';
import { holdsWithin } from '../../equipment/until.ts';
import { createWorld, killDatabase, startWorld } from '../../equipment/servers/world.ts';
import type { World } from '../../equipment/servers/world.ts';

const DEVICES = 20;
const FLOOD_MS = 800;
/** Twice the time in which the server stores the WAL: the loss window that this test allows. */
const WINDOW_MS = 2_500;
const CUT_AFTER_MS = [100, 900] as const;
const BEGINS_WITHIN_MS = 3_000;
const FIRST_BACKUP_WITHIN_MS = 15_000;
const READY_WITHIN_MS = 60_000;
/** Random bytes cannot be compressed, so the first backup lasts longer than the start of the server. */
const LARGE_FILE_BYTES = 300 * 2 ** 20;
/** In the usual short form one round. */
const CYCLES_PER_ROUND = 20;

export const backupFault: Fault = {
  name: 'backup',
  invariants: ['I-21'],
  run: (settings) => restoreBackups(settings),
};

/** @param serverDirectory a changed copy of the server, for mutants */
export async function* restoreBackups(
  { seed, cycles }: FaultSettings,
  serverDirectory = path.join(repositoryRoot, 'server'),
): AsyncGenerator<Outcome> {
  yield await stopInBackup(serverDirectory);
  for (let round = 1; round <= Math.ceil(cycles / CYCLES_PER_ROUND); round += 1)
    yield* restoreOnce(seed * 100 + round, serverDirectory);
}

/** SIGTERM while the first backup is written, then a start. */
async function stopInBackup(serverDirectory: string): Promise<Outcome> {
  const place = await mkdtemp(path.join(tmpdir(), 'trace-backups-'));
  const kept = path.join(place, 'kept');
  let warnings = '';
  const world = await createWorld({
    ...{ devices: 0, serverDirectory, settings: { BACKUP_DIRECTORY: kept, LOG_LEVEL: 'warn' } },
    onOutput: (text) => void (warnings += text.replaceAll(/^\{"ready":true.*\n/gm, '')),
  });
  const namesIn = () => readdir(kept).catch(() => []);
  const countUnfinished = async () => (await namesIn()).filter((name) => name.startsWith('.trace-')).length;
  try {
    await writeLargeFile(path.join(world.dataDirectory(), 'files'));
    await world.start();
    const isBegun = await holdsWithin(BEGINS_WITHIN_MS, async () => (await countUnfinished()) > 0);
    const code = await world.stop();
    const left = (await namesIn()).filter((name) => !name.endsWith('.wal'));
    warnings = '';
    await rm(path.join(world.dataDirectory(), 'files'), { recursive: true });
    await world.start();
    const isMade = await holdsWithin(FIRST_BACKUP_WITHIN_MS, async () => (await newestBackup(place)) !== '');
    const problems = [
      ...(isBegun ? [] : ['no backup began, so nothing was proved']),
      ...(code === 0 ? [] : [`the server ended with ${code}`]),
      ...(left.length === 0 ? [] : [`the stop left ${left.join(', ')}`]),
      ...(isMade ? [] : ['the next start made no backup']),
      ...(warnings === '' ? [] : [`the next start complained: ${warnings.trim()}`]),
    ];
    return { title: 'SIGTERM in the middle of a backup', problems, note: 'the next start made a backup' };
  } finally {
    await world.dispose();
    await rm(place, { recursive: true, force: true });
  }
}

async function writeLargeFile(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  const handle = await open(path.join(directory, 'large'), 'w');
  const piece = Buffer.alloc(2 ** 20);
  for (let bytes = 0; bytes < LARGE_FILE_BYTES; bytes += piece.length) await handle.write(randomFillSync(piece));
  await handle.close();
  // An old file, because the kept WAL contains new files.
  await utimes(path.join(directory, 'large'), 0, 0);
}

async function* restoreOnce(seed: number, serverDirectory: string): AsyncGenerator<Outcome> {
  const place = await mkdtemp(path.join(tmpdir(), 'trace-backups-'));
  try {
    const { before, within } = await loseEverything(seed, place, serverDirectory);
    const file = await newestBackup(place);
    yield await judgeDamaged(file, place, serverDirectory);
    yield await judgeRestored(file, place, { before, within, serverDirectory });
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

interface SentMessages {
  /** Acknowledged before the loss window. */
  readonly before: readonly Sent[];
  /** Acknowledged in the loss window. */
  readonly within: readonly Sent[];
}

/**
 * Floods a server that keeps backups, and kills it with its database twice. After the first time it goes on, after the
 * second its data is destroyed except for the secret key.
 */
async function loseEverything(seed: number, place: string, serverDirectory: string): Promise<SentMessages> {
  const settings = { BACKUP_DIRECTORY: path.join(place, 'kept') };
  const world = await startWorld({ devices: DEVICES, serverDirectory, settings });
  const fleet = createFleet(world, { count: DEVICES, seed });
  try {
    await holdsWithin(FIRST_BACKUP_WITHIN_MS, async () => (await newestBackup(place)) !== '');
    fleet.flow(1);
    await wait(FLOOD_MS);
    await killAll(world);
    fleet.pause();
    await world.start();
    await fleet.drainsWithin(READY_WITHIN_MS);
    await wait(WINDOW_MS);
    fleet.flow(2);
    await wait(createRandom(seed).between(...CUT_AFTER_MS));
    await killAll(world);
    await mkdir(path.join(place, 'new'));
    await cp(path.join(world.dataDirectory(), 'secret.key'), path.join(place, 'new', 'secret.key'));
    return { before: fleet.sentIn(1), within: fleet.sentIn(2) };
  } finally {
    await fleet.stop();
    await world.dispose();
  }
}

async function killAll(world: World): Promise<void> {
  const ended = world.kill();
  killDatabase(world);
  await ended;
}

/** Empty when there is none. */
async function newestBackup(place: string): Promise<string> {
  const directory = path.join(place, 'kept');
  const names = await readdir(directory).catch(() => []);
  const name = names
    .filter((each) => each.startsWith('trace-') && each.endsWith('.backup'))
    .toSorted()
    .at(-1);
  return name === undefined ? '' : path.join(directory, name);
}

async function judgeDamaged(file: string, place: string, serverDirectory: string): Promise<Outcome> {
  const copy = path.join(place, path.basename(file));
  await cp(file, copy);
  const handle = await open(copy, 'r+');
  const middle = Math.floor((await handle.stat()).size / 2);
  const byte = Buffer.alloc(1);
  await handle.read(byte, 0, 1, middle);
  byte[0]! ^= 1;
  await handle.write(byte, 0, 1, middle);
  await handle.close();
  const directory = path.join(place, 'new');
  const { code, complaint } = await restore(copy, directory, serverDirectory);
  const left = (await readdir(directory)).filter((name) => name !== 'secret.key');
  const problems = code === 0 || !complaint.includes('is damaged at byte') ? [`it was not refused: ${complaint}`] : [];
  if (left.length > 0) problems.push(`the place is not empty: ${left.join(', ')}`);
  return { title: 'a backup with a changed byte', problems, note: complaint.trim().replace(/^.*(?=trace-)/, '') };
}

async function judgeRestored(
  file: string,
  place: string,
  { before, within, serverDirectory }: SentMessages & { serverDirectory: string },
): Promise<Outcome> {
  const title = 'the backup and the WAL after it, in an empty place';
  const fromMs = performance.now();
  const directory = path.join(place, 'new');
  const { code, complaint } = await restore(file, directory, serverDirectory);
  if (code !== 0) return { title, problems: [`it was refused: ${complaint}`], note: '' };
  const world = await startWorld({ devices: DEVICES, restoreFrom: directory, serverDirectory });
  try {
    const tookMs = Math.round(performance.now() - fromMs);
    const { databaseUrl } = world.ready();
    const kept = await checkStored(databaseUrl, before);
    const { doubled, invented, lost, acknowledged } = await checkStored(databaseUrl, within);
    const problems = problemsOf(kept);
    if (doubled + invented > 0) problems.push('messages of the loss window are doubled or invented');
    if (tookMs > READY_WITHIN_MS) problems.push(`ready after ${tookMs} ms`);
    const note = `ready after ${tookMs} ms, ${kept.acknowledged} acknowledged before the window of ${WINDOW_MS} ms and ${kept.lost} lost, ${lost} of ${acknowledged} lost within it`;
    const counts = { ...countsOf(kept), doubled: kept.doubled + doubled, worstMs: tookMs };
    return { title, problems, note, counts };
  } finally {
    await world.dispose();
  }
}

const restore = (file: string, directory: string, serverDirectory: string) =>
  runConsole(path.join(serverDirectory, 'src/cli/restore.ts'), [file], { TRACE_DATA_DIR: directory });
