import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export async function notifyProcesses(
  executor: Executor,
  sent: readonly { channel: string; payload: string }[],
): Promise<void> {
  await sql`/* prepared: notify processes */ select pg_notify(channel, payload)
    from unnest(${sent.map(({ channel }) => channel)}::text[], ${sent.map(({ payload }) => payload)}::text[])
      as sent (channel, payload)`.execute(executor);
}
