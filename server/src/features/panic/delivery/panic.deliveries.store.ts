import type { DeliveryState, PanicChannel } from '@trace/contract/panic/panic.rules';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface DeliveryRow {
  readonly id: string;
  readonly recipientId: string;
  readonly channel: PanicChannel;
  readonly round: number;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly settledAt: Date | null;
}

const columns = sql`id, recipient_id, channel, round, state, attempts, created_at, settled_at`;

/** Stores messages of a round. Returns the new ones: a repeated round sends nothing twice. */
export async function insertDeliveries(
  tx: Executor,
  deliveries: readonly Pick<DeliveryRow, 'id' | 'recipientId' | 'channel' | 'round' | 'state'>[],
  now: Date,
): Promise<Set<string>> {
  if (deliveries.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    /* prepared: new messages of an incident */ insert into panic_delivery (id, recipient_id, channel, round, state, created_at)
    select id, recipient_id, channel, round, state, ${now}
    from unnest(${deliveries.map(({ id }) => id)}::uuid[], ${deliveries.map(({ recipientId }) => recipientId)}::uuid[],
      ${deliveries.map(({ channel }) => channel)}::text[], ${deliveries.map(({ round }) => round)}::int[],
      ${deliveries.map(({ state }) => state)}::text[]) as given (id, recipient_id, channel, round, state)
    on conflict do nothing returning id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** The SMS that left for a recipient's number, or wait, on behalf of the same wearer. */
export interface SentSms {
  readonly recipientId: string;
  readonly inHour: number;
  readonly inDay: number;
  readonly ofIncident: number;
}

export async function countSms(
  tx: Executor,
  recipientIds: readonly string[],
  { hourAgo, dayAgo }: { hourAgo: Date; dayAgo: Date },
): Promise<SentSms[]> {
  const { rows } = await sql<SentSms>`
    select r.id as recipient_id, count(*) filter (where d.created_at > ${hourAgo})::int as in_hour,
      count(*) filter (where d.created_at > ${dayAgo})::int as in_day,
      count(*) filter (where d.recipient_id = r.id)::int as of_incident
    from panic_recipient r
    join panic_recipient same on same.phone = r.phone and same.wearer_id is not distinct from r.wearer_id
    join panic_delivery d on d.recipient_id = same.id and d.channel = 'sms' and d.state in ('waiting', 'sent')
    where r.id = any(${[...recipientIds]}::uuid[]) and (d.created_at > ${dayAgo} or d.recipient_id = r.id)
    group by r.id`.execute(tx);
  return rows;
}

/** A message with its incident. */
export interface PlannedDelivery extends DeliveryRow {
  readonly incidentId: string;
}

export async function findDelivery(executor: Executor, id: string): Promise<PlannedDelivery | null> {
  const { rows } = await sql<PlannedDelivery>`
    /* prepared: message of an incident */ select d.id, d.recipient_id, d.channel, d.round, d.state, d.attempts, d.created_at, d.settled_at, r.incident_id
    from panic_delivery d join panic_recipient r on r.id = d.recipient_id
    where d.id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

export async function countAttempt(executor: Executor, id: string): Promise<void> {
  await sql`/* prepared: attempt of a message */ update panic_delivery set attempts = attempts + 1 where id = ${id}`.execute(
    executor,
  );
}

/** Ends a waiting message. */
export async function settleDelivery(
  executor: Executor,
  id: string,
  state: Exclude<DeliveryState, 'waiting' | 'seen'>,
  at: Date,
): Promise<void> {
  await sql`
    /* prepared: end of a message */ update panic_delivery set state = ${state}, settled_at = ${at} where id = ${id} and state = 'waiting'`.execute(
    executor,
  );
}

/** The newest message of each channel of each recipient. */
export async function listDeliveries(executor: Executor, incidentId: string): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    select distinct on (recipient_id, channel) ${columns} from panic_delivery
    where recipient_id in (select id from panic_recipient where incident_id = ${incidentId})
    order by recipient_id, channel, round desc`.execute(executor);
  return rows;
}

/** The person has opened the incident: the page, and the messages that arrived. */
export async function markSeen(tx: Executor, recipientId: string, at: Date): Promise<void> {
  await sql`
    update panic_delivery set state = 'seen', settled_at = ${at}
    where recipient_id = ${recipientId} and channel = 'portal' and state = 'waiting'`.execute(tx);
}

/** The incident was taken or closed: cancels pushes and SMS that have not left. Emails are checked before each attempt. */
export async function cancelWaiting(tx: Executor, incidentId: string, at: Date): Promise<void> {
  await sql`
    update panic_delivery set state = 'cancelled', settled_at = ${at}
    where state = 'waiting' and channel in ('push', 'sms')
      and recipient_id in (select id from panic_recipient where incident_id = ${incidentId})`.execute(tx);
}

/** Cancels the pushes and SMS to these recipients that have not left. Emails are checked before each attempt. */
export async function cancelWaitingOf(
  tx: Executor,
  recipientIds: readonly string[],
  at: Date,
  channels: readonly PanicChannel[] = ['push', 'sms'],
): Promise<void> {
  await sql`
    update panic_delivery set state = 'cancelled', settled_at = ${at}
    where state = 'waiting' and channel = any(${[...channels]}::text[])
      and recipient_id = any(${[...recipientIds]}::uuid[])`.execute(tx);
}
