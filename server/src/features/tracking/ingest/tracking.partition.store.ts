import { sql } from 'kysely';
import { PARTITION_LOCK } from '#platform/db/application-role';
import type { Executor } from '#platform/db/database';

/** The tables of positions, each with a partition per day of measurement in UTC. */
type PositionTable = 'position' | 'position_archive' | 'position_packed' | 'position_archive_packed';

/** Moving a partition waits for all readers of positions, and all later readers wait behind it. */
const LOCK_WAIT = '2s';

/**
 * Creates the day's partition of positions unless present. `day` is `YYYY-MM-DD`, UTC. Needs a transaction: two
 * processes that create the same partition at once would otherwise not see each other's partition.
 */
export async function createPartition(executor: Executor, day: string): Promise<void> {
  const name = sql.id(`position_${day.replaceAll('-', '')}`);
  const [from, until] = [sql.lit(`${day}T00:00:00Z`), sql.lit(`${nextDay(day)}T00:00:00Z`)];
  await lockPartitions(executor);
  // The check lets the archive attach the partition without reading it.
  await sql`
    create table if not exists ${name} partition of position (check (at >= ${from} and at < ${until}))
    for values from (${from}) to (${until})`.execute(executor);
}

/** Creates the day's partition of packed positions unless present. Needs a transaction, as `createPartition`. */
export async function createPackedPartition(executor: Executor, day: string): Promise<void> {
  const name = sql.id(`position_packed_${day.replaceAll('-', '')}`);
  const [from, until] = [sql.lit(day), sql.lit(nextDay(day))];
  await lockPartitions(executor);
  await sql`
    create table if not exists ${name} partition of position_packed for values from (${from}) to (${until})`.execute(
    executor,
  );
}

/**
 * RET-01: moves the oldest day of positions to the archive if the whole day lies before an instant. Detaching and
 * attaching commit together, and so do rows and packed positions. Returns the number of positions, 0 when no day is
 * due. Skips empty days.
 */
export async function archiveOldestDay(tx: Executor, before: Date): Promise<number> {
  return takeOldestDay(tx, 'position', before, async ({ day, name }) => {
    const compact = day.replaceAll('-', '');
    const archived = sql.id(`position_archive_${compact}`);
    if (await hasPartition(tx, 'position_packed', day)) await archivePackedDay(tx, day);
    await sql`alter table position detach partition ${sql.id(name)}`.execute(tx);
    if (await hasPartition(tx, 'position_archive', day)) {
      // Positions of a day that was archived before: they arrived very late.
      await sql`insert into ${archived} select * from ${sql.id(name)} on conflict do nothing`.execute(tx);
      await sql`drop table ${sql.id(name)}`.execute(tx);
      return;
    }
    await sql`alter table ${sql.id(name)} rename to ${archived}`.execute(tx);
    await sql`
      alter table position_archive attach partition ${archived}
      for values from (${sql.lit(`${day}T00:00:00Z`)}) to (${sql.lit(`${nextDay(day)}T00:00:00Z`)})`.execute(tx);
  });
}

/** A day is packed only before it is archived, so its archived partition does not exist yet. */
async function archivePackedDay(tx: Executor, day: string): Promise<void> {
  const compact = day.replaceAll('-', '');
  const packed = sql.id(`position_packed_${compact}`);
  const archived = sql.id(`position_archive_packed_${compact}`);
  await sql`alter table position_packed detach partition ${packed}`.execute(tx);
  await sql`alter table ${packed} rename to ${archived}`.execute(tx);
  await sql`
    alter table position_archive_packed attach partition ${archived}
    for values from (${sql.lit(day)}) to (${sql.lit(nextDay(day))})`.execute(tx);
}

/** RET-01: drops the oldest archived day if the whole day lies before an instant. Returns as `archiveOldestDay`. */
export async function dropOldestArchivedDay(tx: Executor, before: Date): Promise<number> {
  return takeOldestDay(tx, 'position_archive', before, async ({ day, name }) => {
    await sql`drop table ${sql.id(name)}`.execute(tx);
    await sql`drop table if exists ${sql.id(`position_archive_packed_${day.replaceAll('-', '')}`)}`.execute(tx);
  });
}

/** A day of positions (`YYYY-MM-DD`, UTC) with the sizes of its partition. */
export interface DaySize {
  readonly day: string;
  readonly name: string;
  readonly rowBytes: number;
  readonly keyBytes: number;
}

export async function listDays(executor: Executor): Promise<DaySize[]> {
  const { rows } = await sql<DaySize>`
    select to_char(to_date(right(c.relname, 8), 'YYYYMMDD'), 'YYYY-MM-DD') as day, c.relname::text as name,
      pg_relation_size(c.oid)::float8 as row_bytes, pg_indexes_size(c.oid)::float8 as key_bytes
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'position'::regclass and c.relname ~ '^position_[0-9]{8}$' order by c.relname`.execute(
    executor,
  );
  return rows;
}

/** Returns the disk space of deleted rows. Unlike TRUNCATE, this keeps rows that an open snapshot can still see. */
export async function vacuumDay(executor: Executor, { name }: DaySize): Promise<void> {
  await sql`vacuum ${sql.id(name)}`.execute(executor);
}

/** VACUUM empties the key and leaves its size. */
export async function rebuildKey(tx: Executor, { name }: DaySize): Promise<void> {
  await sql`select set_config('lock_timeout', ${LOCK_WAIT}, true)`.execute(tx);
  await sql`reindex table ${sql.id(name)}`.execute(tx);
}

interface Partition {
  readonly name: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
}

async function takeOldestDay(
  tx: Executor,
  table: 'position' | 'position_archive',
  before: Date,
  take: (partition: Partition) => Promise<void>,
): Promise<number> {
  await lockPartitions(tx);
  await sql`select set_config('lock_timeout', ${LOCK_WAIT}, true)`.execute(tx);
  for (;;) {
    const oldest = await findOldestPartition(tx, table);
    if (oldest === null || Date.parse(`${nextDay(oldest.day)}T00:00:00Z`) > before.getTime()) return 0;
    const { rows } = await sql<{ count: number }>`
      select (select count(*) from ${sql.id(oldest.name)}) + (select coalesce(sum(positions), 0)
        from ${sql.id(`${table}_packed`)} where day = ${oldest.day}::date) as count`.execute(tx);
    await take(oldest);
    if (rows[0]!.count > 0) return rows[0]!.count;
  }
}

async function findOldestPartition(executor: Executor, table: PositionTable): Promise<Partition | null> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass order by c.relname limit 1`.execute(executor);
  const name = rows[0]?.name;
  const day = name === undefined ? null : /_(\d{4})(\d{2})(\d{2})$/.exec(name);
  return name === undefined || day === null ? null : { name, day: day.slice(1).join('-') };
}

async function hasPartition(executor: Executor, table: PositionTable, day: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass and c.relname = ${`${table}_${day.replaceAll('-', '')}`}`.execute(executor);
  return rows.length > 0;
}

async function lockPartitions(executor: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${PARTITION_LOCK}, 0))`.execute(executor);
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
