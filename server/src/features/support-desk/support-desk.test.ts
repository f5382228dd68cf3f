import { createTicket } from '@trace/contract/tickets/tickets.api';
import { getDeskCounts, searchDesk } from '@trace/contract/support-desk/support-desk.api';
import { getDeskDevice, listDeskDevices } from '@trace/contract/support-desk/support-desk.devices.api';
import {
  getDeskCompany,
  getDeskPerson,
  listDeskCompanies,
  listDeskInstallers,
  listDeskUsers,
} from '@trace/contract/support-desk/support-desk.people.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDevice } from '#platform/devices/testing/device-certificate';
import { connectByHand } from '#testing/stand-ins/hand-device';
import { addMember, join, makeCompany, makeLink } from '#testing/worlds/company-world';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall } from '#testing/raw-call';
import { newSerial, registerDevice } from '#testing/trackers';

let portal: Portal;
let staff: SignedIn;
let installer: SignedIn;
let employee: SignedIn;
let user: SignedIn;
let companyId: string;
/** Ute is assigned and online, Boat is unassigned and has been silent for two days. */
let ute: string;
let boat: string;

const page = { limit: 25 } as const;
const run = (statement: ReturnType<typeof sql>) => statement.execute(portal.test.database.sql);

beforeAll(async () => {
  portal = await startPortal();
  [staff, installer, employee, user] = await Promise.all([
    portal.person({ role: 'staff' }),
    portal.person({ role: 'installer' }),
    portal.person({ role: 'installer' }),
    portal.person({ premium: true }),
  ]);
  await run(sql`update person set first_name = 'Zoe', last_name = 'Ångström' where id = ${user.id}`);
  companyId = (await makeCompany(portal, installer)).id;
  await addMember(installer, companyId, employee);
  ute = newSerial();
  boat = newSerial();
  for (const [serial, name, owner] of [
    [boat, '100%_Boat', undefined],
    [ute, 'Work ute', user],
  ] as const) {
    await portal.clock.advance(1_000);
    await portal.app.gateway.registry.enter(serial);
    await registerDevice(portal, serial, installer, owner, name);
  }
  await run(sql`
    update device_status set reported = 'offline', heard_at = ${portal.clock.now()}::timestamptz - interval '2 days',
      silence_told = true where serial = ${boat}`);
  const device = await connectByHand(portal, { serial: ute });
  await device.say('heartbeat', {
    ...{ status: 'online', intervalSec: 60, batteryPct: 31, signalPct: 58 },
    lastError: 'no fix near -33.86880, 151.20930',
  });
  await device.say('log', { level: 'error', text: 'PDP reject, sim_password=quay7' });
  await device.say('location', { lat: -33.8688, lng: 151.2093 });
  device.cut();
  const ticket = { subject: 'No position', description: 'x', priority: 'urgent', serialNumber: ute } as const;
  await user.api.call(createTicket, { body: ticket });
});
afterAll(() => portal.stop());

test('the dashboard counts devices, tickets, companies and people [SUPL-03]', async () => {
  // The tracker that was cut off is offline as soon as the gateway has seen it.
  await expect
    .poll(() => staff.api.call(getDeskCounts, {}))
    .toEqual({
      devices: { total: 2, today: 2, online: 0, offline: 2, silent: 1 },
      tickets: { open: 1, urgent: 1 },
      companies: { total: 1, thisWeek: 1 },
      users: 1,
      installers: 2,
    });
});

test('the search finds devices, people and companies by parts of their names, and leaves staff out [SUPL-03]', async () => {
  const found = async (search: string) => {
    const { devices, people, companies } = await staff.api.call(searchDesk, { query: { search } });
    return [
      ...devices.map(({ serialNumber }) => serialNumber),
      ...people.map(({ id }) => id),
      ...companies.map(({ id }) => id),
    ];
  };
  expect(await found(ute.slice(3))).toEqual([ute]);
  expect(await found('ork UT')).toEqual([ute]);
  expect(await found('zoe ångs')).toEqual([ute, user.id]);
  expect(await found(user.email)).toEqual([ute, user.id]);
  expect(await found('arbour')).toEqual([companyId]);
  expect(await found('0%_b')).toEqual([boat]);
  expect(await found(`'; drop table device; --`)).toEqual([]);
  expect(await found(staff.email)).toEqual([]);
  // A search of one or two letters matches the beginning of a word, and signs alone have no matches.
  expect(await found('zo')).toEqual([ute, user.id]);
  expect(await found('%_')).toEqual([]);
  expect(await found('oe')).toEqual([]);
});

test.each([
  ['10,000 characters', `search=${'x'.repeat(10_000)}`],
  ['an empty search', 'search=%20'],
  ['no search', ''],
  ['a NUL character', 'search=a%00b'],
])('the search refuses %s [SUPL-03]', async (_what, query) => {
  expect((await rawCall(portal, { path: `${searchDesk.path}?${query}`, person: staff })).status).toBe(400);
});

test('All Devices lists the newest first with user, installer and company, by filter, search and page [SUPP-01]', async () => {
  const list = async (query: object) =>
    (await staff.api.call(listDeskDevices, { query: { ...page, ...query } })).devices.map((row) => row.serialNumber);
  const { devices, next } = await staff.api.call(listDeskDevices, { query: { limit: 1 } });
  expect(devices).toEqual([
    {
      ...{ serialNumber: ute, nickname: 'Work ute', status: 'offline', batteryPct: 31, signalPct: 58 },
      ...{
        assignment: 'assigned',
        userEmail: user.email,
        companyName: 'Harbour Alarms',
        hubId: null,
        replacedBy: null,
      },
      installerName: expect.stringContaining('Person') as string,
      lastSeen: expect.any(String) as string,
      dateRegistered: expect.any(String) as string,
    },
  ]);
  expect(await list({ after: next! })).toEqual([boat]);
  expect(await list({ assigned: 'none' })).toEqual([boat]);
  expect(await list({ status: 'offline', search: 'ute' })).toEqual([ute]);
  expect(await list({ status: 'online' })).toEqual([]);
  expect(await list({ silent: 'yes' })).toEqual([boat]);
  expect(await list({ search: '100%_' })).toEqual([boat]);
});

test('All Devices lists the devices of one company [SUPP-01]', async () => {
  const of = async (company: string) =>
    (await staff.api.call(listDeskDevices, { query: { ...page, company } })).devices;
  const serials = (await of(companyId)).map(({ serialNumber }) => serialNumber);
  expect(serials).toEqual(expect.arrayContaining([ute, boat]));
  expect((await of(companyId)).every(({ companyName }) => companyName === 'Harbour Alarms')).toBe(true);
  expect(await of(installer.id)).toEqual([]);
});

test('a device page holds people, condition and tickets, and no position or secret [SUPP-01]', async () => {
  const answer = await rawCall(portal, { path: `/api/support/devices/${ute.toLowerCase()}`, person: staff });
  expect(answer.json).toMatchObject({
    ...{ serialNumber: ute, user: { id: user.id, email: user.email }, installer: { id: installer.id } },
    ...{ company: { id: companyId, name: 'Harbour Alarms' }, status: { batteryPct: 31 } },
    errorLogs: ['no fix near [hidden], [hidden]', 'PDP reject, sim_password=[hidden]'],
    tickets: [{ subject: 'No position', priority: 'urgent', status: 'open' }],
  });
  expect(answer.text).not.toMatch(/33\.8|151\.2|quay7/);
  expect((await rawCall(portal, { path: '/api/support/devices/Trace_none', person: staff })).status).toBe(404);
  expect(getDeskDevice.path).toBe('/api/support/devices/{serial}');
});

test('All Companies lists owner and counts, and a company page its people [SUPP-01]', async () => {
  const list = async (query: object) =>
    (await staff.api.call(listDeskCompanies, { query: { ...page, ...query } })).companies.map(({ id }) => id);
  const { companies, next } = await staff.api.call(listDeskCompanies, { query: page });
  expect(companies).toMatchObject([{ name: 'Harbour Alarms', members: 2, devices: 2 }]);
  expect(next).toBeNull();
  expect(await list({ search: installer.email })).toEqual([companyId]);
  expect(await list({ search: 'nowhere' })).toEqual([]);
  expect(await staff.api.call(getDeskCompany, { params: { id: companyId } })).toMatchObject({
    ...{ owner: { id: installer.id, email: installer.email }, members: 2, devices: 2, customers: 0 },
    people: [{ id: installer.id }, { id: employee.id }],
  });
});

test('User accounts are all accounts and the addresses that have a device and no account [SUPP-01]', async () => {
  const serial = newSerial();
  await portal.app.gateway.registry.enter(serial);
  await registerDevice(portal, serial, employee, { email: 'later@example.com', id: user.id } as SignedIn, 'Van');
  const other = await portal.person();
  const list = async (query: object) =>
    (await staff.api.call(listDeskUsers, { query: { ...page, ...query } })).people.map(({ email }) => email);
  expect(new Set(await list({}))).toEqual(new Set(['later@example.com', other.email, user.email]));
  expect(new Set(await list({ show: 'devices' }))).toEqual(new Set(['later@example.com', user.email]));
  expect(await list({ show: 'waiting' })).toEqual(['later@example.com']);
  expect(await list({ search: 'ter@ex' })).toEqual(['later@example.com']);
  const paged: string[] = [];
  for (let after: string | null | undefined = undefined; after !== null;) {
    const { people, next }: { people: { email: string }[]; next: string | null } = await staff.api.call(listDeskUsers, {
      query: { limit: 1, ...(after === undefined ? {} : { after }) },
    });
    paged.push(...people.map(({ email }) => email));
    after = next;
  }
  expect(paged).toEqual(await list({}));
  const { people } = await staff.api.call(listDeskUsers, { query: { ...page, search: 'zoe' } });
  expect(people).toMatchObject([{ id: user.id, name: 'Zoe Ångström', isPremium: true, devices: 1 }]);
});

test('User accounts name the company that a customer joined [SUPP-01]', async () => {
  const customer = await portal.person();
  await join(customer, await makeLink(installer, companyId));
  const { people } = await staff.api.call(listDeskUsers, { query: { ...page, search: customer.email } });
  expect(people).toMatchObject([{ id: customer.id, companyName: 'Harbour Alarms' }]);
});

test('Installer accounts list company and devices, and a person page sums up the account [SUPP-01]', async () => {
  const { people } = await staff.api.call(listDeskInstallers, { query: { ...page, search: installer.email } });
  expect(people).toMatchObject([{ id: installer.id, companyName: 'Harbour Alarms', devices: 2, isPremium: false }]);
  expect(await staff.api.call(getDeskPerson, { params: { id: installer.id } })).toMatchObject({
    ...{ role: 'installer', company: { id: companyId }, certification: null, deviceCount: 2, tickets: [], sessions: 1 },
    devices: [{ serialNumber: ute, status: 'offline' }, { serialNumber: boat }],
  });
  expect(await staff.api.call(getDeskPerson, { params: { id: user.id } })).toMatchObject({
    ...{ role: 'user', isPremium: true, company: null, devices: [{ serialNumber: ute }] },
    tickets: [{ subject: 'No position' }],
  });
  const own = await rawCall(portal, { path: `/api/support/people/${staff.id}`, person: staff });
  expect(own.status).toBe(404);
});

test('the page of a device shows when its certificate ends, without its fingerprint [REG-12]', async () => {
  const serial = newSerial();
  await portal.app.gateway.registry.enter(serial);
  await registerDevice(portal, serial, employee, user, 'Crane');
  const certificate = await makeDevice(portal.app.gateway.certificates, serial);
  const { certificates } = await staff.api.call(getDeskDevice, { params: { serial } });
  const endsAt = await portal.app.gateway.certificates.endOf(serial);
  expect(certificates).toEqual([
    { kind: 'factory', state: 'valid', issuedAt: expect.any(String), endsAt: endsAt!.toISOString() },
  ]);
  expect(JSON.stringify(certificates)).not.toContain(certificate.fingerprint);
});
