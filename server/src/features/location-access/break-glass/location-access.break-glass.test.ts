import { listAlerts } from '@trace/contract/alerts/alerts.api';
import { downloadData } from '@trace/contract/accounts/accounts.api';
import {
  endBreakGlass,
  openBreakGlass,
  readBreakGlass,
} from '@trace/contract/location-access/break-glass/location-access.break-glass.api';
import { breakGlassTexts as texts } from '@trace/contract/location-access/break-glass/location-access.break-glass.texts';
import { listLooks } from '@trace/contract/location-access/location-access.looks.api';
import { setTicketStatus } from '@trace/contract/tickets/staff/tickets.staff.api';
import { changeStaff } from '@trace/contract/support-staff/support-staff.api';
import { createTicket } from '@trace/contract/tickets/tickets.api';
import { readSupportPosition } from '@trace/contract/tracking/tracking.support.api';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { assignedDevice, endAssignment } from '#testing/followed-device';
import { signInAs, startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall, refusalIn, type RawAnswer } from '#testing/raw-call';
import { openStream } from '#testing/sse';
import { insertAccessLogEntries } from '../location-access.access-log.store.ts';
import { connectByHand } from '#testing/stand-ins/hand-device';
import { assignDevice, newSerial, registerDevice } from '#testing/trackers';

let portal: Portal;
let installer: SignedIn;
let staff: SignedIn;
beforeAll(async () => {
  portal = await startPortal();
  installer = await portal.person({ role: 'installer' });
  staff = await portal.person({ role: 'staff' });
});
afterAll(() => portal.stop());

const reason = 'The customer cannot find the car.';

const ticketBy = (person: SignedIn, serialNumber: string | null = null) =>
  person.api.call(createTicket, {
    body: { subject: 'Lost', description: 'Please look.', priority: 'medium', serialNumber },
  });
const pathOf = (serial: string): string => openBreakGlass.path.replace('{serial}', serial);
const open = (serial: string, ticketId: string, given = reason, by = staff): Promise<RawAnswer> =>
  rawCall(portal, { method: 'POST', path: pathOf(serial), person: by, body: { ticketId, reason: given } });
const read = (serial: string, by = staff): Promise<RawAnswer> =>
  rawCall(portal, { path: readSupportPosition.path.replace('{serial}', serial), person: by });
const run = async <Row>(query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(portal.test.database.sql)).rows;
/** The access is over by the database's clock, which no test can move. */
const elapse = (serial: string) =>
  run(sql`update location_break_glass set starts_at = starts_at - interval '31 minutes',
    ends_at = ends_at - interval '31 minutes' where serial = ${serial}`);

const waitingForStaff = async (): Promise<number> => {
  const waiting = sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and query like '%support_staff%'`;
  return (await run(waiting))[0]!.count;
};

/** A device of a user that has reported, and the user's ticket. */
async function lostDevice() {
  const user = await portal.person();
  const device = await assignedDevice(portal, installer, user, { serial: newSerial() });
  await device.say('location', { lat: -33.8688, lng: 151.2093 });
  return { user, device, serial: device.serial, ticket: await ticketBy(user) };
}

test('staff see the last position for a ticket and a reason, and the user is told at once [SUPL-07] [T66]', async () => {
  const { user, device, serial, ticket } = await lostDevice();
  expect(refusalIn(await read(serial)).message).toBe(texts.notRunning);
  const stream = await openStream(portal, user);

  const opened = await open(serial, ticket.id);
  expect(opened.json).toMatchObject({ access: { ticketNumber: ticket.number, reason, hasUser: true } });
  const { access } = opened.json as { access: { startsAt: string; endsAt: string } };
  expect(Date.parse(access.endsAt) - Date.parse(access.startsAt)).toBe(30 * 60_000);
  await stream.until('alerts.changed');
  const { alerts } = await user.api.call(listAlerts, { query: { limit: 20 } });
  expect(alerts[0]).toMatchObject({ kind: 'support_access', device: { serialNumber: serial } });
  expect(alerts[0]!.deliveries.map(({ channel }) => channel)).toEqual(['push']);
  const mails = (await portal.app.mail.listRecent(20)).filter(({ recipient }) => recipient === user.email);
  expect(mails[0]!.text).toContain(ticket.number);
  expect(mails[0]!.text).not.toMatch(/33\.8|151\.2/);
  expect((await user.api.call(listLooks, { query: { limit: 20 } })).looks).toEqual([]);

  const at = portal.clock.now().toISOString();
  for (let views = 0; views < 2; views += 1)
    expect((await read(serial)).json).toMatchObject({ place: { lat: -33.8688, lng: 151.2093, at }, asOf: at });
  await stream.until('locationAccess.changed');
  const { looks } = await user.api.call(listLooks, { query: { limit: 20, serialNumber: serial } });
  const viewer = { name: texts.viewer, companyName: null };
  const seen = { what: 'last', right: 'break_glass', positions: 2, ticketNumber: ticket.number, grant: null };
  expect(looks).toEqual([expect.objectContaining({ viewer, serialNumber: serial, ...seen })]);
  const audited = await run(sql<{ action: string; actorId: string; details: object }>`
    select action, actor_id, details from audit_log
    where subject_id = ${serial} and actor_id = ${staff.id} and action like 'locationAccess.%'`);
  expect(audited).toMatchObject([
    { action: 'locationAccess.breakGlass', actorId: staff.id, details: { ticketId: ticket.id, userId: user.id } },
  ]);
  expect(JSON.stringify(audited)).not.toMatch(/33\.8|151\.2|cannot find/);
  expect(await user.api.call(downloadData, {})).toMatchObject({
    'location-access': { support: [{ serialNumber: serial, ticketNumber: ticket.number }] },
  });
  stream.close();
  device.cut();
});

test('an access ends by itself, by End now, and for nobody else to use [SUPL-07]', async () => {
  const { device, serial, ticket } = await lostDevice();
  const other = await portal.person({ role: 'staff' });
  await open(serial, ticket.id);
  expect((await read(serial)).status).toBe(200);
  expect((await read(serial, other)).status).toBe(410);
  const end = (by: SignedIn) => rawCall(portal, { method: endBreakGlass.method, path: pathOf(serial), person: by });
  expect((await end(other)).status).toBe(404);
  expect((await end(staff)).status).toBe(200);
  expect((await read(serial)).status).toBe(410);

  await open(serial, ticket.id);
  await elapse(serial);
  expect((await read(serial)).status).toBe(410);
  expect((await staff.api.call(readBreakGlass, { params: { serial } })).access).toBeNull();
  expect((await open(serial, ticket.id)).status).toBe(200);
  device.cut();
});

test.each(['resolved', 'closed'] as const)(
  'a %s ticket ends the access for it in the same transaction, and the user reads the end [SUPL-07] [T66]',
  async (status) => {
    const { user, device, serial, ticket } = await lostDevice();
    const { id } = ticket;
    await open(serial, id);
    await read(serial);
    const stream = await openStream(portal, user);
    const other = await ticketBy(user);
    await staff.api.call(setTicketStatus, { params: { id: other.id }, body: { status } });
    await staff.api.call(setTicketStatus, { params: { id }, body: { status: 'in_progress' } });
    expect((await read(serial)).status).toBe(200);

    await staff.api.call(setTicketStatus, { params: { id }, body: { status } });
    expect((await read(serial)).status).toBe(410);
    await stream.until('locationAccess.changed');
    const [access] = await run(sql<{ id: string; endedAt: Date; endsAt: Date; endedAs: string }>`
      select id, ended_at, ends_at, ended_as from location_break_glass where serial = ${serial}`);
    expect(access!.endedAs).toBe('ticket_finished');
    expect(access!.endedAt.getTime()).toBeLessThan(access!.endsAt.getTime());
    const { looks } = await user.api.call(listLooks, { query: { limit: 20, serialNumber: serial } });
    expect(looks).toMatchObject([{ ticketNumber: ticket.number, supportUntil: access!.endedAt.toISOString() }]);
    const audited = await run(sql`
      select details from audit_log where action = 'tickets.setStatus' and subject_id = ${id} order by id desc limit 1`);
    expect(audited).toEqual([{ details: { from: 'in_progress', to: status, endedAccesses: [access!.id] } }]);
    stream.close();
    device.cut();
  },
);

test('a deactivation ends the accesses of the staff member for good, and the user reads the end [SUPL-07] [SUPL-04]', async () => {
  const { user, device, serial, ticket } = await lostDevice();
  const admin = await portal.person({ role: 'staff', admin: true });
  const leaving = await portal.person({ role: 'staff' });
  await open(serial, ticket.id, reason, leaving);
  expect((await read(serial, leaving)).status).toBe(200);
  const stream = await openStream(portal, user);
  const setActive = (isActive: boolean) =>
    admin.api.call(changeStaff, { params: { id: leaving.id }, body: { isActive } });
  await setActive(false);
  await stream.until('locationAccess.changed');
  const { looks } = await user.api.call(listLooks, { query: { limit: 20, serialNumber: serial } });
  expect(Date.parse(looks[0]!.supportUntil!)).toBeLessThanOrEqual(Date.now());

  await setActive(true);
  expect((await read(serial, { ...leaving, ...(await signInAs(portal.url, leaving.email)) })).status).toBe(410);
  stream.close();
  device.cut();
});

test('an access that a deactivation overtakes does not open [SUPL-07] [SUPL-04]', async () => {
  const { device, serial, ticket } = await lostDevice();
  const leaving = await portal.person({ role: 'staff' });
  const opened = await portal.test.database.transaction(async (tx) => {
    await sql`update support_staff set is_active = false where account_id = ${leaving.id}`.execute(tx);
    const answer = open(serial, ticket.id, reason, leaving);
    await eventually(waitingForStaff, (count) => count === 1);
    return { answer };
  });
  expect(refusalIn(await opened.answer)).toMatchObject({ code: 'forbidden', message: texts.notActive });
  device.cut();
});

test('a staff member has one access per device, also for two requests at once [SUPL-07]', async () => {
  const { device, serial, ticket } = await lostDevice();
  const answers = await Promise.all([open(serial, ticket.id), open(serial, ticket.id)]);
  expect(answers.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, 409]);
  device.cut();
});

test('no position leaves the server when the access ends while it is read [SUPL-07] [T66]', async () => {
  const { user, device, serial, ticket } = await lostDevice();
  await open(serial, ticket.id);
  const [access] = await run(sql<{ id: string; deviceId: number }>`
    select id, device_id from location_break_glass where serial = ${serial}`);
  const view = { viewerId: staff.id, deviceId: access!.deviceId, what: 'last', right: 'break_glass' } as const;
  const views = [{ ...view, grantId: null, breakGlassId: access!.id, positions: 1 }];
  await elapse(serial);
  expect((await insertAccessLogEntries(portal.test.database.sql, views)).places).toEqual([]);
  expect((await user.api.call(listLooks, { query: { limit: 20 } })).looks).toEqual([]);
  device.cut();
});

test('a new user of the device is not seen through the access of the former user [SUPL-07]', async () => {
  const { user, device, serial, ticket } = await lostDevice();
  const about = await ticketBy(user, serial);
  await open(serial, ticket.id);
  const next = await portal.person();
  await endAssignment(portal, serial);
  await assignDevice(portal, serial, installer, next);
  expect((await read(serial)).status).toBe(410);
  expect(refusalIn(await open(serial, ticket.id)).message).toBe(texts.otherTicket);
  expect(refusalIn(await open(serial, about.id)).message).toBe(texts.otherTicket);
  device.cut();
});

test('refuses a finished or a foreign ticket and a short reason [SUPL-07] [T66]', async () => {
  const { device, serial, ticket, user } = await lostDevice();
  const stranger = await portal.person();
  expect(refusalIn(await open(serial, (await ticketBy(stranger)).id)).message).toBe(texts.otherTicket);
  expect(refusalIn(await open(serial, staff.id)).message).toBe(texts.noTicket);
  expect(refusalIn(await open(serial, ticket.id, '  too short  ')).field).toBe('body.reason');
  expect(refusalIn(await open('Trace_none', ticket.id))).toMatchObject({ code: 'not_found' });
  expect((await open(serial, (await ticketBy(installer, serial)).id)).status).toBe(200);
  await run(sql`update ticket set status = 'resolved' where id = ${ticket.id}`);
  expect(refusalIn(await open(serial, ticket.id)).message).toBe(texts.ticketOver);
  expect((await open(serial, ticket.id, reason, user)).status).toBe(403);
  device.cut();
});

test('an access to a device without a user is on record and tells no one [SUPL-07]', async () => {
  const device = await connectByHand(portal);
  const { serial } = device;
  await registerDevice(portal, serial, installer);
  await device.say('location', { lat: -33.8688, lng: 151.2093 });
  expect((await open(serial, (await ticketBy(installer)).id)).status).toBe(409);
  const opened = await open(serial, (await ticketBy(installer, serial)).id);
  expect(opened.json).toMatchObject({ access: { hasUser: false } });
  expect((await read(serial)).json).toMatchObject({ place: { lat: -33.8688 } });
  const seen = sql<{ userId: string | null; positions: number }>`
    select user_id, positions from location_look where viewer_id = ${staff.id} order by id desc limit 1`;
  expect(await run(seen)).toEqual([{ userId: null, positions: 1 }]);
  device.cut();
});
