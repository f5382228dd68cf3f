// Reads stored commands and the commands that devices received.
import { sql } from 'kysely';
import { eventually } from '#testing/eventually';
import type { HandDevice } from '#testing/stand-ins/hand-device';
import type { Portal } from '#testing/portal';

export interface Kept {
  state: string;
  result: { success?: boolean; status?: string } | null;
  sentAt: Date | null;
  acknowledgedAt: Date | null;
  finishedAt: Date | null;
  sentBy: string | null;
}

export async function kept(portal: Portal, requestId: string): Promise<Kept> {
  const { rows } = await sql<Kept>`
    select state, result, sent_at, acknowledged_at, finished_at, sent_by from device_command where request_id = ${requestId}`.execute(
    portal.test.database.sql,
  );
  return rows[0]!;
}

export const untilState = (portal: Portal, requestId: string, state: string): Promise<Kept> =>
  eventually(
    () => kept(portal, requestId),
    (row) => row.state === state,
  );
export const arrived = (device: HandDevice, count = 1) =>
  eventually(
    () => device.commands(),
    (all) => all.length >= count,
  );
export const isSent = (device: HandDevice, requestId: string): boolean =>
  device.commands().some((command) => command.requestId === requestId);
