import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

/** Takes or renews the lease of the reader. Returns false while another process holds the lease. */
export async function takeLease(executor: Executor, reader: string, now: Date, until: Date): Promise<boolean> {
  const { rows } = await sql`
    update hub_queue_reader set reader = ${reader}, reader_until = ${until}, last_poll_at = ${now}
    where reader = ${reader} or reader_until is null or reader_until <= ${now} returning 1`.execute(executor);
  return rows.length > 0;
}

export async function releaseLease(executor: Executor, reader: string): Promise<void> {
  await sql`update hub_queue_reader set reader = null, reader_until = null where reader = ${reader}`.execute(executor);
}

export interface Trouble {
  readonly outcome: 'refused' | 'unavailable';
  readonly reason: string;
}

/** Null: the queue answers. */
export async function saveTrouble(executor: Executor, trouble: Trouble | null): Promise<void> {
  await sql`
    update hub_queue_reader set trouble = ${trouble?.outcome ?? null}, trouble_reason = ${trouble?.reason ?? null}
    where trouble is distinct from ${trouble?.outcome ?? null}
      or trouble_reason is distinct from ${trouble?.reason ?? null}`.execute(executor);
}

export async function saveWaiting(executor: Executor, waiting: number | null): Promise<void> {
  await sql`update hub_queue_reader set waiting = ${waiting}`.execute(executor);
}
