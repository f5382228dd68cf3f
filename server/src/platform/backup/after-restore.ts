// Ends the work of a restored database that the passed time has made wrong.
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { recordAudit } from '#platform/audit/audit';
import type { Database, Tx } from '#platform/db/database';
import { sql } from 'kysely';

/** A shorter gap is like a restart: all work goes on. */
const RESTART_MS = 5 * MINUTE_MS;

/** Messages about a moment. Messages of panics are not listed: a late or repeated panic message is better than none. */
const MOMENTARY_JOBS = ['alerts.mail', 'alerts.push', 'auth.sendResetLink'];
const MAIL_JOBS = ['mail.deliver', 'mail.deliverUrgent'];
const PANIC_MAILS = 'panic:';

const REASON = 'Not sent: it waited in the backup that was restored.';

export interface AfterRestore {
  readonly messages: number;
  readonly commands: number;
  readonly sessions: number;
  /** Grants and accesses of support to a location. */
  readonly accesses: number;
}

/**
 * Ends all running accesses to locations, because a user may have ended one since. A user can grant another one.
 *
 * After a longer gap, also ends waiting messages, commands and sessions. Most messages were sent since the backup. Emails keep
 * their text for a day, so that staff can send them. Sessions end, because users may have ended some since.
 */
export async function settleRestored(database: Database, restoredTo: Date, now: Date): Promise<AfterRestore> {
  const isRestart = now.getTime() - restoredTo.getTime() <= RESTART_MS;
  return database.transaction(async (tx) => {
    const accesses = await endAccesses(tx);
    const settled = { accesses, ...(isRestart ? { messages: 0, commands: 0, sessions: 0 } : await settle(tx, now)) };
    await recordAudit(tx, {
      ...{ actorId: null, action: 'backup.restore', subject: { type: 'backup', id: null } },
      details: { restoredTo: restoredTo.toISOString(), ...settled },
      ...{ requestId: null, address: null },
    });
    return settled;
  });
}

async function settle(tx: Tx, now: Date): Promise<Omit<AfterRestore, 'accesses'>> {
  const mails = await sql`
    with held as (update mail set state = 'failed', last_error = ${REASON}
      where state = 'waiting' and not starts_with(key, ${PANIC_MAILS}) returning id)
    delete from job using held where job.name = any(${MAIL_JOBS}::text[]) and (job.payload ->> 'mailId')::bigint = held.id`.execute(
    tx,
  );
  const jobs = await sql`delete from job where failed_at is null and name = any(${MOMENTARY_JOBS}::text[])`.execute(tx);
  // The sweep of the running server ends expired commands, with what depends on them.
  const commands = await sql`update device_command set expires_at = ${now} where finished_at is null`.execute(tx);
  const sessions = await sql`delete from session`.execute(tx);
  return {
    messages: countOf(mails) + countOf(jobs),
    commands: countOf(commands),
    sessions: countOf(sessions),
  };
}

async function endAccesses(tx: Tx): Promise<number> {
  // A backup from before an upgrade can lack the tables.
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('location_break_glass') is not null as exists`.execute(tx);
  if (rows[0]?.exists !== true) return 0;
  const grants = await sql`
    update location_access set ended_at = clock_timestamp(), ended_as = 'ground_lost'
    where status = 'approved' and ended_at is null and ends_at > clock_timestamp()`.execute(tx);
  const support = await sql`
    update location_break_glass set ended_at = clock_timestamp(), ended_as = 'ground_lost'
    where ended_at is null and ends_at > clock_timestamp()`.execute(tx);
  return countOf(grants) + countOf(support);
}

const countOf = ({ numAffectedRows }: { numAffectedRows?: bigint }): number => Number(numAffectedRows ?? 0n);
