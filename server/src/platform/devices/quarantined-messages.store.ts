// SQL of the operator's view of the quarantine. The content of a message can hold a position, so no
// statement reads it.
import { sql } from 'kysely';

import type { Executor } from '#platform/db/database';
import { containing } from '#platform/db/search';
import { SWEEP_LIMIT } from '#platform/jobs/sweep';

export interface QuarantineFigures {
  readonly kept: number;
  readonly lately: number;
  readonly newestAt: Date | null;
}

export interface QuarantinedRow {
  readonly id: number;
  readonly serial: string;
  readonly kind: string;
  readonly reason: string;
  readonly sizeBytes: number;
  readonly receivedAt: Date;
}

/** @param since messages that were received after this count as lately */
export async function countQuarantined(executor: Executor, since: Date): Promise<QuarantineFigures> {
  const { rows } = await sql<QuarantineFigures>`
    select (select count(*) from device_quarantine)::int as kept,
      (select count(*) from device_quarantine where received_at > ${since})::int as lately,
      (select max(received_at) from device_quarantine) as newest_at`.execute(executor);
  return rows[0]!;
}

export async function listQuarantinedRows(
  executor: Executor,
  { search, before, limit }: { search: string; before: number | null; limit: number },
): Promise<QuarantinedRow[]> {
  const pattern = containing(search);
  const { rows } = await sql<QuarantinedRow>`
    select id, serial, kind, reason, size_bytes, received_at from device_quarantine
    where (${before}::bigint is null or id < ${before}::bigint)
      and (${search} = '' or serial ilike ${pattern} or reason ilike ${pattern})
    order by id desc limit ${limit}`.execute(executor);
  return rows;
}

export async function deleteQuarantinedBefore(executor: Executor, before: Date): Promise<void> {
  await sql`
    delete from device_quarantine where id in (
      select id from device_quarantine where received_at < ${before} order by received_at
      limit ${SWEEP_LIMIT} for update skip locked)`.execute(executor);
}
