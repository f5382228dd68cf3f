import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface OwnAccess {
  readonly side: 'user' | 'requester';
  readonly serialNumber: string;
  readonly minutes: number;
  readonly status: string;
  readonly requestedAt: Date;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  readonly endedAt: Date | null;
}

/** The requests and grants of a person on either side, the newest first. */
export async function listOwnAccess(executor: Executor, personId: string, limit: number): Promise<OwnAccess[]> {
  const { rows } = await sql<OwnAccess>`
    select case when user_id = ${personId} then 'user' else 'requester' end as side, serial as serial_number, minutes,
      status, requested_at, starts_at, ends_at, ended_at
    from location_access where user_id = ${personId} or requester_id = ${personId}
    order by requested_at desc limit ${limit}`.execute(executor);
  return rows;
}

export interface OwnLook {
  readonly what: string;
  readonly right: string;
  readonly positions: number;
  readonly fromAt: Date;
  readonly toAt: Date;
}

/** Returns views by the person, newest first. */
export async function listOwnLooks(executor: Executor, personId: string, limit: number): Promise<OwnLook[]> {
  const { rows } = await sql<OwnLook>`
    select what, right_by as right, positions, from_at, to_at
    from location_look where viewer_id = ${personId} order by id desc limit ${limit}`.execute(executor);
  return rows;
}

/**
 * Deletes the user's access log and the grants given by the user. Withdraws the user's pending requests and ends the
 * grants held by the user. The user's views stay in other users' logs without a name.
 */
export async function deleteOwnAccess(tx: Executor, personId: string, formerName: string): Promise<void> {
  await sql`
    update location_access set
      status = case when status = 'pending' then 'withdrawn' else status end,
      ended_as = case when status = 'approved' and ended_at is null then 'ground_lost' else ended_as end,
      ended_at = case when status = 'approved' and ended_at is null then clock_timestamp() else ended_at end
    where requester_id = ${personId}
      and (status = 'pending' or status = 'approved' and ended_at is null)`.execute(tx);
  await sql`delete from location_look where user_id = ${personId} or user_id is null and viewer_id = ${personId}`.execute(
    tx,
  );
  await sql`delete from location_access where user_id = ${personId}`.execute(tx);
  await sql`delete from location_break_glass where user_id = ${personId}`.execute(tx);
  await sql`delete from location_panic_access where user_id = ${personId}`.execute(tx);
  await sql`
    update location_panic_access set viewer_name = ${formerName} where viewer_id = ${personId}`.execute(tx);
}
