import type { Hub } from '@trace/contract/hubs/hubs.schema';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface HandleRow {
  id: Buffer;
  personId: string;
  sessionId: string;
  hubUserId: string;
  sealedSessionToken: string;
  sealedRefreshToken: string | null;
  tokenVersion: number;
  hubs: Hub[] | null;
  expiresAt: Date;
}

export type NewHandle = Omit<HandleRow, 'tokenVersion' | 'hubs'>;

export async function insertHandle(executor: Executor, handle: NewHandle): Promise<void> {
  await sql`
    insert into hub_handle (id, person_id, session_id, hub_user_id, sealed_session_token, sealed_refresh_token, expires_at)
    values (${handle.id}, ${handle.personId}, ${handle.sessionId}, ${handle.hubUserId}, ${handle.sealedSessionToken},
      ${handle.sealedRefreshToken}, ${handle.expiresAt})`.execute(executor);
}

export async function findHandle(executor: Executor, id: Buffer, now: Date): Promise<HandleRow | null> {
  const { rows } = await sql<HandleRow>`
    select id, person_id, session_id, hub_user_id, sealed_session_token, sealed_refresh_token, token_version, hubs, expires_at
    from hub_handle where id = ${id} and expires_at > ${now}`.execute(executor);
  return rows[0] ?? null;
}

/** Stores renewed tokens. Returns false if another process renewed the tokens first. */
export async function saveHandleTokens(
  executor: Executor,
  handle: Pick<HandleRow, 'id' | 'tokenVersion' | 'sealedSessionToken' | 'sealedRefreshToken'>,
): Promise<boolean> {
  const { rows } = await sql`
    update hub_handle set token_version = token_version + 1, sealed_session_token = ${handle.sealedSessionToken},
      sealed_refresh_token = ${handle.sealedRefreshToken}
    where id = ${handle.id} and token_version = ${handle.tokenVersion}
    returning id`.execute(executor);
  return rows.length === 1;
}

export async function saveHandleHubs(executor: Executor, id: Buffer, hubs: readonly Hub[]): Promise<void> {
  await sql`update hub_handle set hubs = ${JSON.stringify(hubs)}::jsonb where id = ${id}`.execute(executor);
}

/** Uses up a handle. Of two concurrent calls only one succeeds. */
export async function takeHandle(
  executor: Executor,
  owner: { id: Buffer; personId: string; sessionId: string },
  now: Date,
): Promise<HandleRow | null> {
  const { rows } = await sql<HandleRow>`
    delete from hub_handle
    where id = ${owner.id} and person_id = ${owner.personId} and session_id = ${owner.sessionId} and expires_at > ${now}
    returning *`.execute(executor);
  return rows[0] ?? null;
}

export async function deleteOldHandles(executor: Executor, now: Date, limit: number): Promise<void> {
  await sql`
    delete from hub_handle where id in (
      select id from hub_handle where expires_at <= ${now} limit ${limit} for update skip locked)`.execute(executor);
}

export async function deleteHandlesOf(executor: Executor, personId: string): Promise<void> {
  await sql`delete from hub_handle where person_id = ${personId}`.execute(executor);
}
