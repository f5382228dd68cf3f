import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

/** Which incident a request for a position belongs to. */
export interface PositionRequest {
  readonly requestId: string;
  readonly incidentId: string;
  readonly requestedAt: Date;
}

export async function insertRequest(
  tx: Executor,
  { requestId, incidentId, requestedAt }: PositionRequest,
): Promise<void> {
  await sql`
    insert into panic_position_request (request_id, incident_id, requested_at)
    values (${requestId}, ${incidentId}, ${requestedAt})`.execute(tx);
}

export async function findRequest(executor: Executor, requestId: string): Promise<PositionRequest | null> {
  const { rows } = await sql<PositionRequest>`
    select request_id, incident_id, requested_at from panic_position_request where request_id = ${requestId}`.execute(
    executor,
  );
  return rows[0] ?? null;
}
