import type { Announcement, RecentUpdate, UpdateType } from '@trace/contract/recent-updates/recent-updates.schema';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface StoredUpdate {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly type: UpdateType;
  readonly isNew: boolean;
  readonly isActive: boolean;
  readonly publishedAt: Date;
}

export async function insertUpdate(executor: Executor, update: StoredUpdate): Promise<void> {
  await sql`
    insert into recent_updates (id, title, description, update_type, is_new, is_active, published_at, updated_at)
    values (${update.id}, ${update.title}, ${update.description}, ${update.type}, ${update.isNew}, ${update.isActive},
      ${update.publishedAt}, ${update.publishedAt})`.execute(executor);
}

/** Returns false if no active update has this id. */
export async function hideUpdate(executor: Executor, id: string): Promise<boolean> {
  const { rows } = await sql`
    update recent_updates set is_active = false, version = version + 1 where id = ${id} and is_active returning id`.execute(
    executor,
  );
  return rows.length > 0;
}

export async function listActive(executor: Executor, limit: number): Promise<RecentUpdate[]> {
  const { rows } = await sql<Omit<StoredUpdate, 'isActive'>>`
    select id, title, description, update_type as type, is_new, published_at from recent_updates
    where is_active order by published_at desc, id desc limit ${limit}`.execute(executor);
  return rows.map((row) => ({ ...row, publishedAt: row.publishedAt.toISOString() }));
}

/** Returns all updates, newest first, including hidden updates. */
export async function listAll(executor: Executor): Promise<StoredUpdate[]> {
  const { rows } = await sql<StoredUpdate>`
    select id, title, description, update_type as type, is_new, is_active, published_at from recent_updates
    order by published_at desc, id desc`.execute(executor);
  return rows;
}

export async function findAnnouncement(executor: Executor): Promise<Announcement | null> {
  const { rows } = await sql<Announcement>`
    select id, description from recent_updates
    where is_active and update_type = 'announcement' order by published_at desc, id desc limit 1`.execute(executor);
  return rows[0] ?? null;
}

/** Planned work that an update announces. */
export interface PlannedOutage {
  readonly title: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

export async function listOutages(executor: Executor, before: Date, limit: number): Promise<PlannedOutage[]> {
  const { rows } = await sql<PlannedOutage>`
    select title, outage_starts_at as starts_at, outage_ends_at as ends_at from recent_updates
    where is_active and outage_starts_at is not null and outage_starts_at <= ${before}
    order by outage_starts_at desc limit ${limit}`.execute(executor);
  return rows;
}
