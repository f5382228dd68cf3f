import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import type { SentCommand } from './device-commands.store.ts';

const columns = sql`request_id, device_id, purpose, sent_by, created_at`;

/** Lists the unsent commands that people gave to a device. */
export async function listWaitingOf(executor: Executor, deviceId: number): Promise<SentCommand[]> {
  const { rows } = await sql<SentCommand>`
    select ${columns} from device_command
    where device_id = ${deviceId} and finished_at is null and state in ('queued', 'waiting') and sent_by is not null`.execute(
    executor,
  );
  return rows;
}

/** Lists the same for all devices, oldest first, starting after this command. */
export async function listWaiting(
  executor: Executor,
  after: SentCommand | null,
  limit: number,
): Promise<SentCommand[]> {
  const behind = after ? sql`and (created_at, request_id) > (${after.createdAt}, ${after.requestId}::uuid)` : sql``;
  const { rows } = await sql<SentCommand>`
    select ${columns} from device_command
    where finished_at is null and state in ('queued', 'waiting') and sent_by is not null ${behind}
    order by created_at, request_id limit ${limit}`.execute(executor);
  return rows;
}

/** Lists the unfinished commands of a device, by any sender. */
export async function listUnfinishedOf(executor: Executor, deviceId: number): Promise<string[]> {
  const { rows } = await sql<{ requestId: string }>`
    select request_id from device_command where device_id = ${deviceId} and finished_at is null order by created_at`.execute(
    executor,
  );
  return rows.map(({ requestId }) => requestId);
}
