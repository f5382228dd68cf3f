import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export type StepKind = 'code' | 'set_up';

export interface StepRow {
  readonly personId: string;
  readonly email: string;
  readonly kind: StepKind;
  readonly reserved: readonly string[];
}

export interface NewStep extends Omit<StepRow, 'email'> {
  readonly tokenHash: Buffer;
  readonly expiresAt: Date;
}

export async function insertStep(executor: Executor, step: NewStep): Promise<void> {
  await sql`
    insert into second_step (token_hash, person_id, kind, reserved, expires_at)
    values (${step.tokenHash}, ${step.personId}, ${step.kind}, ${[...step.reserved]}, ${step.expiresAt})`.execute(
    executor,
  );
}

export async function findStep(executor: Executor, tokenHash: Buffer, now: Date): Promise<StepRow | undefined> {
  const { rows } = await sql<StepRow>`
    select s.person_id, p.email, s.kind, s.reserved from second_step s join person p on p.id = s.person_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${now}`.execute(executor);
  return rows[0];
}

/** Ends the step. Only one of several callers gets true. */
export async function takeStep(executor: Executor, tokenHash: Buffer, now: Date): Promise<boolean> {
  const { rows } = await sql`
    delete from second_step where token_hash = ${tokenHash} and expires_at > ${now} returning 1`.execute(executor);
  return rows.length > 0;
}

export async function deleteStepsOver(executor: Executor, now: Date, limit: number): Promise<void> {
  await sql`
    delete from second_step where token_hash = any(array(
      select token_hash from second_step where expires_at <= ${now} limit ${limit} for update skip locked))`.execute(
    executor,
  );
}
