import { sql } from 'kysely';
import type { EventMessage, LogMessage } from '@trace/contract/device-protocol/messages';
import type { Executor } from '#platform/db/database';

/** A message of a device with when it happened and when it was received. */
export interface Told<Message> {
  deviceId: number;
  at: Date;
  skewed: boolean;
  receivedAt: Date;
  message: Message;
}

/** Keeps events; one that is there is the same message again. Answers those that were not there. */
export async function insertEvents(
  executor: Executor,
  events: readonly Told<EventMessage>[],
): Promise<{ deviceId: number; boot: number; seq: number }[]> {
  const { rows } = await sql<{ deviceId: number; boot: number; seq: number }>`
    insert into device_event (device_id, boot, seq, kind, at, skewed, lat, lng, received_at)
    select * from unnest(
      ${events.map((event) => event.deviceId)}::int[], ${events.map((event) => event.message.boot)}::bigint[],
      ${events.map((event) => event.message.seq)}::bigint[], ${events.map((event) => event.message.kind)}::text[],
      ${events.map((event) => event.at)}::timestamptz[], ${events.map((event) => event.skewed)}::boolean[],
      ${events.map((event) => event.message.lat ?? null)}::float8[], ${events.map((event) => event.message.lng ?? null)}::float8[],
      ${events.map((event) => event.receivedAt)}::timestamptz[])
    -- Two processes that store the same again take them in one order.
    order by 1, 2, 3
    on conflict do nothing returning device_id, boot, seq`.execute(executor);
  return rows;
}

/** Keeps log lines; one that is there is the same message again. */
export async function insertLogs(executor: Executor, lines: readonly Told<LogMessage>[]): Promise<void> {
  await sql`
    insert into device_log (device_id, boot, seq, level, text, at, received_at)
    select * from unnest(
      ${lines.map((line) => line.deviceId)}::int[], ${lines.map((line) => line.message.boot)}::bigint[],
      ${lines.map((line) => line.message.seq)}::bigint[], ${lines.map((line) => line.message.level)}::text[],
      ${lines.map((line) => line.message.text)}::text[], ${lines.map((line) => line.at)}::timestamptz[],
      ${lines.map((line) => line.receivedAt)}::timestamptz[])
    on conflict do nothing`.execute(executor);
}
