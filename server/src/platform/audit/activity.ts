// The activity log: sign-ins, sign-outs and failed sign-ins.
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export type ActivityAction = 'login' | 'failed_login' | 'logout' | 'session_timeout';

export interface ActivityEntry {
  readonly action: ActivityAction;
  /** Null when no account has this email address. */
  readonly accountId: string | null;
  readonly email: string;
  /** The client's real address, as determined by the HTTP layer. */
  readonly address: string;
  readonly userAgent: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly at: Date;
  /**
   * For logins: the session and the user's calendar day `YYYY-MM-DD`. A second login with the same session and day is
   * ignored (SESS-01).
   */
  readonly visit?: { readonly sessionId: string; readonly day: string };
}

/** Writes one entry in the caller's transaction. */
export async function recordActivity(executor: Executor, entry: ActivityEntry): Promise<void> {
  await sql`
    insert into user_activity_logs
      (action, account_id, user_email, ip_address, user_agent, details, session_id, day, created_at)
    values (${entry.action}, ${entry.accountId}, ${entry.email}, ${entry.address}, ${entry.userAgent},
      ${JSON.stringify(entry.details)}::jsonb, ${entry.visit?.sessionId ?? null}, ${entry.visit?.day ?? null}, ${entry.at})
    on conflict (session_id, day) where action = 'login' do nothing`.execute(executor);
}

export interface RecentActivityRow {
  readonly id: string;
  readonly action: ActivityAction;
  readonly userEmail: string;
  readonly createdAt: Date;
}

/** Newest first; served by user_activity_logs_created_at. */
export async function listRecentActivity(executor: Executor, limit: number): Promise<RecentActivityRow[]> {
  const { rows } = await sql<RecentActivityRow>`
    select id::text, action, user_email, created_at from user_activity_logs
    order by created_at desc, user_activity_logs.id desc limit ${limit}`.execute(executor);
  return rows;
}
