import { dayIn } from '@trace/contract/kernel/calendar';
import { listDeviceTable, exportDevices, getUserDevices } from '@trace/contract/fleet/fleet.table.api';
import { sortDirections, tableSorts } from '@trace/contract/fleet/fleet.table.rules';
import type { TablePage, TableRow } from '@trace/contract/fleet/fleet.table.schema';
import type { ApiError } from '@trace/contract/kernel/client';
import type { QueryOf } from '@trace/contract/kernel/endpoint';
import { networkOf, statusOf, type DeviceReport } from '@trace/contract/device-status/device-status.rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMember, makeCompany } from '#testing/worlds/company-world';
import { eventually } from '#testing/eventually';
import { connectByHand } from '#testing/stand-ins/hand-device';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall, refusalIn } from '#testing/raw-call';
import { newSerial, registerDevice } from '#testing/trackers';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

type Query = Partial<QueryOf<typeof listDeviceTable>>;

const table = (person: SignedIn, query: Query = {}): Promise<TablePage> =>
  person.api.call(listDeviceTable, { query: { sort: 'name', limit: 25, ...query } });
const namesIn = ({ devices }: TablePage): string[] => devices.map(({ name }) => name);
const run = (statement: ReturnType<typeof sql>) => statement.execute(portal.test.database.sql);

async function register(installer: SignedIn, nickname: string | null, user?: SignedIn): Promise<string> {
  const serial = newSerial();
  await portal.app.gateway.registry.enter(serial);
  await registerDevice(portal, serial, installer, user, nickname);
  return serial;
}

/**
 * Creates an installer with `count` devices directly in the database, with varied names, registration times and states.
 */
async function withMany(count: number): Promise<SignedIn> {
  const installer = await portal.person({ role: 'installer' });
  await run(sql`
    insert into device (serial, nickname, registered_by, registered_at)
    select 'Trace_many_' || ${installer.id}::text || '_' || n, 'Unit ' || (n * 7) % 10 || ' of ' || n, ${installer.id}::uuid,
      ${portal.clock.now()}::timestamptz - (n % 5) * interval '1 hour'
    from generate_series(1, ${count}::int) n`);
  await run(sql`
    update device_status set
      reported = (array['online', 'error', 'sleeping', 'offline', 'updating'])[1 + device_id % 5], connected = device_id % 5 <> 3,
      heard_at = ${portal.clock.now()}::timestamptz - (device_id % 11) * interval '1 minute',
      silent_at = ${portal.clock.now()}::timestamptz + interval '1 day',
      network_type = (array['ethernet', 'lte', null])[1 + device_id % 3]
    where device_id % 6 <> 0 and device_id in (select id from device where registered_by = ${installer.id}::uuid)`);
  return installer;
}

async function walk(person: SignedIn, query: Query): Promise<{ forward: TableRow[]; backward: TableRow[] }> {
  const forward: TableRow[] = [];
  const backward: TableRow[] = [];
  let page = await table(person, query);
  for (forward.push(...page.devices); page.next !== null; forward.push(...page.devices))
    page = await table(person, { ...query, after: page.next });
  for (backward.unshift(...page.devices); page.previous !== null; backward.unshift(...page.devices))
    page = await table(person, { ...query, before: page.previous });
  return { forward, backward };
}

test('an installer sees registered, assigned and company devices, and a new installer sees none [IDEV-07]', async () => {
  const [owner, member, outsider, user] = await Promise.all([
    portal.person({ role: 'installer' }),
    portal.person({ role: 'installer' }),
    portal.person({ role: 'installer' }),
    portal.person(),
  ]);
  await register(owner, 'Before the company');
  const company = await makeCompany(portal, owner);
  await addMember(owner, company.id, member);
  await register(member, 'By the member', user);
  await register(outsider, 'Of the member', member);
  await register(outsider, 'Elsewhere');

  const rows = async (person: SignedIn) =>
    (await table(person)).devices.map((row) => [row.name, row.relation, row.mayManage, row.companyName]);
  expect(await rows(member)).toEqual([
    ['Before the company', 'company_unassigned', false, null],
    ['By the member', 'installer_assigned', true, 'Harbour Alarms'],
    ['Of the member', 'assigned_user', true, null],
  ]);
  expect(await rows(owner)).toEqual([
    ['Before the company', 'installer_unassigned', true, null],
    ['By the member', 'company_assigned', false, 'Harbour Alarms'],
  ]);
  expect(namesIn(await table(user))).toEqual(['By the member']);
  expect(await table(await portal.person({ role: 'installer' }))).toEqual({
    devices: [],
    previous: null,
    next: null,
    counts: { total: 0, matching: 0, isMore: false },
  });
});

test('paging forward and back returns each device once in every sort, direction and filter [IDEV-08] [IDEV-11]', async () => {
  const installer = await withMany(31);
  for (const [sort, direction] of tableSorts.flatMap((each) => sortDirections.map((way) => [each, way] as const))) {
    for (const filter of [
      {},
      { status: 'offline' as const },
      { search: 'unit 7' },
      { network: 'disconnected' as const },
    ]) {
      const whole = await table(installer, { ...filter, sort, direction, limit: 100 });
      const { forward, backward } = await walk(installer, { ...filter, sort, direction, limit: 6 });
      const serials = (rows: readonly TableRow[]) => rows.map(({ serialNumber }) => serialNumber).toSorted();
      expect(serials(forward)).toEqual(serials(whole.devices));
      expect(serials(backward)).toEqual(serials(whole.devices));
      expect(new Set(serials(forward)).size).toBe(whole.counts.matching);
      expect(whole.counts.total).toBe(31);
    }
  }
});

test('sorts by name, last seen, registration, and status with trouble first [IDEV-08]', async () => {
  const installer = await withMany(40);
  const sorted = async (sort: Query['sort']) => (await walk(installer, { ...(sort && { sort }), limit: 7 })).forward;
  const names = (await sorted('name')).map(({ name }) => name.toLowerCase());
  expect(names).toEqual(names.toSorted());
  const registered = (await sorted('registered')).map(({ dateRegistered }) => dateRegistered);
  expect(registered).toEqual(registered.toSorted().toReversed());
  const ranks = (await sorted('status')).map(({ status }) => status.status);
  expect([...new Set(ranks)]).toEqual(['error', 'offline', 'awaiting', 'updating', 'sleeping', 'online']);
  const seen = (await table(installer, { sort: 'lastSeen', limit: 100 })).devices.map(
    ({ status }) => status.lastSeen ?? '',
  );
  expect(seen).toEqual(seen.toSorted().toReversed());
});

test('sorts by hub, network, signal, battery and user in both directions, with unknown values last [IDEV-11]', async () => {
  const installer = await portal.person({ role: 'installer' });
  const user = await portal.person();
  const far = await connectByHand(portal);
  await registerDevice(portal, far.serial, installer, user, 'Far');
  const near = await connectByHand(portal);
  await registerDevice(portal, near.serial, installer, undefined, 'Near');
  await register(installer, 'Silent');
  await run(sql`update device set hub_id = '00B2' where serial = ${far.serial}`);
  await run(sql`update device set hub_id = '00a1' where serial = ${near.serial}`);
  const report = { status: 'online', intervalSec: 60 } as const;
  await far.say('heartbeat', { ...report, batteryPct: 12, signalPct: 91, networkType: 'lte' });
  await near.say('heartbeat', { ...report, batteryPct: 14, signalPct: 33, networkType: 'ethernet' });
  const sorted = async (sort: Query['sort'], direction: Query['direction']) =>
    namesIn(await table(installer, { ...(sort && { sort }), ...(direction && { direction }) }));
  expect(await sorted('hub', 'asc')).toEqual(['Near', 'Far', 'Silent']);
  expect(await sorted('hub', 'desc')).toEqual(['Silent', 'Far', 'Near']);
  expect(await sorted('network', 'asc')).toEqual(['Silent', 'Near', 'Far']);
  expect(await sorted('network', 'desc')).toEqual(['Far', 'Near', 'Silent']);
  expect(await sorted('signal', undefined)).toEqual(['Near', 'Far', 'Silent']);
  expect(await sorted('signal', 'desc')).toEqual(['Silent', 'Far', 'Near']);
  expect(await sorted('battery', 'asc')).toEqual(['Far', 'Near', 'Silent']);
  expect((await sorted('user', 'asc'))[0]).toBe('Far');
  expect((await sorted('user', 'desc')).at(-1)).toBe('Far');
  expect(await sorted('name', 'desc')).toEqual(['Silent', 'Near', 'Far']);
  await far.say('heartbeat', { ...report, batteryPct: 80, signalPct: 20, networkType: 'lte' });
  const levels = await table(installer, { sort: 'battery', limit: 1 });
  expect(levels.devices.map(({ name, status }) => [name, status.batteryPct, status.signalPct])).toEqual([
    ['Near', 14, 33],
  ]);
  expect((await sorted('signal', 'asc'))[0]).toBe('Far');
});

test('finds devices by part of serial, name, hub, user and email, and takes wildcards literally [IDEV-08] [T56]', async () => {
  const installer = await portal.person({ role: 'installer' });
  const user = await portal.person();
  await register(installer, 'Work ute', user);
  const percent = await register(installer, '100% مركبة 🚚');
  await register(installer, 'Under_score');
  await run(sql`update device set hub_id = '00A41F7C' where serial = ${percent}`);
  const found = async (search: string) => namesIn(await table(installer, { search }));
  expect(await found('ORK U')).toEqual(['Work ute']);
  expect(await found(user.email.slice(1, 14))).toEqual(['Work ute']);
  expect(await found(`Person ${user.email.split(/[-@]/)[1]}`)).toEqual(['Work ute']);
  expect(await found('a41f')).toEqual(['100% مركبة 🚚']);
  expect(await found('مركبة')).toEqual(['100% مركبة 🚚']);
  expect(await found('🚚')).toEqual(['100% مركبة 🚚']);
  expect(await found('00%')).toEqual(['100% مركبة 🚚']);
  expect(await found('wo')).toEqual(['Work ute']);
  expect(await found('r_s')).toEqual(['Under_score']);
  expect(await found('%e')).toEqual([]);
  expect(await found(`' or true --`)).toEqual([]);
  expect(await found('  ')).toHaveLength(3);
});

test('refuses an invalid query and names the field [IDEV-08]', async () => {
  const installer = await portal.person({ role: 'installer' });
  const place = Buffer.from('["a",1]').toString('base64url');
  for (const [query, field] of [
    ['status=gone', 'query.status'],
    ['network=lte', 'query.network'],
    ['assigned=yes', 'query.assigned'],
    ['sort=price', 'query.sort'],
    ['direction=up', 'query.direction'],
    [`after=${place}&sort=battery`, 'query.after'],
    ['limit=0', 'query.limit'],
    ['limit=101', 'query.limit'],
    ['limit=many', 'query.limit'],
    [`search=${'x'.repeat(81)}`, 'query.search'],
    ['after=nowhere', 'query.after'],
    [`before=${place}`, 'query.before'],
    [`after=${place}&sort=status`, 'query.after'],
    ['accountId=1', 'query'],
  ]) {
    const answer = await rawCall(portal, { path: `/api/installer/devices?${query}`, person: installer });
    expect([query, answer.status]).toEqual([query, 400]);
    expect(refusalIn(answer).field).toContain(field);
  }
});

test('filters the table by the same status and network that the rows show [STAT-01] [STAT-02]', async () => {
  const at = portal.clock.now();
  const cases = [null, 'online', 'offline', 'sleeping', 'updating', 'error'].flatMap((reported) =>
    [null, at].flatMap((heardAt) =>
      [true, false].flatMap((isSilent) =>
        [true, false].flatMap((connected) =>
          [null, 'ethernet', 'cellular', 'lte'].map((networkType) => ({
            report: {
              reported,
              heardAt,
              connected,
              silentAt: new Date(at.getTime() + (isSilent ? 0 : 1)),
            } as DeviceReport,
            isSilent,
            networkType: networkType as Parameters<typeof networkOf>[0],
          })),
        ),
      ),
    ),
  );
  expect(cases).toHaveLength(192);
  for (const { report, isSilent, networkType } of cases) {
    const { reported, heardAt, connected } = report;
    const status = statusOf(report, at);
    const isThere = status === 'online' || status === 'updating' || status === 'error';
    const { rows } = await sql<{ status: string; network: string }>`
      select w.status, device_network_word(w.status, ${connected}::boolean, ${networkType}::text) as network
      from (select device_status_word(${heardAt}::timestamptz, ${reported}::text, ${isSilent}::boolean) as status) w`.execute(
      portal.test.database.sql,
    );
    expect(rows).toEqual([{ status, network: networkOf(networkType, connected && isThere) }]);
  }
});

test('a device moves between filters when online, silent or disconnected [IDEV-08]', async () => {
  const installer = await portal.person({ role: 'installer' });
  const serial = await register(installer, 'Work ute');
  const inStatus = async (status: TableRow['status']['status']) => namesIn(await table(installer, { status }));
  expect(await inStatus('awaiting')).toEqual(['Work ute']);
  const device = await connectByHand(portal, { serial });
  await device.say('heartbeat', { status: 'online', intervalSec: 60, networkType: 'ethernet' });
  expect(await inStatus('online')).toEqual(['Work ute']);
  expect(namesIn(await table(installer, { network: 'ethernet' }))).toEqual(['Work ute']);
  await device.say('heartbeat', { status: 'error', intervalSec: 60 });
  expect(await inStatus('error')).toEqual(['Work ute']);
  await device.say('heartbeat', { status: 'online', intervalSec: 60 });
  await portal.clock.advance(126_000);
  expect(
    await eventually(
      () => inStatus('offline'),
      (names) => names.length > 0,
    ),
  ).toEqual(['Work ute']);
  expect(await inStatus('online')).toEqual([]);
  await device.say('heartbeat', { status: 'online', intervalSec: 60 });
  expect(await inStatus('online')).toEqual(['Work ute']);
  device.cut();
  await eventually(
    () => inStatus('offline'),
    (names) => names.length > 0,
  );
  expect(namesIn(await table(installer, { network: 'disconnected' }))).toEqual(['Work ute']);
});

test('the table follows assignments, names and concurrent changes [IDEV-05]', async () => {
  const installer = await portal.person({ role: 'installer' });
  const user = await portal.person();
  const serial = await register(installer, null);
  expect((await table(installer)).devices[0]).toMatchObject({
    name: `Device ${serial}`,
    assignment: 'none',
    user: null,
    relation: 'installer_unassigned',
  });
  const { rows } = await sql<{ id: number }>`select id from device where serial = ${serial}`.execute(
    portal.test.database.sql,
  );
  await Promise.all([
    run(sql`update device set nickname = 'Front gate' where serial = ${serial}`),
    run(sql`insert into device_assignment (device_id, account_id, assigned_by, assigned_at)
      values (${rows[0]!.id}, ${user.id}, ${installer.id}, ${portal.clock.now()})`),
    run(sql`update person set last_name = 'Ångström' where id = ${user.id}`),
  ]);
  await run(sql`update person set first_name = 'Zoe' where id = ${user.id}`);
  expect((await table(installer, { search: 'zoe ångström' })).devices).toEqual([
    expect.objectContaining({
      name: 'Front gate',
      assignment: 'assigned',
      user: { name: 'Zoe Ångström', email: user.email },
    }),
  ]);
  expect(namesIn(await table(installer, { assigned: 'none' }))).toEqual([]);
});

test('names the exported file by the date in the time zone of the account [IDEV-08]', async () => {
  // At any hour at least one of these zones has a different date than UTC.
  for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const person = await portal.person({ role: 'installer', timeZone });
    const { headers } = await rawCall(portal, { path: '/api/installer/devices.csv', person });
    const day = dayIn(timeZone, portal.clock.now());
    expect(headers.get('content-disposition')).toBe(`attachment; filename="trace-devices-${day}.csv"`);
  }
});

test('the exported file holds the contents of the list without formulas, positions or secrets [IDEV-08]', async () => {
  const installer = await portal.person({ role: 'installer' });
  const device = await connectByHand(portal);
  await registerDevice(portal, device.serial, installer, undefined, '=cmd|calc');
  await register(installer, 'Boat, "Selkie"');
  await device.say('heartbeat', { status: 'error', intervalSec: 60, lastError: 'lost at -33.86514,151.20990' });
  await device.say('log', { level: 'error', text: 'SIM: password=hunter2 refused' });
  await device.say('log', { level: 'info', text: 'all is well' });
  const answer = await rawCall(portal, { path: '/api/installer/devices.csv?sort=name', person: installer });
  expect(answer.headers.get('content-type')).toBe('text/csv');
  const lines = answer.text.split('\r\n');
  expect(lines[0]).toMatch(/^\uFEFF?Serial number,Name,AJAX Hub ID,/);
  expect(lines[1]).toContain(`,"'=cmd|calc",`);
  expect(lines[2]).toContain(',"Boat, ""Selkie""",');
  expect(lines).toHaveLength(4);
  for (const text of [answer.text, JSON.stringify(await table(installer))]) {
    expect(text).toContain('SIM: password=');
    for (const hidden of ['33.86', '151.2', 'hunter2', 'all is well']) expect(text).not.toContain(hidden);
  }
  const some = await rawCall(portal, { path: '/api/installer/devices.csv?search=selkie', person: installer });
  expect(some.text.split('\r\n')).toHaveLength(3);
  expect(exportDevices.path).toBe('/api/installer/devices.csv');
});

test('get-user-devices returns only the devices of the signed-in user [FN-01] [T05]', async () => {
  const [installer, user] = await Promise.all([portal.person({ role: 'installer' }), portal.person()]);
  const serial = await register(installer, 'Work ute', user);
  const call = (person: SignedIn, body: { userEmail?: string }) => person.api.call(getUserDevices, { body });
  const own = {
    serial_number: serial,
    nickname: 'Work ute',
    hub_id: null,
    assigned_by: null,
    assigned_user: user.email,
    date_registered: expect.any(String) as string,
    date_assigned: expect.any(String) as string,
    company_id: null,
  };
  expect(await call(user, {})).toEqual({ devices: [own] });
  expect(await call(user, { userEmail: ` ${user.email.toUpperCase()} ` })).toEqual({ devices: [own] });
  expect(await call(installer, {})).toEqual({ devices: [] });
  const refused = await call(installer, { userEmail: user.email }).catch((error: ApiError) => error.refusal);
  expect(refused).toMatchObject({ code: 'forbidden', field: 'body.userEmail' });
});
