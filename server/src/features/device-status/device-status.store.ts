import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import type { DeviceState } from './device-status.reducer.rules.ts';

const columns = sql`
  device_id, serial, boot, seq, report_received_at, earlier_since, counter_reset_at, reported, connected, connection_no, heard_at, silent_at, heartbeat_sec, sleeps_until, network_type,
  battery_pct, signal_pct, config_applied, sleep_mode_enabled, live_gps_enabled, hub_linked,
  external_power, tampered, firmware, last_error, clock_wrong_since, clock_off_sec`;

export async function listStates(executor: Executor, deviceIds: readonly number[]): Promise<DeviceState[]> {
  const { rows } =
    await sql<DeviceState>`/* prepared read: device states */ select ${columns} from device_status where device_id = any(${deviceIds}::int[])`.execute(
      executor,
    );
  return rows;
}

export async function countConnected(executor: Executor): Promise<{ connected: number; total: number }> {
  const { rows } = await sql<{ connected: number; total: number }>`
    select (count(*) filter (where connected))::int as connected, count(*)::int as total from device_status`.execute(
    executor,
  );
  return rows[0]!;
}

/** The last contact of replaced devices, which have no state. */
export async function listReplacedContacts(
  executor: Executor,
  deviceIds: readonly number[],
): Promise<Map<number, Date>> {
  const { rows } = await sql<{ deviceId: number; heardAt: Date }>`
    select device_id, heard_at from replaced_device_contact where device_id = any(${deviceIds}::int[])`.execute(
    executor,
  );
  return new Map(rows.map(({ deviceId, heardAt }) => [deviceId, heardAt]));
}

/** Locks the rows of a batch in a fixed order, so that two transactions never deadlock. */
export async function lockStates(executor: Executor, deviceIds: readonly number[]): Promise<Map<number, DeviceState>> {
  const { rows } = await sql<DeviceState>`
    select ${columns} from device_status where device_id = any(${deviceIds}::int[]) order by device_id for update`.execute(
    executor,
  );
  return new Map(rows.map((row) => [row.deviceId, row]));
}

/** Writes whole rows, which are held. */
export async function saveStates(executor: Executor, states: readonly DeviceState[]): Promise<void> {
  const of = <Key extends keyof DeviceState>(key: Key): DeviceState[Key][] => states.map((state) => state[key]);
  await sql`
    update device_status s set
      boot = said.boot, seq = said.seq, report_received_at = said.report_received_at, earlier_since = said.earlier_since,
      counter_reset_at = said.counter_reset_at, reported = said.reported, connected = said.connected,
      connection_no = said.connection_no, heard_at = said.heard_at, silent_at = said.silent_at, silence_told = false,
      heartbeat_sec = said.heartbeat_sec, sleeps_until = said.sleeps_until, network_type = said.network_type,
      battery_pct = said.battery_pct, signal_pct = said.signal_pct, config_applied = said.config_applied,
      sleep_mode_enabled = said.sleep_mode_enabled, live_gps_enabled = said.live_gps_enabled,
      hub_linked = said.hub_linked, external_power = said.external_power, tampered = said.tampered,
      silence_alerted = false, firmware = said.firmware, last_error = said.last_error,
      clock_wrong_since = said.clock_wrong_since, clock_off_sec = said.clock_off_sec
    from unnest(
      ${of('deviceId')}::int[], ${of('serial')}::text[], ${of('boot')}::bigint[], ${of('seq')}::bigint[],
      ${of('reportReceivedAt')}::timestamptz[], ${of('earlierSince')}::timestamptz[], ${of('counterResetAt')}::timestamptz[], ${of('reported')}::text[],
      ${of('connected')}::boolean[], ${of('connectionNo')}::bigint[], ${of('heardAt')}::timestamptz[], ${of('silentAt')}::timestamptz[],
      ${of('heartbeatSec')}::int[], ${of('sleepsUntil')}::timestamptz[], ${of('networkType')}::text[], ${of('batteryPct')}::real[],
      ${of('signalPct')}::real[], ${of('configApplied')}::boolean[], ${of('sleepModeEnabled')}::boolean[], ${of('liveGpsEnabled')}::boolean[],
      ${of('hubLinked')}::boolean[], ${of('externalPower')}::boolean[], ${of('tampered')}::boolean[], ${of('firmware')}::text[],
      ${of('lastError')}::text[], ${of('clockWrongSince')}::timestamptz[], ${of('clockOffSec')}::bigint[]) as said (${columns})
    where s.device_id = said.device_id`.execute(executor);
}

/** Devices that have fallen silent since the last look; each is answered once, whichever process asks. */
export async function takeNewlySilent(executor: Executor, now: Date, limit: number): Promise<DeviceState[]> {
  const { rows } = await sql<DeviceState>`
    /* prepared: newly silent devices */ update device_status set silence_told = true
    where device_id in (
      select device_id from device_status where not silence_told and silent_at <= ${now}
      order by device_id limit ${limit} for update skip locked)
    returning ${columns}`.execute(executor);
  return rows;
}

/** Limits that define a long silence, and its start. */
export interface LongSilence {
  now: Date;
  /** Since when this server has listened without a break. Silence before that instant does not count. */
  since: Date;
  missedHeartbeats: number;
  graceSec: number;
  /** Of devices without a hub. */
  patienceSec: number;
  limit: number;
}

/**
 * Returns devices that have become long silent since the last look, each once. Locks the rows, so that a message
 * arriving now is handled afterwards.
 */
export async function takeLongSilent(
  executor: Executor,
  { now, since, missedHeartbeats, graceSec, patienceSec, limit }: LongSilence,
): Promise<DeviceState[]> {
  const { rows } = await sql<DeviceState>`
    update device_status set silence_alerted = true
    where device_id in (
      select device_id from device_status
      where not silence_alerted and silent_at <= ${now}
        and greatest(case when sleeps_until is null then heard_at else silent_at end, ${since}::timestamptz)
          + make_interval(secs => case when sleeps_until is null or silent_at < ${since}::timestamptz
              then heartbeat_sec * ${missedHeartbeats}::int + ${graceSec}::int else 0 end)
          + make_interval(secs => case when hub_linked then 0 else ${patienceSec}::int end) <= ${now}
      order by device_id limit ${limit} for update skip locked)
    returning ${columns}`.execute(executor);
  return rows;
}
