import { DEFAULT_MODEL, type Channel } from '@trace/contract/firmware/firmware.rules';
import { PHONE_SERIAL_PREFIX } from '@trace/contract/kernel/serial';
import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '#platform/db/database';

/** The conditions for devices of a rollout. */
export interface Membership {
  readonly rolloutId: string;
  readonly model: string;
  readonly chip: string | null;
  readonly channel: Channel;
  readonly sequence: number;
  readonly minSequence: number;
  /** Reported versions that are not older than the release. */
  readonly notOlder: readonly string[];
  readonly rings: readonly number[];
}

/** Devices by their ids, both included, or the chosen ones. */
export interface MemberRange {
  readonly fromId: number;
  readonly toId: number;
  readonly serials: readonly string[] | null;
}

/**
 * The devices of an update, each with its ring. The number of a device is the one that it reports, or else the number of
 * the release with its version.
 */
const members = (of: Membership, { fromId, toId, serials }: MemberRange): RawBuilder<unknown> => sql`
  select m.device_id, m.serial, m.version, m.ring from (
    select d.id as device_id, d.serial, f.version, coalesce(f.sequence, o.sequence) as sequence,
      width_bucket(firmware_percentile(${of.rolloutId}, d.serial), ${[...of.rings]}::int[]) + 1 as ring
    from device d left join firmware_device f on f.device_id = d.id
      left join (select version, max(sequence) as sequence from firmware_release where model = ${of.model}
        group by version) o on o.version = f.version
    where d.id between ${fromId}::int and ${toId}::int
      and (${serials === null}::boolean or d.serial = any(${serials ?? []}::text[]))
      and d.replaced_at is null and not starts_with(lower(d.serial), ${PHONE_SERIAL_PREFIX.toLowerCase()})
      and coalesce(f.model, ${DEFAULT_MODEL}) = ${of.model}
      and (${of.chip}::text is null or f.chip is null or f.chip = ${of.chip})
      and (${of.channel}::text = 'stable' or f.channel = ${of.channel})
  ) m
  where m.ring <= ${of.rings.length}::int and (m.version is null or m.version <> all(${[...of.notOlder]}::text[]))
    and (case when m.sequence is null then ${of.minSequence}::bigint = 0
      else m.sequence < ${of.sequence}::bigint and m.sequence >= ${of.minSequence}::bigint end)`;

/** Stores waiting updates for the members up to this ring that have none. Returns their number. */
export async function insertMembers(
  executor: Executor,
  of: Membership,
  range: MemberRange,
  { ring, now }: { ring: number; now: Date },
): Promise<number> {
  const { rows } = await sql`
    insert into firmware_update (id, rollout_id, device_id, ring, state, waiting_for, from_version, changed_at)
    select gen_random_uuid(), ${of.rolloutId}, found.device_id, found.ring, 'waiting', 'next_round', found.version, ${now}
    from (${members(of, range)}) found where found.ring <= ${ring}::int
      and not exists (select from firmware_update u where u.rollout_id = ${of.rolloutId} and u.device_id = found.device_id)
    on conflict (rollout_id, device_id) do nothing returning 1`.execute(executor);
  return rows.length;
}

export async function countMembers(
  executor: Executor,
  of: Membership,
  range: MemberRange,
): Promise<{ ring: number; count: number }[]> {
  const { rows } = await sql<{ ring: number; count: number }>`
    select found.ring, count(*)::int as count from (${members(of, range)}) found
    group by found.ring order by found.ring`.execute(executor);
  return rows;
}

export async function listMemberSerials(executor: Executor, of: Membership, range: MemberRange): Promise<string[]> {
  const { rows } = await sql<{ serial: string }>`
    select found.serial from (${members(of, range)}) found order by found.serial`.execute(executor);
  return rows.map(({ serial }) => serial);
}

/** The versions that devices of this model report: one device, or all. */
export async function listVersions(executor: Executor, model: string, deviceId: number | null): Promise<string[]> {
  const { rows } = await sql<{ version: string }>`
    select distinct f.version from firmware_device f
    where (${deviceId}::int is null or f.device_id = ${deviceId}) and f.version is not null
      and coalesce(f.model, ${DEFAULT_MODEL}) = ${model}`.execute(executor);
  return rows.map(({ version }) => version);
}

export async function findLastDeviceId(executor: Executor): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from device`.execute(executor);
  return rows[0]!.id;
}
