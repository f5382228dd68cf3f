import { panicSources, isTestSource } from '@trace/contract/panic/panic.rules';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import type { RecordedPanics } from '../panic.port.ts';

/** Events by quarter of an hour of their arrival; served by panic_event_received. */
export async function listRecorded(executor: Executor, from: Date, to: Date): Promise<RecordedPanics[]> {
  const { rows } = await sql<RecordedPanics>`
    select date_bin('15 minutes', received_at, 'epoch') as at, source = any(${panicSources.filter(isTestSource)}) as is_test,
      count(*)::int as count
    from panic_event where received_at >= ${from} and received_at < ${to} group by 1, 2`.execute(executor);
  return rows;
}
