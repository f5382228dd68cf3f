import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface WantedUpdate {
  readonly serialNumber: string;
  readonly version: string;
  readonly state: string;
  readonly changedAt: Date;
}

/** The updates that a person asked for, newest first. */
export async function listWanted(executor: Executor, accountId: string, limit: number): Promise<WantedUpdate[]> {
  const { rows } = await sql<WantedUpdate>`
    select d.serial as serial_number, r.version, u.state, u.changed_at
    from firmware_update u join device d on d.id = u.device_id
      join firmware_rollout o on o.id = u.rollout_id join firmware_release r on r.id = o.release_id
    where u.wanted_by = ${accountId} order by u.changed_at desc, u.number desc limit ${limit}`.execute(executor);
  return rows;
}

export interface StaffWork {
  readonly what: 'uploaded' | 'published' | 'withdrew' | 'started the rollout of';
  readonly model: string;
  readonly version: string;
  readonly at: Date;
}

/** The releases and rollouts of a staff member, newest first. */
export async function listStaffWork(executor: Executor, accountId: string, limit: number): Promise<StaffWork[]> {
  const { rows } = await sql<StaffWork>`
    select * from (
      select 'uploaded' as what, model, version, uploaded_at as at from firmware_release where uploaded_by = ${accountId}
      union all
      select 'published', model, version, published_at from firmware_release where published_by = ${accountId}
      union all
      select 'withdrew', model, version, withdrawn_at from firmware_release where withdrawn_by = ${accountId}
      union all
      select 'started the rollout of', r.model, r.version, o.started_at
      from firmware_rollout o join firmware_release r on r.id = o.release_id where o.started_by = ${accountId}) work
    order by at desc limit ${limit}`.execute(executor);
  return rows;
}

/** Releases, rollouts and updates stay. Only who made or wanted them is deleted. */
export async function forgetPerson(tx: Executor, accountId: string): Promise<void> {
  await sql`update firmware_update set wanted_by = null where wanted_by = ${accountId}`.execute(tx);
  await sql`update firmware_rollout set started_by = null where started_by = ${accountId}`.execute(tx);
  await sql`
    update firmware_release set
      uploaded_by = nullif(uploaded_by, ${accountId}::uuid),
      published_by = nullif(published_by, ${accountId}::uuid),
      withdrawn_by = nullif(withdrawn_by, ${accountId}::uuid)
    where ${accountId}::uuid in (uploaded_by, published_by, withdrawn_by)`.execute(tx);
}
