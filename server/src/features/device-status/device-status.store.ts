import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import type { DeviceState } from './device-status.fold.rules.ts';

const columns = sql`
  device_id, serial, boot, seq, reported, connected, connection_no, heard_at, silent_at, heartbeat_sec, sleeps_until, network_type,
  battery_pct, signal_pct, config_applied, sleep_mode_enabled, live_gps_enabled, hub_linked, firmware, last_error`;

export async function listStates(executor: Executor, deviceIds: readonly number[]): Promise<DeviceState[]> {
  const { rows } =
    await sql<DeviceState>`select ${columns} from device_status where device_id = any(${deviceIds}::int[])`.execute(
      executor,
    );
  return rows;
}

/** Holds the rows of a batch, in one order, so that two transactions never wait for each other in a circle. */
export async function lockStates(executor: Executor, deviceIds: readonly number[]): Promise<Map<number, DeviceState>> {
  const { rows } = await sql<DeviceState>`
    select ${columns} from device_status where device_id = any(${deviceIds}::int[]) order by device_id for update`.execute(
    executor,
  );
  return new Map(rows.map((row) => [row.deviceId, row]));
}

/** Writes whole rows, one per device, in the order of the locks. */
export async function saveStates(executor: Executor, states: readonly DeviceState[]): Promise<void> {
  const of = <Key extends keyof DeviceState>(key: Key): DeviceState[Key][] => states.map((state) => state[key]);
  await sql`
    insert into device_status (${columns}, silence_told)
    select *, false from unnest(
      ${of('deviceId')}::int[], ${of('serial')}::text[], ${of('boot')}::bigint[], ${of('seq')}::bigint[], ${of('reported')}::text[],
      ${of('connected')}::boolean[], ${of('connectionNo')}::bigint[], ${of('heardAt')}::timestamptz[], ${of('silentAt')}::timestamptz[],
      ${of('heartbeatSec')}::int[], ${of('sleepsUntil')}::timestamptz[], ${of('networkType')}::text[], ${of('batteryPct')}::real[],
      ${of('signalPct')}::real[], ${of('configApplied')}::boolean[], ${of('sleepModeEnabled')}::boolean[], ${of('liveGpsEnabled')}::boolean[],
      ${of('hubLinked')}::boolean[], ${of('firmware')}::text[], ${of('lastError')}::text[])
    on conflict (device_id) do update set
      boot = excluded.boot, seq = excluded.seq, reported = excluded.reported, connected = excluded.connected,
      connection_no = excluded.connection_no, heard_at = excluded.heard_at, silent_at = excluded.silent_at, silence_told = false,
      heartbeat_sec = excluded.heartbeat_sec, sleeps_until = excluded.sleeps_until, network_type = excluded.network_type,
      battery_pct = excluded.battery_pct, signal_pct = excluded.signal_pct, config_applied = excluded.config_applied,
      sleep_mode_enabled = excluded.sleep_mode_enabled, live_gps_enabled = excluded.live_gps_enabled,
      hub_linked = excluded.hub_linked, firmware = excluded.firmware, last_error = excluded.last_error`.execute(
    executor,
  );
}

/** Devices that have fallen silent since the last look; each is answered once, whichever process asks. */
export async function takeNewlySilent(executor: Executor, now: Date, limit: number): Promise<DeviceState[]> {
  const { rows } = await sql<DeviceState>`
    update device_status set silence_told = true
    where device_id in (
      select device_id from device_status where not silence_told and silent_at <= ${now}
      order by device_id limit ${limit} for update skip locked)
    returning ${columns}`.execute(executor);
  return rows;
}
