import { randomUUID } from 'node:crypto';
import {
  closeIncident,
  listIncidents,
  listSteps,
  noteIncident,
  readIncident,
  releaseIncident,
  seeIncident,
  takeIncident,
} from '@trace/contract/panic/panic.api';
import { listDrills, startDrill } from '@trace/contract/panic/drills/panic.drills.api';
import { sql } from 'kysely';
import type { Portal, SignedIn } from '#testing/portal';
import type { Row, Subject } from './authz.matrix.ts';

/** An open incident of the device. The company is not notified yet. */
async function stage(
  { test, clock }: Portal,
  _person: SignedIn | undefined,
  serial: string,
): Promise<Partial<Subject>> {
  const thingId = randomUUID();
  const now = clock.now();
  await sql`
    with opened as (
      insert into panic_incident (id, is_test, source, kind, opened_at, received_at, has_wrong_clock, last_event_at,
        last_notified_at)
      values (${thingId}, false, 'tracker', 'panic', ${now}, ${now}, false, ${now}, ${now}) returning id)
    insert into panic_incident_device (incident_id, device_id, serial, name, user_id, visible_since)
    select opened.id, d.id, d.serial, 'Work ute', a.account_id, ${now}
    from opened, device d left join device_assignment a on a.device_id = d.id and a.ended_at is null
    where d.serial = ${serial}`.execute(test.database.sql);
  return { thingId };
}

const ofIncident = ({ thingId, viewerId }: Subject) => ({ params: { id: thingId ?? viewerId } });
/** The user and the installers of the device read an incident. The company takes the incident once notified. */
export const panicRows: readonly Row[] = [
  { endpoint: listIncidents, cells: 'uAAAAAAAAAAf', call: () => ({}) },
  { endpoint: listDrills, cells: 'uAAAffffffff', call: () => ({}) },
  {
    endpoint: startDrill,
    cells: 'unPAffffffff',
    call: ({ serial }) => ({ body: { serialNumber: serial } }),
    audit: 'panic.startDrill',
  },
  { endpoint: readIncident, cells: 'unAAnAAAAAAn', call: ofIncident, stage },
  {
    endpoint: listSteps,
    cells: 'unAAnAAAAAAn',
    call: (subject) => ({ ...ofIncident(subject), query: { after: '1' } }),
    stage,
  },
  { endpoint: seeIncident, cells: 'unAAnAAAAAAn', call: ofIncident, stage },
  { endpoint: takeIncident, cells: 'unAAnffffffn', call: ofIncident, stage, audit: 'panic.take' },
  { endpoint: releaseIncident, cells: 'unccnccccccn', call: ofIncident, stage },
  {
    endpoint: closeIncident,
    cells: 'unAAnffffffn',
    call: (subject) => ({ ...ofIncident(subject), body: { outcome: 'safe' } }),
    stage,
    audit: 'panic.close',
  },
  {
    endpoint: noteIncident,
    cells: 'unAAnAAAAAAn',
    call: (subject) => ({ ...ofIncident(subject), body: { text: 'On the way' } }),
    stage,
    audit: 'panic.note',
  },
];
