import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import type { Progress } from './firmware.state.rules.ts';

/** The update of a device with its target. */
export interface UpdateRow extends Progress {
  readonly id: string;
  readonly deviceId: number;
  readonly rolloutId: string;
  readonly releaseId: string;
  readonly ring: number;
  readonly targetVersion: string;
  readonly targetSequence: number;
}

const columns = sql`u.id, u.device_id, u.rollout_id, r.release_id, u.ring, u.state, u.progress_pct, u.waiting_for,
  u.failure, u.detail, u.tries, u.next_try_at, u.returned_at, u.since_boot, u.report_boot, u.report_seq, u.changed_at,
  t.version as target_version, t.sequence as target_sequence`;
const tables = sql`firmware_update u join firmware_rollout r on r.id = u.rollout_id
  join firmware_release t on t.id = r.release_id`;
const unfinished = sql`u.state in ('waiting', 'offered', 'downloading', 'installing', 'rebooting', 'verifying')`;

/** Locks the unfinished updates of these devices until commit, in the order of ids. */
export async function lockUpdatesOf(tx: Executor, deviceIds: readonly number[]): Promise<UpdateRow[]> {
  const { rows } = await sql<UpdateRow>`
    select ${columns} from ${tables} where u.device_id = any(${deviceIds}::int[]) and ${unfinished}
    order by u.id for update of u`.execute(tx);
  return rows;
}

/** The device has this update, ended or not. */
export async function existsUpdate(executor: Executor, deviceId: number, id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from firmware_update where id = ${id} and device_id = ${deviceId}`.execute(executor);
  return rows.length > 0;
}

/** The highest number of a release of ours that each of these devices runs. Unknown versions are missing. */
export async function listSequences(
  executor: Executor,
  deviceIds: readonly number[],
): Promise<{ deviceId: number; sequence: number }[]> {
  const { rows } = await sql<{ deviceId: number; sequence: number }>`
    select f.device_id, max(coalesce(f.sequence, o.sequence)) as sequence
    from firmware_device f left join firmware_release o
      on f.sequence is null and o.version = f.version and o.model = coalesce(f.model, 'gps-tracker')
    where f.device_id = any(${deviceIds}::int[]) and coalesce(f.sequence, o.sequence) is not null
    group by f.device_id`.execute(executor);
  return rows;
}

/** The boot count of each device's newest report. Removed devices are missing. */
export async function listBoots(
  executor: Executor,
  deviceIds: readonly number[],
): Promise<{ deviceId: number; boot: number }[]> {
  const { rows } = await sql<{ deviceId: number; boot: number }>`
    select device_id, boot from device_status where device_id = any(${deviceIds}::int[])`.execute(executor);
  return rows;
}

/** Writes updates, which are locked. */
export async function saveUpdates(tx: Executor, updates: readonly UpdateRow[]): Promise<void> {
  const of = <Key extends keyof UpdateRow>(key: Key): UpdateRow[Key][] => updates.map((update) => update[key]);
  await sql`
    update firmware_update u set
      state = said.state, progress_pct = said.progress_pct, waiting_for = said.waiting_for, failure = said.failure,
      detail = said.detail, next_try_at = said.next_try_at, returned_at = said.returned_at,
      since_boot = said.since_boot, report_boot = said.report_boot, report_seq = said.report_seq,
      changed_at = said.changed_at
    from unnest(${of('id')}::uuid[], ${of('state')}::text[], ${of('progressPct')}::smallint[],
      ${of('waitingFor')}::text[], ${of('failure')}::text[], ${of('detail')}::text[], ${of('nextTryAt')}::timestamptz[],
      ${of('returnedAt')}::timestamptz[], ${of('sinceBoot')}::bigint[], ${of('reportBoot')}::bigint[],
      ${of('reportSeq')}::bigint[], ${of('changedAt')}::timestamptz[]) as said (id, state, progress_pct, waiting_for,
      failure, detail, next_try_at, returned_at, since_boot, report_boot, report_seq, changed_at)
    where u.id = said.id`.execute(tx);
}

/** An update whose time may have come, with the last words of its device. */
export interface DueUpdate extends UpdateRow {
  readonly offeredAt: Date | null;
  readonly version: string | null;
  readonly sequence: number | null;
  readonly reported: 'online' | 'offline' | 'sleeping' | 'updating' | 'error' | null;
  readonly heardAt: Date | null;
  readonly silentAt: Date | null;
}

/** Locks updates without news since these instants until commit. Updates that a report holds now are skipped. */
export async function lockDueUpdates(
  tx: Executor,
  { changedBefore, returnedBefore, limit }: { changedBefore: Date; returnedBefore: Date; limit: number },
): Promise<DueUpdate[]> {
  const { rows } = await sql<DueUpdate>`
    select ${columns}, u.offered_at, f.version, f.sequence, s.reported, s.heard_at, s.silent_at
    from ${tables} left join firmware_device f on f.device_id = u.device_id
      left join device_status s on s.device_id = u.device_id
    where u.state in ('offered', 'downloading', 'installing', 'rebooting', 'verifying')
      and (case when u.state = 'verifying' then u.returned_at <= ${returnedBefore} else u.changed_at <= ${changedBefore} end)
    order by u.id limit ${limit} for update of u skip locked`.execute(tx);
  return rows;
}
