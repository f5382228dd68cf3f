// Ends the work of a restored database that the passed time has made wrong.
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { recordAudit } from '#platform/audit/audit';
import { insertUnapplied } from '#platform/tombstones/tombstones.store';
import type { Database, Tx } from '#platform/db/database';
import { sql } from 'kysely';

/** A shorter gap is like a restart: all work goes on. */
const RESTART_MS = 5 * MINUTE_MS;

/** Messages about a moment. Messages of panics are not listed: a late or repeated panic message is better than none. */
const MOMENTARY_JOBS = ['alerts.mail', 'alerts.push', 'auth.sendResetLink'];
/** Scheduled tasks that find what the backup has lost. The first start runs them at once. */
const TASKS_FOR_LOSSES = ['subscription.adoptRecent'];
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
 * Ends all running accesses to locations, because a user may have ended one since. A user can grant another one. Notes the
 * tombstones beside the backup, so that the first start ends these accounts and certificates again.
 *
 * After a longer gap, also ends waiting messages, commands, sessions and requests. Most messages were sent since the backup. Emails keep
 * their text for a day, so that staff can send them. Sessions end, because users may have ended some since.
 */
export async function settleRestored(
  database: Database,
  { restoredTo, now, tombstones }: { restoredTo: Date; now: Date; tombstones: readonly string[] },
): Promise<AfterRestore> {
  const isRestart = now.getTime() - restoredTo.getTime() <= RESTART_MS;
  return database.transaction(async (tx) => {
    const accesses = await endAccesses(tx);
    if (tombstones.length > 0 && (await hasTable(tx, 'tombstone'))) await insertUnapplied(tx, tombstones, now);
    await sql`delete from timer where name = any(${TASKS_FOR_LOSSES}::text[])`.execute(tx);
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
  await deleteRequests(tx);
  return {
    messages: countOf(mails) + countOf(jobs),
    commands: countOf(commands),
    sessions: countOf(sessions),
  };
}

/** Users may have used a link that sets a password, or cancelled the removal of a second factor, since the backup. */
async function deleteRequests(tx: Tx): Promise<void> {
  if (!(await hasTable(tx, 'second_factor_removal'))) return;
  await sql`delete from password_reset`.execute(tx);
  await sql`delete from second_factor_removal`.execute(tx);
}

/** A backup from before an upgrade can lack a table. */
async function hasTable(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass(${name}) is not null as exists`.execute(tx);
  return rows[0]?.exists === true;
}

async function endAccesses(tx: Tx): Promise<number> {
  if (!(await hasTable(tx, 'location_break_glass'))) return 0;
  const grants = await sql`
    update location_access set ended_at = clock_timestamp(), ended_as = 'ground_lost'
    where status = 'approved' and ended_at is null and ends_at > clock_timestamp()`.execute(tx);
  const support = await sql`
    update location_break_glass set ended_at = clock_timestamp(), ended_as = 'ground_lost'
    where ended_at is null and ends_at > clock_timestamp()`.execute(tx);
  return countOf(grants) + countOf(support);
}

const countOf = ({ numAffectedRows }: { numAffectedRows?: bigint }): number => Number(numAffectedRows ?? 0n);
