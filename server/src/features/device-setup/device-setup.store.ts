import type { SetupState } from '@trace/contract/device-setup/device-setup.schema';
import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface SetupRow {
  deviceId: number;
  serial: string;
  sealedSimApn: string | null;
  sealedSimUsername: string | null;
  sealedSimPassword: string | null;
  hasHubSetting: boolean;
  hasSimSetting: boolean;
  state: SetupState;
  requestId: string | null;
  attempts: number;
  nextAt: Date | null;
  message: string | null;
  answerBoot: number | null;
  answerSeq: number | null;
  changedAt: Date;
}

const columns = sql`
  device_id, serial, sealed_sim_apn, sealed_sim_username, sealed_sim_password, has_hub_setting, has_sim_setting, state, request_id,
  attempts, next_at, message, answer_boot, answer_seq, changed_at`;

export async function findSetup(executor: Executor, deviceId: number): Promise<SetupRow | null> {
  const { rows } = await sql<SetupRow>`select ${columns} from device_setup where device_id = ${deviceId}`.execute(
    executor,
  );
  return rows[0] ?? null;
}

/** Locks the setup row of a device until commit, and inserts a missing row. Concurrent changes wait here. */
export async function lockSetup(
  executor: Executor,
  device: { id: number; serial: string },
  now: Date,
): Promise<SetupRow> {
  await sql`
    insert into device_setup (device_id, serial, state, changed_at) values (${device.id}, ${device.serial}, 'none', ${now})
    on conflict (device_id) do nothing`.execute(executor);
  const { rows } = await sql<SetupRow>`
    select ${columns} from device_setup where device_id = ${device.id} for update`.execute(executor);
  return rows[0]!;
}

export async function lockSetupOfCommand(executor: Executor, requestId: string): Promise<SetupRow | null> {
  const { rows } = await sql<SetupRow>`
    select ${columns} from device_setup where request_id = ${requestId} for update`.execute(executor);
  return rows[0] ?? null;
}

/** Deletes the current and previous settings of a replaced device. */
export async function deleteSetup(tx: Executor, deviceId: number): Promise<void> {
  await sql`delete from device_setup_previous where device_id = ${deviceId}`.execute(tx);
  await sql`delete from device_setup where device_id = ${deviceId}`.execute(tx);
}

/** Saves the changed settings and the author. */
export async function saveSettings(
  executor: Executor,
  row: Pick<
    SetupRow,
    | 'deviceId'
    | 'sealedSimApn'
    | 'sealedSimUsername'
    | 'sealedSimPassword'
    | 'hasHubSetting'
    | 'hasSimSetting'
    | 'changedAt'
  > & { changedBy: string | null },
): Promise<void> {
  await sql`
    update device_setup set sealed_sim_apn = ${row.sealedSimApn}, sealed_sim_username = ${row.sealedSimUsername},
      sealed_sim_password = ${row.sealedSimPassword}, has_hub_setting = ${row.hasHubSetting},
      has_sim_setting = ${row.hasSimSetting}, changed_at = ${row.changedAt}, changed_by = ${row.changedBy}
    where device_id = ${row.deviceId}`.execute(executor);
}

/** How programming stands. */
export async function saveProgress(
  executor: Executor,
  row: Pick<
    SetupRow,
    'deviceId' | 'state' | 'requestId' | 'attempts' | 'nextAt' | 'message' | 'answerBoot' | 'answerSeq'
  >,
): Promise<void> {
  await sql`
    update device_setup set state = ${row.state}, request_id = ${row.requestId}, attempts = ${row.attempts},
      next_at = ${row.nextAt}, message = ${row.message}, answer_boot = ${row.answerBoot}, answer_seq = ${row.answerSeq}
    where device_id = ${row.deviceId}`.execute(executor);
}

export const isAnyDue = (now: Date): RawBuilder<boolean> =>
  sql`exists (select from device_setup where next_at <= ${now})`;

/** Locks devices that are due for programming or a check, so that two processes never handle the same device. */
export async function lockDue(executor: Executor, now: Date, limit: number): Promise<SetupRow[]> {
  const { rows } = await sql<SetupRow>`
    select ${columns} from device_setup where next_at <= ${now}
    order by next_at limit ${limit} for update skip locked`.execute(executor);
  return rows;
}

/**
 * Marks devices that report using the settings, in a message after the answer that accepted these settings. Their
 * command is finished, and a command still waiting is not sent.
 */
export async function markApplied(
  executor: Executor,
  said: readonly { deviceId: number; boot: number; seq: number }[],
): Promise<{ deviceId: number; serial: string }[]> {
  const { rows } = await sql<{ deviceId: number; serial: string }>`
    update device_setup s set state = 'applied', next_at = null, message = null, request_id = null,
      answer_boot = null, answer_seq = null
    from unnest(${said.map(({ deviceId }) => deviceId)}::int[], ${said.map(({ boot }) => boot)}::bigint[],
      ${said.map(({ seq }) => seq)}::bigint[]) as n (device_id, boot, seq)
    where s.device_id = n.device_id and s.answer_boot is not null and s.state in ('sent', 'failed')
      and (n.boot, n.seq) > (s.answer_boot, s.answer_seq)
    returning s.device_id, s.serial`.execute(executor);
  return rows;
}

/** Queues these devices for programming at the next look. Their waiting commands become obsolete. */
export async function queueAgain(executor: Executor, deviceIds: readonly number[], at: Date): Promise<void> {
  await sql`
    update device_setup set state = 'queued', request_id = null, attempts = 0, next_at = ${at}, message = null,
      answer_boot = null, answer_seq = null
    where device_id = any(${[...deviceIds]}::int[]) and has_hub_setting`.execute(executor);
}

export interface PreviousRow {
  deviceId: number;
  changedHub: boolean;
  changedSim: boolean;
  sealedSimApn: string | null;
  sealedSimUsername: string | null;
  sealedSimPassword: string | null;
  savedAt: Date;
  savedBy: string | null;
}

export async function findPrevious(executor: Executor, deviceId: number, since: Date): Promise<PreviousRow | null> {
  const { rows } = await sql<PreviousRow>`
    select * from device_setup_previous where device_id = ${deviceId} and saved_at >= ${since}`.execute(executor);
  return rows[0] ?? null;
}

export async function savePrevious(executor: Executor, row: PreviousRow): Promise<void> {
  await sql`
    insert into device_setup_previous (device_id, changed_hub, changed_sim, sealed_sim_apn, sealed_sim_username,
      sealed_sim_password, saved_at, saved_by)
    values (${row.deviceId}, ${row.changedHub}, ${row.changedSim}, ${row.sealedSimApn}, ${row.sealedSimUsername},
      ${row.sealedSimPassword}, ${row.savedAt}, ${row.savedBy})
    on conflict (device_id) do update set changed_hub = excluded.changed_hub, changed_sim = excluded.changed_sim,
      sealed_sim_apn = excluded.sealed_sim_apn, sealed_sim_username = excluded.sealed_sim_username,
      sealed_sim_password = excluded.sealed_sim_password, saved_at = excluded.saved_at, saved_by = excluded.saved_by`.execute(
    executor,
  );
}

/** Deletes previous settings past the retention time. Returns the ids of their devices. */
export async function deleteOldPrevious(executor: Executor, before: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ deviceId: number }>`
    delete from device_setup_previous where device_id in (
      select device_id from device_setup_previous where saved_at < ${before}
      limit ${limit} for update skip locked)
    returning device_id`.execute(executor);
  return rows.map(({ deviceId }) => deviceId);
}

export async function pseudonymiseSetups(executor: Executor, personId: string): Promise<void> {
  await sql`update device_setup set changed_by = null where changed_by = ${personId}`.execute(executor);
  await sql`update device_setup_previous set saved_by = null where saved_by = ${personId}`.execute(executor);
}

export async function listOwnChanges(
  executor: Executor,
  personId: string,
): Promise<{ serialNumber: string; changedAt: Date }[]> {
  const { rows } = await sql<{ serialNumber: string; changedAt: Date }>`
    select serial as serial_number, changed_at from device_setup where changed_by = ${personId} order by changed_at`.execute(
    executor,
  );
  return rows;
}
