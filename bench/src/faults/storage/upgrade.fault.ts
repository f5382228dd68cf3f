// SCALE-05, invariant I-20. An upgrade from the first release that gets kill -9 again and again ends whole. Beside a
// working server the newest migrations lock no hot table for a second. A version whose migration fails leaves the old
// version startable. After an upgrade, the backup made before it leads back to the old version.
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createRandom } from '@trace/simulator/random';
import { checkStored, countsOf, lookInto, problemsOf } from '../../equipment/proofs/checker.ts';
import { runConsole } from '../../equipment/servers/console.ts';
import type { Fault, FaultSettings, Outcome } from '../../equipment/proofs/fault.ts';
import { createFleet } from '../../equipment/devices/fleet.ts';
import type { Sent } from '../../equipment/devices/flood.ts';
import { repositoryRoot } from '../../equipment/repository.ts';
import { copyServer } from '../../equipment/servers/server-copy.ts';
import { holdsWithin } from '../../equipment/until.ts';
import { createWorld, killDatabase, startWorld } from '../../equipment/servers/world.ts';
import type { World } from '../../equipment/servers/world.ts';

const DEVICES = 10;
const FLOOD_MS = 500;
const FIRST_WITHIN_MS = 10_000;
const OLD_POSITIONS = 100_000;
const MOST_LOCKED_MS = 1_000;
const NEWEST_MIGRATIONS = 8;
const KILL_AFTER_MS = [900, 2_500] as const;
const KILL_MIGRATIONS_AFTER_MS = [0, 1_000] as const;
const BACKUP_WITHIN_MS = 30_000;
const CYCLES_PER_KILL = 10;

export const upgradeFault: Fault = {
  name: 'upgrade',
  invariants: ['I-20'],
  async *run(settings) {
    yield* killUpgrade(settings);
    yield await measureLocks();
    yield* failUpgrade(settings);
  },
};

const theServer = path.join(repositoryRoot, 'server');

async function withFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'trace-upgrade-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeOld(folder: string, ...args: string[]): Promise<void> {
  const script = path.join(theServer, 'src/cli/bench/old-database.ts');
  const { code, complaint } = await runConsole(script, [folder, String(OLD_POSITIONS), ...args], {});
  if (code !== 0) throw new Error(`the old database could not be made: ${complaint}`);
}

async function* killUpgrade({ seed, cycles }: FaultSettings): AsyncGenerator<Outcome> {
  const random = createRandom(seed);
  const kills = Math.ceil(cycles / CYCLES_PER_KILL);
  yield await withFolder(async (folder) => {
    await makeOld(folder);
    const world = await createWorld({ devices: 0, restoreFrom: folder });
    try {
      for (let kill = 1; kill <= kills; kill += 1) {
        let isUpgraded = false;
        const starting = world.start().then(
          () => (isUpgraded = true),
          () => {},
        );
        const isOver = (): boolean => isUpgraded;
        if (kill % 2 === 0) await wait(random.between(...KILL_AFTER_MS));
        else await waitForMigrations(world, isOver, random.between(...KILL_MIGRATIONS_AFTER_MS));
        await killBoth(world);
        await starting;
      }
      await world.start();
      return await judgeUpgraded(world, kills);
    } finally {
      await world.dispose();
    }
  });
}

/** The migrations begin when the backup is finished. After a whole upgrade there are none left. */
async function waitForMigrations(world: World, isOver: () => boolean, thenMs: number): Promise<void> {
  const directory = path.join(world.dataDirectory(), 'backups');
  const names = async (): Promise<string> => (await readdir(directory).catch(() => [])).filter(isBackup).join();
  const before = await names();
  const isBegun = await holdsWithin(BACKUP_WITHIN_MS, async () => isOver() || (await names()) !== before);
  if (!isBegun) throw new Error('neither a backup nor the start was finished');
  await wait(thenMs);
}

const isBackup = (name: string): boolean => name.startsWith('trace-') && name.endsWith('.backup');

async function killBoth(world: World): Promise<void> {
  const ended = world.kill();
  try {
    killDatabase(world);
  } catch {
    // The database had not started yet.
  }
  await ended;
}

async function judgeUpgraded(world: World, kills: number): Promise<Outcome> {
  const found = await lookInto(world.ready().databaseUrl, async (client) => {
    const { rows } = await client.query<{ positions: number; people: number; devices: number; migrations: number }>(
      `select (select count(*)::int from position) as positions,
        (select count(*)::int from person where email like 'old-%') as people,
        (select count(*)::int from device) as devices, (select count(*)::int from schema_migration) as migrations`,
    );
    return rows[0]!;
  });
  const files = (await readdir(path.join(theServer, 'migrations'))).length;
  const problems: string[] = [];
  if (found.positions !== OLD_POSITIONS) problems.push(`${found.positions} of ${OLD_POSITIONS} positions are there`);
  if (found.people !== 200 || found.devices !== 1_000) problems.push('people or devices are missing');
  if (found.migrations !== files) problems.push(`${found.migrations} of ${files} migrations are applied`);
  const backups = await readdir(path.join(world.dataDirectory(), 'backups')).catch(() => []);
  if (!backups.some(isBackup)) problems.push('no backup was made before the upgrade');
  const note = `${files} migrations, ${found.positions} positions kept, ${backups.filter(isBackup).length} backups`;
  const counts = { checked: OLD_POSITIONS, lost: Math.max(0, OLD_POSITIONS - found.positions) };
  return { title: `from the first release, with ${kills} × kill -9 in the upgrade`, problems, note, counts };
}

async function measureLocks(): Promise<Outcome> {
  const title = `the newest ${NEWEST_MIGRATIONS} migrations beside a working server`;
  return withFolder(async (folder) => {
    await makeOld(folder, String(NEWEST_MIGRATIONS));
    const script = path.join(theServer, 'src/cli/bench/upgrade-locks.ts');
    const { code, out, complaint } = await runConsole(script, [folder], {});
    if (code !== 0) return { title, problems: [complaint], note: '' };
    const { longestMs, writes, applied } = JSON.parse(out) as Record<'longestMs' | 'writes' | 'applied', number>;
    const problems = longestMs > MOST_LOCKED_MS ? [`a write waited for ${longestMs} ms`] : [];
    if (applied !== NEWEST_MIGRATIONS) problems.push(`${applied} migrations were applied`);
    const note = `longest of ${writes} writes ${longestMs} ms`;
    return { title, problems, note, counts: { worstMs: longestMs } };
  });
}

const NEXT_MIGRATION = '99998-next.sql';
const BROKEN_MIGRATION = '99999-broken.sql';

/** @param serverDirectory a changed copy of the server as the old version, for mutants */
export async function* failUpgrade({ seed }: FaultSettings, serverDirectory = theServer): AsyncGenerator<Outcome> {
  const next = await copyServer([]);
  const world = await startWorld({ devices: DEVICES, serverDirectory });
  try {
    await cp(path.join(serverDirectory, 'src'), path.join(next.directory, 'src'), { recursive: true });
    const migrations = path.join(next.directory, 'migrations');
    await writeFile(path.join(migrations, NEXT_MIGRATION), 'create table next_version (id integer);');
    await writeFile(path.join(migrations, BROKEN_MIGRATION), `select 1 / (select count(*) - count(*) from device);`);
    const sent = await flood(world, seed);
    await world.stop();
    yield await judgeFailed(world, { sent, next: next.directory, old: serverDirectory });
    await rm(path.join(migrations, BROKEN_MIGRATION));
    yield await judgeWayBack(world, { sent, next: next.directory, old: serverDirectory });
  } finally {
    await world.dispose();
    await next.remove();
  }
}

async function flood(world: World, seed: number): Promise<readonly Sent[]> {
  const fleet = createFleet(world, { count: DEVICES, seed });
  fleet.flow(1);
  // A busy machine takes seconds for the first connection.
  await holdsWithin(FIRST_WITHIN_MS, () => fleet.sent().some(({ acknowledged }) => acknowledged.includes(true)));
  await wait(FLOOD_MS);
  await fleet.stop();
  return fleet.sent();
}

interface Versions {
  readonly sent: readonly Sent[];
  /** The server folder of the next version. */
  readonly next: string;
  readonly old: string;
}

const startOnce = (world: World, server: string) =>
  runConsole(path.join(server, 'src/main.ts'), [], {
    ...{ TRACE_DATA_DIR: world.dataDirectory(), PORT: '0', MQTTS_PORT: '0', LOG_LEVEL: 'fatal' },
  });

async function judgeFailed(world: World, { sent, next }: Versions): Promise<Outcome> {
  const { code, complaint } = await startOnce(world, next);
  const problems: string[] = [];
  let counts = {};
  if (code !== 2 || !complaint.includes(`migration ${BROKEN_MIGRATION.slice(0, 5)}`))
    problems.push(`the failed start ended with ${code}: ${complaint}`);
  try {
    await world.start();
    const verdict = await checkStored(world.ready().databaseUrl, sent);
    problems.push(...problemsOf(verdict));
    counts = countsOf(verdict);
    await world.stop();
  } catch (error) {
    problems.push(`the old version does not start again: ${String(error)}`);
  }
  const title = 'a version whose migration fails, and the old version again';
  return { title, problems, note: complaint.trim(), counts };
}

async function judgeWayBack(world: World, { sent, next, old }: Versions): Promise<Outcome> {
  const title = 'back to the old version with the backup from before the upgrade';
  const upgraded = await createWorld({ devices: DEVICES, restoreFrom: world.dataDirectory(), serverDirectory: next });
  try {
    await upgraded.start();
    await upgraded.stop();
    const refused = await startOnce(upgraded, old);
    const problems = refused.complaint.includes('the database was upgraded by')
      ? []
      : [`the old version said: ${refused.complaint}`];
    return await withFolder(async (folder) => {
      await mkdir(folder, { recursive: true });
      await cp(path.join(upgraded.dataDirectory(), 'secret.key'), path.join(folder, 'secret.key'));
      const backups = path.join(upgraded.dataDirectory(), 'backups');
      const newest = (await readdir(backups).catch(() => [])).filter(isBackup).toSorted().at(-1);
      if (newest === undefined) return { title, problems: ['no backup was made before the upgrade'], note: '' };
      const restore = path.join(old, 'src/cli/restore.ts');
      const restored = await runConsole(restore, [path.join(backups, newest)], { TRACE_DATA_DIR: folder });
      if (restored.code !== 0) return { title, problems: [...problems, restored.complaint], note: '' };
      const back = await startWorld({ devices: DEVICES, restoreFrom: folder, serverDirectory: old });
      const verdict = await checkStored(back.ready().databaseUrl, sent);
      await back.dispose();
      const note = `${verdict.acknowledged} acknowledged, ${verdict.stored} stored`;
      return { title, problems: [...problems, ...problemsOf(verdict)], note, counts: countsOf(verdict) };
    });
  } finally {
    await upgraded.dispose();
  }
}
