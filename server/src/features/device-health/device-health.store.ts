import { sql } from 'kysely';
import type { EventMessage, LogMessage } from '@trace/contract/device-protocol/messages';
import type { Executor } from '#platform/db/database';

/** A message of a device with the time of the event and the time of receipt. */
export interface Received<Message> {
  deviceId: number;
  serial: string;
  at: Date;
  skewed: boolean;
  receivedAt: Date;
  message: Message;
}

/**
 * `digest` is a hash of the message content, in hex. Messages with the same (device, boot, seq, digest) are the same
 * message.
 */
export type Identified<Message> = Received<Message> & { digest: string };

export interface StoredMessage {
  deviceId: number;
  boot: number;
  seq: number;
  digest: string;
  /** Another content already stood under the same boot and seq. */
  equivocation: boolean;
}

/**
 * Stores each event once, without its position, and returns the new events. The unique key decides between two processes that store the same
 * event at once. Two different contents of the same key, stored at once, may both lack the flag.
 */
export async function insertEvents(
  executor: Executor,
  events: readonly Identified<EventMessage>[],
): Promise<StoredMessage[]> {
  const { rows } = await sql<StoredMessage>`
    with given as (
      select device_id, boot, seq, decode(hex, 'hex') as digest, ts, kind, at, skewed, received_at, nth
      from unnest(
        ${events.map((event) => event.deviceId)}::int[], ${events.map((event) => event.message.boot)}::bigint[],
        ${events.map((event) => event.message.seq)}::bigint[], ${events.map((event) => event.digest)}::text[],
        ${events.map((event) => event.message.ts)}::bigint[], ${events.map((event) => event.message.kind)}::text[],
        ${events.map((event) => event.at)}::timestamptz[], ${events.map((event) => event.skewed)}::boolean[],
        ${events.map((event) => event.receivedAt)}::timestamptz[])
        with ordinality as n (device_id, boot, seq, hex, ts, kind, at, skewed, received_at, nth)
    ), first as (
      select distinct on (device_id, boot, seq, digest) * from given order by device_id, boot, seq, digest, nth
    )
    insert into device_event (device_id, boot, seq, digest, ts, kind, at, skewed, received_at, equivocation)
    select device_id, boot, seq, digest, ts, kind, at, skewed, received_at,
      row_number() over (partition by device_id, boot, seq order by nth) > 1
        or exists (select from device_event known
          where (known.device_id, known.boot, known.seq) = (first.device_id, first.boot, first.seq) and known.digest <> first.digest)
    from first
    -- A repeat of an event from before digests were kept (0052-message-identity.sql).
    where not exists (select from device_event old
      where (old.device_id, old.boot, old.seq, old.digest) = (first.device_id, first.boot, first.seq, '')
        and old.kind = first.kind and old.at = first.at)
    -- One order of rows, so that two processes never wait for each other in a circle.
    order by device_id, boot, seq, digest
    on conflict do nothing returning device_id, boot, seq, encode(digest, 'hex') as digest, equivocation`.execute(
    executor,
  );
  return rows;
}

/** Changes the digests of events that arrived this long before the same event, so that the event counts as a new one. */
export async function releaseIdentities(
  executor: Executor,
  events: readonly Identified<EventMessage>[],
  olderThanSec: number,
): Promise<void> {
  await sql`
    update device_event known set digest = sha256(known.digest || convert_to(known.received_at::text, 'UTF8'))
    from unnest(
      ${events.map((event) => event.deviceId)}::int[], ${events.map((event) => event.message.boot)}::bigint[],
      ${events.map((event) => event.message.seq)}::bigint[], ${events.map((event) => event.digest)}::text[],
      ${events.map((event) => event.receivedAt)}::timestamptz[]) as given (device_id, boot, seq, hex, received_at)
    where (known.device_id, known.boot, known.seq, known.digest)
        = (given.device_id, given.boot, given.seq, decode(given.hex, 'hex'))
      and known.received_at < given.received_at - make_interval(secs => ${olderThanSec}::int)`.execute(executor);
}

/** Stores each log line once, as `insertEvents` does. Returns the new lines. */
export async function insertLogs(
  executor: Executor,
  lines: readonly Identified<LogMessage>[],
): Promise<StoredMessage[]> {
  const { rows } = await sql<StoredMessage>`
    with given as (
      select device_id, boot, seq, decode(hex, 'hex') as digest, ts, level, text, at, received_at, nth
      from unnest(
        ${lines.map((line) => line.deviceId)}::int[], ${lines.map((line) => line.message.boot)}::bigint[],
        ${lines.map((line) => line.message.seq)}::bigint[], ${lines.map((line) => line.digest)}::text[],
        ${lines.map((line) => line.message.ts)}::bigint[], ${lines.map((line) => line.message.level)}::text[],
        ${lines.map((line) => line.message.text)}::text[], ${lines.map((line) => line.at)}::timestamptz[],
        ${lines.map((line) => line.receivedAt)}::timestamptz[])
        with ordinality as n (device_id, boot, seq, hex, ts, level, text, at, received_at, nth)
    ), first as (
      select distinct on (device_id, boot, seq, digest) * from given order by device_id, boot, seq, digest, nth
    )
    insert into device_log (device_id, boot, seq, digest, ts, level, text, at, received_at, equivocation)
    select device_id, boot, seq, digest, ts, level, text, at, received_at,
      row_number() over (partition by device_id, boot, seq order by nth) > 1
        or exists (select from device_log known
          where (known.device_id, known.boot, known.seq) = (first.device_id, first.boot, first.seq) and known.digest <> first.digest)
    from first
    where not exists (select from device_log old
      where (old.device_id, old.boot, old.seq, old.digest) = (first.device_id, first.boot, first.seq, '')
        and old.level = first.level and old.text = first.text and old.at = first.at)
    order by device_id, boot, seq, digest
    on conflict do nothing returning device_id, boot, seq, encode(digest, 'hex') as digest, equivocation`.execute(
    executor,
  );
  return rows;
}
