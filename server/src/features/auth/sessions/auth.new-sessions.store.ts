import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface NewSession {
  readonly token: string;
  readonly personId: string;
  readonly address: string;
  readonly userAgent: string;
  readonly at: Date;
  readonly expiresAt: Date;
}

export async function insertSession(executor: Executor, session: NewSession): Promise<void> {
  const { token, personId, address, userAgent, at, expiresAt } = session;
  await sql`
    insert into session
      (token, person_id, address, user_agent, last_seen_at, proved_at, expires_at, created_at, updated_at)
    values (${token}, ${personId}, ${address}, ${userAgent}, ${at}, ${at}, ${expiresAt}, ${at}, ${at})`.execute(
    executor,
  );
}

/** Deletes a session whose token was never handed out. */
export async function deleteUngiven(executor: Executor, token: string): Promise<void> {
  await sql`delete from session where token = ${token}`.execute(executor);
}

/** Records a re-authentication in this session. */
export async function updateProvedAt(executor: Executor, id: string, at: Date): Promise<void> {
  await sql`update session set proved_at = ${at} where id = ${id}`.execute(executor);
}
