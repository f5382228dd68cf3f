import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface OwnAlert {
  readonly serialNumber: string | null;
  readonly kind: string;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly channel: string;
  readonly state: string;
  readonly readAt: Date | null;
}

/** Returns the alerts sent to a user, newest first. */
export async function listOwnAlerts(executor: Executor, accountId: string, limit: number): Promise<OwnAlert[]> {
  const { rows } = await sql<OwnAlert>`
    select a.serial as serial_number, a.kind, a.started_at, a.ended_at, d.channel, d.state, d.read_at
    from alert_delivery d join alert a on a.id = d.alert_id
    where d.account_id = ${accountId} order by d.number desc limit ${limit}`.execute(executor);
  return rows;
}

/** Leaves other users' deliveries unchanged. Test alerts, answers and notices have a single recipient, so they are deleted completely. */
export async function deleteOwnAlerts(tx: Executor, accountId: string): Promise<void> {
  await sql`
    delete from alert where kind in ('test', 'access_approved', 'access_denied', 'support_access') and id in (
      select alert_id from alert_delivery where account_id = ${accountId})`.execute(tx);
  await sql`delete from alert_delivery where account_id = ${accountId}`.execute(tx);
  await sql`delete from alert_browser where account_id = ${accountId}`.execute(tx);
  await sql`delete from alert_settings where account_id = ${accountId}`.execute(tx);
}
