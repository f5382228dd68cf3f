import type { UpdateFields } from '@trace/contract/recent-updates/recent-updates.staff.schema';
import type { UpdateType } from '@trace/contract/recent-updates/recent-updates.schema';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import type { TimeCursor } from '#platform/paging/time-cursor';

export interface ManagedRow {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly type: UpdateType;
  readonly isNew: boolean;
  readonly isActive: boolean;
  readonly outageStartsAt: Date | null;
  readonly outageEndsAt: Date | null;
  readonly publishedAt: Date;
  readonly updatedAt: Date;
  readonly createdBy: string | null;
  readonly version: number;
}

const columns = sql`id, title, description, update_type as type, is_new, is_active, outage_starts_at,
  outage_ends_at, published_at, updated_at, created_by_email as created_by, version`;

export async function listManaged(
  executor: Executor,
  { after, limit }: { after: TimeCursor | null; limit: number },
): Promise<ManagedRow[]> {
  const older = after === null ? sql`` : sql`where (published_at, id) < (${after.at}, ${after.id}::uuid)`;
  const { rows } = await sql<ManagedRow>`
    select ${columns} from recent_updates ${older}
    order by published_at desc, id desc limit ${limit}`.execute(executor);
  return rows;
}

export async function countUpdates(executor: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from recent_updates`.execute(executor);
  return rows[0]!.count;
}

/** Returns null if an update has this id already. */
export async function insertManaged(
  tx: Executor,
  update: UpdateFields & { id: string; by: { accountId: string; email: string }; at: Date },
): Promise<ManagedRow | null> {
  const { id, title, description, type, isNew, isActive, outage, by, at } = update;
  const { rows } = await sql<ManagedRow>`
    insert into recent_updates (id, title, description, update_type, is_new, is_active, outage_starts_at, outage_ends_at,
      published_at, updated_at, created_by, created_by_email)
    values (${id}, ${title}, ${description}, ${type}, ${isNew}, ${isActive}, ${outage?.startsAt ?? null},
      ${outage?.endsAt ?? null}, ${at}, ${at}, ${by.accountId}, ${by.email})
    on conflict (id) do nothing
    returning ${columns}`.execute(tx);
  return rows[0] ?? null;
}

/** Returns the version of the update and locks the update until commit. */
export async function lockVersion(tx: Executor, id: string): Promise<number | null> {
  const { rows } = await sql<{ version: number }>`
    select version from recent_updates where id = ${id} for update`.execute(tx);
  return rows[0]?.version ?? null;
}

export async function updateManaged(
  tx: Executor,
  update: UpdateFields & { id: string; at: Date },
): Promise<ManagedRow> {
  const { id, title, description, type, isNew, isActive, outage, at } = update;
  const { rows } = await sql<ManagedRow>`
    update recent_updates set title = ${title}, description = ${description}, update_type = ${type}, is_new = ${isNew},
      is_active = ${isActive}, outage_starts_at = ${outage?.startsAt ?? null}::timestamptz,
      outage_ends_at = ${outage?.endsAt ?? null}::timestamptz, updated_at = ${at}, version = version + 1
    where id = ${id} returning ${columns}`.execute(tx);
  return rows[0]!;
}

/** Returns false if no update has this id. */
export async function deleteManaged(tx: Executor, id: string): Promise<boolean> {
  const { rows } = await sql`delete from recent_updates where id = ${id} returning id`.execute(tx);
  return rows.length > 0;
}

/** The update with this id, if this staff member created it. */
export async function findCreatedBy(executor: Executor, accountId: string, id: string): Promise<ManagedRow | null> {
  const { rows } = await sql<ManagedRow>`
    select ${columns} from recent_updates where id = ${id} and created_by = ${accountId}`.execute(executor);
  return rows[0] ?? null;
}

export async function listCreatedBy(executor: Executor, accountId: string, limit: number): Promise<ManagedRow[]> {
  const { rows } = await sql<ManagedRow>`
    select ${columns} from recent_updates where created_by = ${accountId}
    order by published_at desc, id desc limit ${limit}`.execute(executor);
  return rows;
}

export async function forgetCreator(tx: Executor, accountId: string): Promise<void> {
  await sql`
    update recent_updates set created_by = null, created_by_email = null where created_by = ${accountId}`.execute(tx);
}
