import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import type { PanicView } from './location-access.port.ts';

/**
 * Writes or updates the access log entry of a contact, an incident and a device. Returns whether the entry is new. An
 * entry is updated at most once a second, because an open page loads the incident again and again.
 */
export async function upsertPanicView(tx: Executor, view: PanicView): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    with access as (
      insert into location_panic_access (incident_id, viewer_id, viewer_name, device_id, serial, device_name, user_id)
      values (${view.incidentId}, ${view.viewerId}, ${view.viewerName}, ${view.deviceId}, ${view.serial},
        ${view.deviceName}, ${view.userId})
      on conflict (incident_id, viewer_id, device_id) do update set viewer_name = excluded.viewer_name
      returning id
    )
    insert into location_look as l (viewer_id, user_id, device_id, what, right_by, viewing, positions, panic_access_id)
    select ${view.viewerId}, ${view.userId}, ${view.deviceId}, 'live', 'panic', id, ${view.positions}, id from access
    on conflict (viewing, viewer_id, device_id, what, grant_id) where viewing is not null
    do update set positions = greatest(l.positions, excluded.positions), to_at = excluded.to_at
      where l.positions < excluded.positions or l.to_at < excluded.to_at - interval '1 second'
    returning xmax = 0 as is_new`.execute(tx);
  return rows[0]?.isNew ?? false;
}
