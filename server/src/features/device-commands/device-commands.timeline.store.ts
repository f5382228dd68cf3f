import type { CommandState } from '@trace/contract/device-commands/device-commands.rules';
import { sql } from 'kysely';

import type { CommandName } from '@trace/contract/device-protocol/commands';
import type { ReplyResult } from '@trace/contract/device-protocol/messages';
import type { Executor } from '#platform/db/database';
import type { TimeCursor } from '#platform/paging/time-cursor';
import type { CommandPurpose } from './device-commands.port.ts';

/** A stored command, for readers of the device's history. */
export interface CommandRow {
  requestId: string;
  deviceId: number;
  serial: string;
  command: CommandName;
  parameters: Record<string, unknown>;
  purpose: CommandPurpose;
  sentBy: string | null;
  state: CommandState;
  createdAt: Date;
  expiresAt: Date | null;
  sentAt: Date | null;
  acknowledgedAt: Date | null;
  finishedAt: Date | null;
  result: ReplyResult | null;
}

const columns = sql`
  request_id, device_id, serial, command, parameters, purpose, sent_by, state, created_at, expires_at, sent_at,
  acknowledged_at, finished_at, result`;

export async function findCommand(executor: Executor, requestId: string): Promise<CommandRow | null> {
  const { rows } = await sql<CommandRow>`
    select ${columns} from device_command where request_id = ${requestId}`.execute(executor);
  return rows[0] ?? null;
}

/** Requests of an emergency would betray a silent alarm to whoever reads the history. The incident shows them. */
const isShown = sql`purpose <> 'panic'`;

/** The commands of a device since an instant, newest first. */
export async function listCommands(
  executor: Executor,
  of: { deviceId: number; since: Date; after: TimeCursor | null; limit: number },
): Promise<CommandRow[]> {
  const behind = of.after ? sql`and (created_at, request_id) < (${of.after.at}, ${of.after.id}::uuid)` : sql``;
  const { rows } = await sql<CommandRow>`
    select ${columns} from device_command
    where device_id = ${of.deviceId} and created_at >= ${of.since} and ${isShown} ${behind}
    order by created_at desc, request_id desc limit ${of.limit}`.execute(executor);
  return rows;
}

/** Lists the newest answered commands of a device since an instant. */
export async function listAnswered(
  executor: Executor,
  of: { deviceId: number; since: Date; limit: number },
): Promise<CommandRow[]> {
  const { rows } = await sql<CommandRow>`
    select ${columns} from device_command
    where device_id = ${of.deviceId} and created_at >= ${of.since} and result is not null and ${isShown}
    order by created_at desc, request_id desc limit ${of.limit}`.execute(executor);
  return rows;
}

/** How many commands that people gave a device have not ended. */
export async function countUnfinished(executor: Executor, serial: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from device_command
    where serial = ${serial} and finished_at is null and purpose = 'manual'`.execute(executor);
  return rows[0]!.count;
}

const isSetting = sql`purpose = 'manual' and command = 'configure'`;
const settings = sql`finished_at is null and ${isSetting}`;

/** The settings that people gave a device and that have not gone out. */
export async function listWaitingSettings(executor: Executor, serial: string): Promise<string[]> {
  const { rows } = await sql<{ requestId: string }>`
    select request_id from device_command
    where serial = ${serial} and ${settings} and state in ('queued', 'waiting')`.execute(executor);
  return rows.map(({ requestId }) => requestId);
}

/** Whether a person gave the device a setting after this one, and did not cancel it. */
export async function hasNewerSetting(
  executor: Executor,
  { deviceId, createdAt }: Pick<CommandRow, 'deviceId' | 'createdAt'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from device_command
    where device_id = ${deviceId} and ${isSetting} and created_at > ${createdAt} and state <> 'cancelled' limit 1`.execute(
    executor,
  );
  return rows.length > 0;
}

/** Settings that went out before an instant and were not answered, oldest first. */
export async function listUnansweredSettings(
  executor: Executor,
  serial: string,
  sentBefore: Date,
): Promise<CommandRow[]> {
  const { rows } = await sql<CommandRow>`
    select ${columns} from device_command
    where serial = ${serial} and ${settings} and state in ('sent', 'acknowledged') and sent_at < ${sentBefore}
    order by created_at, request_id`.execute(executor);
  return rows;
}
