import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import type { UnansweredCommand } from './device-commands.port.ts';

/** Lists unfinished commands, oldest first, starting after this command. */
export async function listUnanswered(
  executor: Executor,
  after: UnansweredCommand | null,
  limit: number,
): Promise<UnansweredCommand[]> {
  const beyond = after ? sql`and (created_at, request_id) > (${after.createdAt}, ${after.requestId}::uuid)` : sql``;
  const { rows } = await sql<UnansweredCommand>`
    select request_id, device_id, serial, command, created_at from device_command
    where finished_at is null ${beyond} order by created_at, request_id limit ${limit}`.execute(executor);
  return rows;
}
