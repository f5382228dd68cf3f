import {
  answerRequest,
  endAccess,
  listAccess,
  requestAccess,
  withdrawRequest,
} from '@trace/contract/location-access/location-access.api';
import {
  getAccessRequestsFunction,
  respondAccessRequestFunction,
} from '@trace/contract/location-access/location-access.functions.api';
import { listLooks } from '@trace/contract/location-access/location-access.looks.api';
import { sql } from 'kysely';
import type { Row, Subject } from './authz.matrix.ts';
import type { Portal, SignedIn } from '#testing/portal';

/**
 * Stages a pending request to the device's user: from the caller if the caller services the device, else from the
 * device's installer.
 */
async function leavePending(portal: Portal, person: SignedIn | undefined, serial: string): Promise<Partial<Subject>> {
  const { rows } = await sql<{ id: string }>`
    insert into location_access (device_id, serial, device_name, requester_id, user_id, user_since, minutes, lapses_at)
    select d.id, d.serial, d.serial, coalesce(m.person_id, d.registered_by), a.account_id, a.assigned_at, 5,
      now() + interval '1 day'
    from device d join device_assignment a on a.device_id = d.id and a.ended_at is null
    left join company_membership m on m.person_id = ${person?.id ?? null}::uuid and m.status = 'accepted'
    where d.serial = ${serial} returning id`.execute(portal.test.database.sql);
  return rows[0] === undefined ? {} : { thingId: rows[0].id };
}

/** Returns the caller's own grant if the caller services the device, else stages a grant of the device's installer. */
async function leaveGrant(portal: Portal, person: SignedIn | undefined, serial: string): Promise<Partial<Subject>> {
  const { rows } = await sql<{ id: string }>`
    with own as (
      select g.id from location_access g where g.serial = ${serial} and g.requester_id = ${person?.id ?? null}::uuid
    ), made as (
      insert into location_access (device_id, serial, device_name, requester_id, user_id, user_since, minutes, status,
        lapses_at, answered_at, starts_at, ends_at)
      select d.id, d.serial, d.serial, d.registered_by, a.account_id, a.assigned_at, 5, 'approved',
        now() + interval '1 day', now(), now(), now() + interval '5 minutes'
      from device d join device_assignment a on a.device_id = d.id and a.ended_at is null
      where d.serial = ${serial} and not exists (
        select from company_membership m where m.person_id = ${person?.id ?? null}::uuid and m.status = 'accepted')
      returning id
    )
    select id from own union all select id from made`.execute(portal.test.database.sql);
  return rows[0] === undefined ? {} : { thingId: rows[0].id };
}

const thing = ({ thingId, viewerId }: Subject): string => thingId ?? viewerId;
const ofThing = (subject: Subject) => ({ params: { id: thing(subject) } });

// Support reads metadata and ends grants, by a ticket, in the back-office.
export const locationAccessRows: readonly Row[] = [
  {
    endpoint: requestAccess,
    cells: 'ufffncAccAcf',
    call: ({ serial }) => ({ params: { serial }, body: { minutes: 5 } }),
    audit: 'locationAccess.request',
  },
  // Only the requester can withdraw a request. A grant does not block the withdrawal of an earlier pending request.
  {
    endpoint: withdrawRequest,
    cells: 'unnnn-AA-AAn',
    call: ofThing,
    audit: 'locationAccess.withdraw',
    stage: leavePending,
  },
  { endpoint: listAccess, cells: 'uAAAAAAAAAAA', call: () => ({}), sendsEmail: true },
  { endpoint: listLooks, cells: 'uAAAAAAAAAAA', call: () => ({}) },
  {
    endpoint: answerRequest,
    cells: 'unAAnnnnnnnf',
    call: (subject) => ({ ...ofThing(subject), body: { answer: 'approved' } }),
    audit: 'locationAccess.answer',
    stage: leavePending,
  },
  { endpoint: endAccess, cells: 'unAAn--A--An', call: ofThing, audit: 'locationAccess.end', stage: leaveGrant },
  { endpoint: getAccessRequestsFunction, cells: 'uAAAAAAAAAAA', call: () => ({ body: {} }), sendsEmail: true },
  {
    endpoint: respondAccessRequestFunction,
    cells: 'unAAnnnnnnnf',
    call: (subject) => ({ body: { requestId: thing(subject), status: 'denied' } }),
    audit: 'locationAccess.answer',
    stage: leavePending,
  },
];
