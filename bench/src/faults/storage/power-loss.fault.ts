// SCALE-01: an acknowledged message survives a power loss (invariant I-02). kill -9 keeps what the operating system has
// not written yet, a power loss does not. So the disk after the power loss is made of what was certainly written: the
// data files as of the last checkpoint, and the write-ahead log up to the position that the database has flushed. What
// was acknowledged before that position was read must be there after a start from this disk.
import { cp, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { createRandom } from '@trace/simulator/random';
import type { Random } from '@trace/simulator/random';
import { checkStored, countsOf, problemsOf } from '../../equipment/proofs/checker.ts';
import type { Fault, FaultSettings, Outcome } from '../../equipment/proofs/fault.ts';
import { createFleet } from '../../equipment/devices/fleet.ts';
import type { Sent } from '../../equipment/devices/flood.ts';
import { createWorld, killDatabase, startWorld } from '../../equipment/servers/world.ts';
import type { World, WorldOptions } from '../../equipment/servers/world.ts';

const DEVICES = 20;
const FLOOD_MS = [600, 1_500] as const;
/** A cycle starts the server three times. */
const KILL_CYCLES_PER_CYCLE = 10;
const CLUSTER = 'database/data';
const SEGMENT = /^[0-9A-F]{24}$/;

/** The end of what is on the disk of the write-ahead log. */
interface Flushed {
  readonly file: string;
  readonly offset: number;
}

export const powerLossFault: Fault = {
  name: 'power-loss',
  invariants: ['I-02'],
  run: (settings) => losePower(settings),
};

/** @param serverDirectory a changed copy of the server, for mutants */
export async function* losePower(settings: FaultSettings, serverDirectory?: string): AsyncGenerator<Outcome> {
  const random = createRandom(settings.seed);
  const changed = serverDirectory === undefined ? {} : { serverDirectory };
  for (let cycle = 1; cycle <= Math.ceil(settings.cycles / KILL_CYCLES_PER_CYCLE); cycle += 1)
    yield await loseOnce(cycle, settings.seed, random, changed);
}

async function loseOnce(cycle: number, seed: number, random: Random, changed: Partial<WorldOptions>): Promise<Outcome> {
  const disk = await mkdtemp(path.join(tmpdir(), 'trace-disk-'));
  try {
    const { sent, problems } = await floodUntilLoss(disk, seed + cycle, random, changed);
    const title = `cycle ${cycle}: power loss in a flood`;
    const world = await createWorld({ devices: DEVICES, restoreFrom: disk, ...changed });
    try {
      await world.start();
      const verdict = await checkStored(world.ready().databaseUrl, sent);
      const note = `${verdict.acknowledged} acknowledged before the loss, ${verdict.stored} stored`;
      return { title, problems: [...problems, ...problemsOf(verdict)], note, counts: countsOf(verdict) };
    } catch (error) {
      return { title, problems: [...problems, `no start after the power loss: ${String(error)}`], note: '' };
    } finally {
      await world.dispose();
    }
  } finally {
    await rm(disk, { recursive: true, force: true });
  }
}

interface Loss {
  readonly sent: readonly Sent[];
  readonly problems: readonly string[];
}

/** Leaves on `disk` what a power loss in the flood would have left. */
async function floodUntilLoss(
  disk: string,
  seed: number,
  random: Random,
  changed: Partial<WorldOptions>,
): Promise<Loss> {
  const world = await startWorld({ devices: DEVICES, ...changed });
  const stopped = await takeCheckpoint(world, disk);
  const fleet = createFleet(world, { count: DEVICES, seed });
  const client = new pg.Client({ connectionString: world.ready().databaseUrl });
  // The kill ends this connection too.
  client.on('error', () => {});
  try {
    await client.connect();
    fleet.flow(1);
    await wait(random.between(...FLOOD_MS));
    const before = fleet.sent().map(({ acknowledged }) => [...acknowledged]);
    const flushed = await readFlushed(client);
    const problems = await problemsOfSettings(client);
    const ended = world.kill();
    killDatabase(world);
    await ended;
    fleet.pause();
    await keepFlushed(world, disk, flushed);
    return {
      sent: fleet.sent().map((sent, index) => asOf(before[index] ?? [], sent)),
      problems: [...stopped, ...problems],
    };
  } finally {
    await client.end().catch(() => {});
    await fleet.stop();
    await world.dispose();
  }
}

/** A clean stop is a checkpoint: all data files are written. Copies them and starts the server again. */
async function takeCheckpoint(world: World, disk: string): Promise<string[]> {
  const data = world.dataDirectory();
  const code = await world.stop();
  await cp(data, disk, { recursive: true, preserveTimestamps: true });
  await world.start();
  return code === 0 ? [] : [`the stop before the flood ended with ${code}`];
}

/** All messages sent, with the acknowledgements of an earlier moment. */
function asOf(acknowledgedThen: readonly boolean[], sent: Sent): Sent {
  return { ...sent, acknowledged: sent.acknowledged.map((_, seq) => acknowledgedThen[seq] ?? false) };
}

async function readFlushed(client: pg.Client): Promise<Flushed> {
  const { rows } = await client.query<{ file: string; place: number }>(
    'select file_name as file, file_offset as place from pg_walfile_name_offset(pg_current_wal_flush_lsn())',
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the database did not tell its flush position');
  return { file: row.file, offset: row.place };
}

/** The flush position is true only while the database asks the operating system to write. */
async function problemsOfSettings(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select name from pg_settings where name in ('fsync', 'full_page_writes') and setting <> 'on'`,
  );
  return rows.map(({ name }) => `${name} is off, so a flush proves nothing`);
}

/** Gives the copy the control file and the write-ahead log of the killed database, without what was not flushed. */
async function keepFlushed(world: World, disk: string, { file, offset }: Flushed): Promise<void> {
  const [from, to] = [path.join(world.dataDirectory(), CLUSTER), path.join(disk, CLUSTER)];
  await cp(path.join(from, 'global/pg_control'), path.join(to, 'global/pg_control'));
  await rm(path.join(to, 'pg_wal'), { recursive: true });
  await cp(path.join(from, 'pg_wal'), path.join(to, 'pg_wal'), { recursive: true });
  for (const name of await readdir(path.join(to, 'pg_wal'))) {
    const segment = path.join(to, 'pg_wal', name);
    if (SEGMENT.test(name) && name > file) await rm(segment);
    if (name === file) await clearFrom(segment, offset);
  }
}

async function clearFrom(file: string, offset: number): Promise<void> {
  const { size } = await stat(file);
  const handle = await open(file, 'r+');
  try {
    await handle.write(Buffer.alloc(size - offset), 0, size - offset, offset);
  } finally {
    await handle.close();
  }
}
