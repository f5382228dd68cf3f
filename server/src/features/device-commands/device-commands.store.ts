import type { CommandState } from '@trace/contract/device-commands/device-commands.rules';
import { sql, type RawBuilder } from 'kysely';

import type { ReplyResult } from '@trace/contract/device-protocol/messages';
import type { Executor } from '#platform/db/database';
import type { CommandPurpose, FinishedCommand, NewCommand } from './device-commands.port.ts';

/** Notifies every server process that a command waits for a device. The payload is the device's serial. */
export const COMMAND_WAITING_CHANNEL = 'device_command';
/** Notifies every server process that a command ended. The payload is the request id. */
export const COMMAND_FINISHED_CHANNEL = 'device_command_finished';

const finishedColumns = sql`request_id, device_id, serial, command, parameters, purpose, sent_by, state, finished_at, result, answer_boot, answer_seq`;

/**
 * Stores a command once per request id and wakes the process that holds the device's connection; false when the id is
 * there already.
 */
export async function insertCommand(executor: Executor, command: NewCommand, createdAt: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into device_command (request_id, device_id, serial, command, parameters, purpose, sent_by, state, created_at, expires_at)
    values (${command.requestId}, ${command.device.id}, ${command.device.serial}, ${command.command}, ${JSON.stringify(command.parameters)}::jsonb,
      ${command.purpose}, ${command.sentBy}, ${command.waits ? 'waiting' : 'queued'}, ${createdAt}, ${command.expiresAt})
    on conflict (request_id) do nothing returning request_id`.execute(executor);
  await sql`select pg_notify(${COMMAND_WAITING_CHANNEL}, ${command.device.serial})`.execute(executor);
  return rows.length > 0;
}

/** Identifies a command, its device and sender: enough to publish progress. */
export interface CommandStep {
  requestId: string;
  deviceId: number;
  purpose: CommandPurpose;
  sentBy: string | null;
}

/** A command with its sender. */
export interface SentCommand extends CommandStep {
  createdAt: Date;
}

export interface OutgoingCommand extends SentCommand {
  serial: string;
  command: NewCommand['command'];
  parameters: Record<string, unknown>;
  expiresAt: Date | null;
}

/** A device and the connection over which it receives commands. Connection numbers grow, also across restarts. */
export interface Receiver {
  id: number;
  serial: string;
  connectionNumber: number;
}

/**
 * Takes the waiting commands of these devices, at most `limit` of each, and marks them sent before sending. Also takes
 * commands that an earlier connection sent without a PUBACK: that connection is dead, and the device runs a request id
 * once. A command without an end is a setting, which is issued again with a new id instead.
 */
export async function takeWaiting(
  executor: Executor,
  devices: readonly Receiver[],
  now: Date,
  limit: number,
): Promise<OutgoingCommand[]> {
  const { rows } = await sql<OutgoingCommand>`
    with receiver as (
      select * from unnest(
        ${devices.map(({ id }) => id)}::int[], ${devices.map(({ serial }) => serial)}::text[],
        ${devices.map(({ connectionNumber }) => connectionNumber)}::bigint[]) as r (device_id, serial, connection))
    update device_command c set state = 'sent', sent_at = ${now}, sent_connection = waiting.connection
    from (
      select w.request_id, receiver.connection from receiver cross join lateral (
        select request_id from device_command
        where serial = receiver.serial and device_id = receiver.device_id and finished_at is null
          and (expires_at is null or expires_at > ${now})
          and (state in ('queued', 'waiting') or (
            state = 'sent' and expires_at is not null and coalesce(sent_connection, 0) < receiver.connection))
        order by created_at limit ${limit} for update skip locked) w) waiting
    where c.request_id = waiting.request_id
    returning c.request_id, c.device_id, c.serial, c.purpose, c.sent_by, c.command,
      c.parameters, c.expires_at, c.created_at`.execute(executor);
  return rows.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
}

/** The devices for which an unsent command waits. */
export async function listWaitingSerials(executor: Executor, now: Date): Promise<string[]> {
  const { rows } = await sql<{ serial: string }>`
    select distinct serial from device_command
    where finished_at is null and state in ('queued', 'waiting') and (expires_at is null or expires_at > ${now})`.execute(
    executor,
  );
  return rows.map(({ serial }) => serial);
}

/** Requeues commands that were taken but not sent because the connection was gone. */
export async function putBack(
  executor: Executor,
  requestIds: readonly string[],
  connectionNumber: number,
): Promise<void> {
  await sql`
    update device_command set state = 'queued', sent_at = null, sent_connection = null
    where request_id = any(${requestIds}::uuid[]) and state = 'sent'
      and sent_connection = ${connectionNumber}`.execute(executor);
}

export async function markAcknowledged(
  executor: Executor,
  requestId: string,
  serial: string,
  at: Date,
): Promise<CommandStep[]> {
  const { rows } = await sql<CommandStep>`
    update device_command set state = 'acknowledged', acknowledged_at = ${at}
    where request_id = ${requestId} and serial = ${serial} and state = 'sent'
    returning request_id, device_id, purpose, sent_by`.execute(executor);
  return rows;
}

export interface Answer {
  requestId: string;
  deviceId: number;
  answeredAt: Date;
  boot: number;
  seq: number;
  result: ReplyResult;
  /** The part of the result that is stored. */
  stored: ReplyResult;
}

/**
 * Ends the commands that these answers belong to; foreign, late and repeated answers belong to none. Returns the whole
 * results.
 */
export async function finishAnswered(executor: Executor, answers: readonly Answer[]): Promise<FinishedCommand[]> {
  const { rows } = await sql<FinishedCommand>`
    update device_command c set
      state = case when (n.result->>'success')::boolean then 'answered' else 'failed' end,
      result = n.stored, finished_at = n.answered_at, answer_boot = n.boot, answer_seq = n.seq
    from unnest(
      ${answers.map((answer) => answer.requestId)}::uuid[], ${answers.map((answer) => answer.deviceId)}::int[],
      ${answers.map((answer) => answer.answeredAt)}::timestamptz[],
      ${answers.map((answer) => answer.boot)}::bigint[], ${answers.map((answer) => answer.seq)}::bigint[],
      ${answers.map((answer) => JSON.stringify(answer.result))}::jsonb[],
      ${answers.map((answer) => JSON.stringify(answer.stored))}::jsonb[]) as n (request_id, device_id, answered_at, boot, seq, result, stored)
    where c.request_id = n.request_id and c.device_id = n.device_id and c.state in ('sent', 'acknowledged')
      and (c.expires_at is null or c.expires_at > n.answered_at)
    returning c.request_id, c.device_id, c.serial, c.command, c.parameters, c.purpose, c.sent_by, c.state, c.finished_at, n.result, c.answer_boot, c.answer_seq`.execute(
    executor,
  );
  return notifyFinished(executor, rows);
}

export const isAnyOverdue = (now: Date): RawBuilder<boolean> => sql`exists (
  select from device_command where finished_at is null and expires_at <= ${now})`;

export async function finishExpired(executor: Executor, now: Date, limit: number): Promise<FinishedCommand[]> {
  const { rows } = await sql<FinishedCommand>`
    update device_command set state = 'expired', finished_at = ${now}
    where request_id in (
      select request_id from device_command where finished_at is null and expires_at <= ${now}
      order by expires_at limit ${limit} for update skip locked)
    returning ${finishedColumns}`.execute(executor);
  return notifyFinished(executor, rows);
}

/** Ends an unfinished command. With `onlyWaiting`, ends only an unsent command. */
export async function finishCancelled(
  executor: Executor,
  requestId: string,
  now: Date,
  { onlyWaiting = false }: { onlyWaiting?: boolean } = {},
): Promise<FinishedCommand[]> {
  const { rows } = await sql<FinishedCommand>`
    update device_command set state = 'cancelled', finished_at = ${now}
    where request_id = ${requestId} and finished_at is null
      and (${!onlyWaiting} or state in ('queued', 'waiting'))
    returning ${finishedColumns}`.execute(executor);
  return notifyFinished(executor, rows);
}

export async function findCommandState(executor: Executor, requestId: string): Promise<CommandState | null> {
  const { rows } = await sql<{ state: CommandState }>`
    select state from device_command where request_id = ${requestId}`.execute(executor);
  return rows[0]?.state ?? null;
}

export async function findStep(executor: Executor, requestId: string): Promise<CommandStep | null> {
  const { rows } = await sql<CommandStep>`
    select request_id, device_id, purpose, sent_by from device_command where request_id = ${requestId}`.execute(
    executor,
  );
  return rows[0] ?? null;
}

export async function findFinished(executor: Executor, requestId: string): Promise<FinishedCommand | null> {
  const { rows } = await sql<FinishedCommand>`
    select ${finishedColumns} from device_command where request_id = ${requestId} and finished_at is not null`.execute(
    executor,
  );
  return rows[0] ?? null;
}

/** Notifies the waiters for these ends in every process. */
async function notifyFinished(executor: Executor, finished: FinishedCommand[]): Promise<FinishedCommand[]> {
  for (const { requestId } of finished)
    await sql`select pg_notify(${COMMAND_FINISHED_CHANNEL}, ${requestId}::text)`.execute(executor);
  return finished;
}
