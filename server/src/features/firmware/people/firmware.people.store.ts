import type {
  Channel,
  FailureCode,
  RolloutState,
  UpdateState,
  WaitingReason,
} from '@trace/contract/firmware/firmware.rules';
import { DEFAULT_MODEL, firmwareRules, underWayStates } from '@trace/contract/firmware/firmware.rules';
import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import type { Candidate, DeviceSide } from './firmware.eligibility.rules.ts';

const silentDevice: DeviceSide = {
  version: null,
  sequence: null,
  model: DEFAULT_MODEL,
  chip: null,
  channel: 'stable',
  tokenMadeAt: null,
};

/** A device without a report has the default model and the channel `stable`. */
export async function listDeviceSides(
  executor: Executor,
  deviceIds: readonly number[],
): Promise<ReadonlyMap<number, DeviceSide>> {
  const { rows } = await sql<DeviceSide & { deviceId: number }>`
    select f.device_id, f.version, coalesce(f.sequence, (
        select max(r.sequence) from firmware_release r
        where r.version = f.version and r.model = coalesce(f.model, ${DEFAULT_MODEL})))::float8 as sequence,
      coalesce(f.model, ${DEFAULT_MODEL}) as model, f.chip, f.channel, f.token_made_at
    from firmware_device f where f.device_id = any(${[...deviceIds]}::int[])`.execute(executor);
  const reported = new Map(rows.map(({ deviceId, ...side }) => [deviceId, side]));
  return new Map(deviceIds.map((id) => [id, reported.get(id) ?? silentDevice]));
}

export async function saveChannel(tx: Executor, deviceId: number, channel: Channel): Promise<void> {
  await sql`
    insert into firmware_device (device_id, channel) values (${deviceId}, ${channel})
    on conflict (device_id) do update set channel = excluded.channel`.execute(tx);
}

/** A model has few rollouts that run or reached every device, and only the newest can be the highest version. */
const MOST_CANDIDATES = 50;

/** Rollouts of these models that run, or that reached all devices, newest release first. */
export async function listCandidates(
  executor: Executor,
  { models, deviceIds, at }: { models: readonly string[]; deviceIds: readonly number[]; at: Date },
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select o.id as rollout_id, o.rings, o.ring,
      case when o.target_kind = 'devices' then array(
        select u.device_id from firmware_update u
        where u.rollout_id = o.id and u.device_id = any(${[...deviceIds]}::int[]) and u.state <> 'cancelled') end
        as chosen_ids,
      r.id as release_id, r.version, r.model, r.chip, r.channel, r.sequence::float8 as sequence,
      coalesce((r.manifest::json ->> 'minSequence')::float8, 0) as min_sequence, r.size_bytes, r.notes,
      r.published_at
    from firmware_rollout o join firmware_release r on r.id = o.release_id join firmware_key k on k.id = r.key_id
    where r.model = any(${[...models]}::text[]) and r.state = 'published' and k.removed_at is null and r.expires_at > ${at}
      and (o.state = 'running' or (o.state = 'done' and o.target_kind = 'all'))
    order by r.sequence desc, o.started_at desc limit ${MOST_CANDIDATES}`.execute(executor);
  return rows;
}

export interface UpdateRow {
  readonly id: string;
  readonly rolloutId: string;
  readonly rolloutState: RolloutState;
  readonly releaseId: string;
  readonly version: string;
  readonly state: UpdateState;
  readonly progressPct: number | null;
  readonly waitingFor: WaitingReason | null;
  readonly minBatteryPct: number;
  readonly failure: FailureCode | null;
  readonly isWanted: boolean;
  readonly nextTryAt: Date | null;
  readonly changedAt: Date;
}

const updateColumns = sql`
  u.id, u.rollout_id, o.state as rollout_state, o.release_id, r.version, u.state, u.progress_pct, u.waiting_for,
  coalesce((o.settings ->> 'minBatteryPct')::int, ${firmwareRules.minBatteryPct}) as min_battery_pct,
  u.failure, u.wanted_by is not null as is_wanted, u.next_try_at, u.changed_at`;

const updateSource = sql`
  firmware_update u join firmware_rollout o on o.id = u.rollout_id join firmware_release r on r.id = o.release_id`;

/** Returns the update of each device that is under way, else the waiting update, else the last. */
export async function listCurrentUpdates(
  executor: Executor,
  deviceIds: readonly number[],
): Promise<ReadonlyMap<number, UpdateRow>> {
  const { rows } = await sql<UpdateRow & { deviceId: number }>`
    select distinct on (u.device_id) u.device_id, ${updateColumns} from ${updateSource}
    where u.device_id = any(${[...deviceIds]}::int[])
    order by u.device_id, u.state = any(${[...underWayStates]}::text[]) desc, u.state = 'waiting' desc,
      u.changed_at desc, u.number desc`.execute(executor);
  return new Map(rows.map((row) => [row.deviceId, row]));
}

/** The newest update of a device to a release that meets the condition, locked until commit. */
export async function lockUpdateTo(
  tx: Executor,
  deviceId: number,
  wanted: { readonly releaseId: string } | { readonly version: string },
): Promise<UpdateRow | null> {
  const condition =
    'releaseId' in wanted ? sql`o.release_id = ${wanted.releaseId}` : sql`r.version = ${wanted.version}`;
  const { rows } = await sql<UpdateRow>`
    select ${updateColumns} from ${updateSource}
    where u.device_id = ${deviceId} and u.state <> 'cancelled' and ${condition}
    order by u.changed_at desc, u.number desc limit 1 for no key update of u`.execute(tx);
  return rows[0] ?? null;
}

/** A person wants this update now. An update that failed or is done begins anew. */
export async function wantUpdate(tx: Executor, id: string, accountId: string, at: Date): Promise<void> {
  await sql`
    update firmware_update set state = 'waiting', waiting_for = 'next_round', progress_pct = null, failure = null,
      detail = null, tries = case when state = 'waiting' then tries else 0 end, wanted_by = ${accountId},
      returned_at = null, since_boot = null, next_try_at = ${at}, changed_at = ${at}
    where id = ${id} and state in ('waiting', 'failed', 'done')`.execute(tx);
}

export interface NewUpdate {
  readonly id: string;
  readonly rolloutId: string;
  readonly deviceId: number;
  readonly ring: number;
  readonly fromVersion: string | null;
  readonly wantedBy: string;
  readonly at: Date;
}

/** Inserts a wanted update, or revives a cancelled update. Any other update of the device in this rollout stays unchanged. */
export async function insertWanted(tx: Executor, update: NewUpdate): Promise<void> {
  const { id, rolloutId, deviceId, ring, fromVersion, wantedBy, at } = update;
  await sql`
    insert into firmware_update
      (id, rollout_id, device_id, ring, state, waiting_for, from_version, wanted_by, next_try_at, changed_at)
    values (${id}, ${rolloutId}, ${deviceId}, ${ring}, 'waiting', 'next_round', ${fromVersion}, ${wantedBy}, ${at}, ${at})
    on conflict (rollout_id, device_id) do update set ring = excluded.ring, state = 'waiting',
      waiting_for = 'next_round', from_version = excluded.from_version, wanted_by = excluded.wanted_by,
      next_try_at = excluded.next_try_at, changed_at = excluded.changed_at
    where firmware_update.state = 'cancelled'`.execute(tx);
}

export async function isUnderWay(executor: Executor, deviceId: number): Promise<boolean> {
  const { rows } = await sql`
    select from firmware_update where device_id = ${deviceId} and state = any(${[...underWayStates]}::text[])`.execute(
    executor,
  );
  return rows.length > 0;
}
