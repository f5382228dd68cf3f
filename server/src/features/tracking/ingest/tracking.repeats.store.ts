import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '#platform/db/database';

/** Identifies copies of the same message, regardless of arrival. `ts` is the device's own clock in ms. */
export interface PositionIdentity {
  deviceId: number;
  boot: number;
  seq: number;
  ts: number;
  lat: number;
  lng: number;
}

export interface Registered extends PositionIdentity {
  skewed: boolean;
  receivedAt: Date;
}

const identityColumns = sql`device_id, boot, seq, ts, lat, lng`;

function identityArrays(positions: readonly PositionIdentity[]): RawBuilder<unknown> {
  const of = (key: keyof PositionIdentity): number[] => positions.map((position) => position[key]);
  return sql`${of('deviceId')}::int[], ${of('boot')}::bigint[], ${of('seq')}::bigint[], ${of('ts')}::bigint[],
    ${of('lat')}::float8[], ${of('lng')}::float8[]`;
}

/**
 * Registers positions whose stored time depends on their arrival; answers the first copy of each that was not registered.
 * Waits for another server that registers the same at this moment.
 */
export async function registerPositions(
  executor: Executor,
  positions: readonly Registered[],
): Promise<(PositionIdentity & { skewed: boolean })[]> {
  const { rows } = await sql<PositionIdentity & { skewed: boolean }>`
    insert into position_skewed (${identityColumns}, skewed, received_at)
    select ${identityColumns}, skewed, received_at from unnest(${identityArrays(positions)},
      ${positions.map(({ skewed }) => skewed)}::boolean[], ${positions.map(({ receivedAt }) => receivedAt)}::timestamptz[])
      with ordinality as given (${identityColumns}, skewed, received_at, nth)
    -- One order of rows, so that two servers never wait for each other in a circle.
    order by ${identityColumns}, nth
    on conflict do nothing
    returning ${identityColumns}, skewed`.execute(executor);
  return rows;
}

/** Returns the positions among these that arrived before without a credible time. */
export async function listStoredSkewed(
  executor: Executor,
  positions: readonly PositionIdentity[],
): Promise<PositionIdentity[]> {
  const { rows } = await sql<PositionIdentity>`
    select ${identityColumns} from unnest(${identityArrays(positions)}) as given (${identityColumns})
    join position_skewed using (${identityColumns}) where skewed`.execute(executor);
  return rows;
}

/** Returns devices whose positions from ahead of time may now repeat with a credible time. */
export async function listAhead(executor: Executor, now: Date): Promise<number[]> {
  const { rows } = await sql<{ deviceId: number }>`
    select device_id from position_ahead where until > ${now}`.execute(executor);
  return rows.map(({ deviceId }) => deviceId);
}

/**
 * Records devices that sent positions from ahead of time. Most calls write no row, because a row is renewed once a day.
 */
export async function noteAhead(
  executor: Executor,
  devices: readonly { deviceId: number; until: Date }[],
): Promise<void> {
  await sql`
    insert into position_ahead (device_id, until)
    select device_id, max(until) + interval '1 day' from unnest(
      ${devices.map(({ deviceId }) => deviceId)}::int[], ${devices.map(({ until }) => until)}::timestamptz[]) as n (device_id, until)
    group by device_id order by device_id
    on conflict (device_id) do update set until = excluded.until
      where position_ahead.until < excluded.until - interval '1 day'`.execute(executor);
}

/** RET-01: deletes the identities of positions that arrived before an instant. Such an old message is not credible. */
export async function deleteOldRepeats(tx: Executor, before: Date, limit: number): Promise<number> {
  const { rows: skewed } = await sql`
    delete from position_skewed where ctid = any(array(
      select ctid from position_skewed where received_at < ${before} order by received_at limit ${limit}))
    returning 1`.execute(tx);
  const { rows: equivocations } = await sql`
    delete from position_equivocation where id in (
      select id from position_equivocation where received_at < ${before} order by received_at limit ${limit})
    returning 1`.execute(tx);
  return skewed.length + equivocations.length;
}
