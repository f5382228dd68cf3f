import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import type { DeviceSelf } from './firmware.updates.port.ts';

export interface SaidSelf extends DeviceSelf {
  readonly deviceId: number;
}

/** Whether every given value of a device is stored already. */
export async function isKnownSelf(executor: Executor, { deviceId, ...said }: SaidSelf): Promise<boolean> {
  const { version, sequence, model, chip } = said;
  if (Object.values(said).every((value) => value === null)) return true;
  const { rows } = await sql`
    select from firmware_device where device_id = ${deviceId}
      and (${version}::text is null or version = ${version}) and (${sequence}::bigint is null or sequence = ${sequence})
      and (${model}::text is null or model = ${model}) and (${chip}::text is null or chip = ${chip})`.execute(executor);
  return rows.length > 0;
}

/**
 * Stores what devices say of themselves. Null leaves a value as it is, but a new version without a number ends the old
 * number. Removed devices are skipped.
 */
export async function saveSelves(executor: Executor, selves: readonly SaidSelf[], now: Date): Promise<void> {
  await sql`
    insert into firmware_device as f (device_id, version, sequence, model, chip, version_since, reported_at)
    select d.id, said.version, said.sequence, said.model, said.chip,
      case when said.version is not null then ${now}::timestamptz end, ${now}
    from unnest(${selves.map(({ deviceId }) => deviceId)}::int[], ${selves.map(({ version }) => version)}::text[],
      ${selves.map(({ sequence }) => sequence)}::bigint[], ${selves.map(({ model }) => model)}::text[],
      ${selves.map(({ chip }) => chip)}::text[]) as said (device_id, version, sequence, model, chip)
      join device d on d.id = said.device_id
    order by d.id
    on conflict (device_id) do update set
      version = coalesce(excluded.version, f.version),
      sequence = case when excluded.version <> f.version then excluded.sequence
        else coalesce(excluded.sequence, f.sequence) end,
      model = coalesce(excluded.model, f.model), chip = coalesce(excluded.chip, f.chip),
      version_since = case when excluded.version is distinct from f.version then coalesce(excluded.version_since, f.version_since)
        else f.version_since end,
      reported_at = excluded.reported_at`.execute(executor);
}
