import type { RolloutState, UpdateState, WaitingReason } from '@trace/contract/firmware/firmware.rules';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import type { NumberedUpdate } from './firmware.updates.port.ts';

/** A waiting update whose guards are checked now. */
export interface Candidate {
  readonly id: string;
  readonly deviceId: number;
  readonly serial: string;
  readonly waitingFor: WaitingReason | null;
  readonly isWanted: boolean;
  readonly reported: 'online' | 'offline' | 'sleeping' | 'updating' | 'error' | null;
  readonly heardAt: Date | null;
  readonly silentAt: Date | null;
  readonly connected: boolean | null;
  readonly batteryPct: number | null;
  readonly externalPower: boolean | null;
}

const candidateColumns = sql`u.id, u.device_id, d.serial, u.waiting_for, u.wanted_by is not null as is_wanted, s.reported,
  s.heard_at, s.silent_at, s.connected, s.battery_pct, s.external_power`;
const candidateTables = sql`firmware_update u join device d on d.id = u.device_id
  left join device_status s on s.device_id = u.device_id`;

export interface CandidatesWanted {
  readonly rolloutId: string;
  /** Rollouts that are done offer only what a person waits for. */
  readonly onlyWanted: boolean;
  readonly now: Date;
  readonly lookedBefore: Date;
  readonly limit: number;
}

/** Waiting updates that may be tried, longest not looked at first. A wish since the last look is looked at at once. */
export async function listCandidates(executor: Executor, wanted: CandidatesWanted): Promise<Candidate[]> {
  const { rolloutId, onlyWanted, now, lookedBefore, limit } = wanted;
  const { rows } = await sql<Candidate>`
    select ${candidateColumns} from ${candidateTables}
    where u.rollout_id = ${rolloutId} and u.state = 'waiting' and (not ${onlyWanted}::boolean or u.wanted_by is not null)
      and (u.next_try_at is null or u.next_try_at <= ${now})
      and (u.looked_at is null or u.looked_at <= ${lookedBefore} or u.next_try_at >= u.looked_at)
    order by u.looked_at nulls first limit ${limit}`.execute(executor);
  return rows;
}

/** The waiting updates of a device in rollouts that hand out updates. The newest release first. */
export async function listCandidatesOf(
  executor: Executor,
  deviceId: number,
  now: Date,
): Promise<(Candidate & { rolloutId: string })[]> {
  const { rows } = await sql<Candidate & { rolloutId: string }>`
    select ${candidateColumns}, u.rollout_id from ${candidateTables}
      join firmware_rollout r on r.id = u.rollout_id join firmware_release t on t.id = r.release_id
    where u.device_id = ${deviceId} and u.state = 'waiting' and (u.next_try_at is null or u.next_try_at <= ${now})
      and (r.state = 'running' or r.state = 'done' and u.wanted_by is not null)
    order by t.sequence desc`.execute(executor);
  return rows;
}

/** Stores why updates still wait. */
export async function saveLooks(
  executor: Executor,
  looks: readonly { id: string; reason: WaitingReason }[],
  now: Date,
): Promise<void> {
  if (looks.length === 0) return;
  await sql`
    update firmware_update u set waiting_for = said.reason, looked_at = ${now}
    from unnest(${looks.map(({ id }) => id)}::uuid[], ${looks.map(({ reason }) => reason)}::text[]) as said (id, reason)
    where u.id = said.id and u.state = 'waiting'`.execute(executor);
}

export interface TakenOffer {
  readonly id: string;
  readonly deviceId: number;
  readonly commandId: string;
}

/**
 * Turns waiting updates into offers, each once. A device with another update under way is skipped. So is a device that
 * another transaction may offer an update of another rollout: a later look finds what became of that.
 */
export async function takeOffers(tx: Executor, ids: readonly string[], now: Date): Promise<TakenOffer[]> {
  const { rows: held } = await sql<{ id: string }>`
    select w.id from firmware_update w where w.state = 'waiting'
      and w.device_id in (select device_id from firmware_update where id = any(${ids}::uuid[]))
    order by w.id for update skip locked`.execute(tx);
  const heldIds = held.map(({ id }) => id);
  // A second statement sees what other transactions committed before their updates could be locked.
  const { rows } = await sql<TakenOffer>`
    update firmware_update u set state = 'offered', tries = u.tries + 1, offered_at = ${now}, changed_at = ${now},
      looked_at = ${now}, waiting_for = null, next_try_at = null, progress_pct = null, command_id = gen_random_uuid()
    where u.id = any(${ids}::uuid[]) and u.id = any(${heldIds}::uuid[])
      and not exists (select from firmware_update o where o.device_id = u.device_id
        and (o.state in ('offered', 'downloading', 'installing', 'rebooting', 'verifying')
          or (o.state = 'waiting' and o.id <> all(${heldIds}::uuid[]))))
    returning u.id, u.device_id, u.command_id`.execute(tx);
  return rows;
}

/**
 * Takes back the offers and downloads of paused, halted and stopped rollouts. The tries of these updates are lowered by
 * one, but stay at least one: the device may install the offered image meanwhile.
 */
export async function takeBackOffers(tx: Executor, now: Date, limit: number): Promise<TakenOffer[]> {
  const { rows } = await sql<TakenOffer>`
    update firmware_update u set state = case when r.state = 'stopped' then 'cancelled' else 'waiting' end,
      waiting_for = case when r.state = 'stopped' then null else 'not_running' end, progress_pct = null,
      tries = greatest(u.tries - 1, 1), changed_at = ${now}, looked_at = null
    from firmware_rollout r
    where r.id = u.rollout_id and u.id in (
      select w.id from firmware_update w join firmware_rollout o on o.id = w.rollout_id
      where w.state in ('offered', 'downloading') and o.state in ('paused', 'halted', 'stopped')
      order by w.id limit ${limit} for update of w skip locked)
    returning u.id, u.device_id, u.command_id`.execute(tx);
  return rows;
}

/** The devices that have an offer, or load an image. */
export async function listLoadingDevices(executor: Executor): Promise<number[]> {
  const { rows } = await sql<{ deviceId: number }>`
    select device_id from firmware_update where state in ('offered', 'downloading')`.execute(executor);
  return rows.map(({ deviceId }) => deviceId);
}

/** Takes back the offers and downloads of devices in an emergency. Their tries count as in `takeBackOffers`. */
export async function takeBackInEmergency(
  tx: Executor,
  deviceIds: readonly number[],
  now: Date,
): Promise<TakenOffer[]> {
  const { rows } = await sql<TakenOffer>`
    update firmware_update u set state = 'waiting', waiting_for = 'panic_open', progress_pct = null,
      tries = greatest(u.tries - 1, 1), changed_at = ${now}, looked_at = ${now}
    where u.id in (
      select id from firmware_update where device_id = any(${[...deviceIds]}::int[])
        and state in ('offered', 'downloading')
      order by id for update skip locked)
    returning u.id, u.device_id, u.command_id`.execute(tx);
  return rows;
}

/** Cancels the waiting updates of a stopped rollout. Returns the devices. */
export async function cancelWaiting(tx: Executor, rolloutId: string, now: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ deviceId: number }>`
    update firmware_update set state = 'cancelled', waiting_for = null, next_try_at = null, changed_at = ${now}
    where id in (select id from firmware_update where rollout_id = ${rolloutId} and state = 'waiting'
      order by id limit ${limit} for update skip locked)
    returning device_id`.execute(tx);
  return rows.map(({ deviceId }) => deviceId);
}

/** Cancels waiting updates of devices that another tracker has replaced. Returns the devices. */
export async function cancelReplaced(tx: Executor, rolloutId: string, now: Date): Promise<number[]> {
  const { rows } = await sql<{ deviceId: number }>`
    update firmware_update set state = 'cancelled', waiting_for = null, next_try_at = null, changed_at = ${now}
    where id in (select u.id from firmware_update u join device d on d.id = u.device_id
      where u.rollout_id = ${rolloutId} and u.state = 'waiting' and d.replaced_at is not null
      order by u.id for update of u skip locked)
    returning device_id`.execute(tx);
  return rows.map(({ deviceId }) => deviceId);
}

/** Makes failed updates wait again, with all tries. Returns the devices. */
export async function retryFailed(tx: Executor, rolloutId: string, now: Date): Promise<number[]> {
  const { rows } = await sql<{ deviceId: number }>`
    update firmware_update set state = 'waiting', waiting_for = 'next_round', next_try_at = null, tries = 0,
      looked_at = null, changed_at = ${now}
    where rollout_id = ${rolloutId} and state = 'failed' returning device_id`.execute(tx);
  return rows.map(({ deviceId }) => deviceId);
}

/** An update that a device may load, or works on. */
export interface OfferRow {
  readonly id: string;
  readonly number: number;
  readonly serial: string;
  readonly state: UpdateState;
  readonly releaseId: string;
  readonly rolloutState: RolloutState;
}

const offerColumns = sql`u.id, u.number, d.serial, u.state, r.release_id, r.state as rollout_state`;
const offerTables = sql`firmware_update u join firmware_rollout r on r.id = u.rollout_id
  join device d on d.id = u.device_id`;
/** The image may be loaded until the device is back after its restart. */
const isLoadable = sql`u.state in ('offered', 'downloading', 'installing', 'rebooting')
  and r.state in ('running', 'done')`;

export async function findLoadable(
  executor: Executor,
  deviceId: number,
  which: { id?: string; number?: number },
): Promise<OfferRow | null> {
  const { rows } = await sql<OfferRow>`
    select ${offerColumns} from ${offerTables} where u.device_id = ${deviceId} and ${isLoadable}
      and (${which.id ?? null}::uuid is null or u.id = ${which.id ?? null})
      and (${which.number ?? null}::bigint is null or u.number = ${which.number ?? null})`.execute(executor);
  return rows[0] ?? null;
}

export async function findLoadableOfCommand(executor: Executor, commandId: string): Promise<OfferRow | null> {
  const { rows } = await sql<OfferRow>`
    select ${offerColumns} from ${offerTables} where u.command_id = ${commandId} and ${isLoadable}`.execute(executor);
  return rows[0] ?? null;
}

/** Not of a release that was withdrawn, or whose key is no longer trusted. */
export async function listLoadable(executor: Executor, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select u.id from firmware_update u join firmware_rollout r on r.id = u.rollout_id
      join firmware_release t on t.id = r.release_id join firmware_key k on k.id = t.key_id
    where u.id = any(${ids}::uuid[]) and ${isLoadable} and t.state = 'published' and k.removed_at is null`.execute(
    executor,
  );
  return rows.map(({ id }) => id);
}

export async function findUpdateOfNumber(
  executor: Executor,
  deviceId: number,
  number: number,
): Promise<NumberedUpdate | null> {
  const { rows } = await sql<NumberedUpdate>`
    select u.id, case when u.state not in ('done', 'failed', 'cancelled') then t.version end as version
    from firmware_update u join firmware_rollout r on r.id = u.rollout_id
      join firmware_release t on t.id = r.release_id
    where u.device_id = ${deviceId} and u.number = ${number}`.execute(executor);
  return rows[0] ?? null;
}

/** The offered update that this command made. */
export async function findOfferedByCommand(executor: Executor, commandId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from firmware_update where command_id = ${commandId} and state = 'offered'`.execute(executor);
  return rows[0]?.id ?? null;
}

export async function hasUpdate(executor: Executor, rolloutId: string, deviceId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from firmware_update where rollout_id = ${rolloutId} and device_id = ${deviceId}`.execute(executor);
  return rows.length > 0;
}

export async function countUnderWay(executor: Executor, rolloutId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from firmware_update where rollout_id = ${rolloutId}
      and state in ('offered', 'downloading', 'installing', 'rebooting', 'verifying')`.execute(executor);
  return rows[0]!.count;
}
