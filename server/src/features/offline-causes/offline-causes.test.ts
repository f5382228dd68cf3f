import { explainOffline, explainOfflineToStaff } from '@trace/contract/offline-causes/offline-causes.api';
import { HOUR_MS, MINUTE_MS } from '@trace/contract/kernel/time';
import { createUpdate } from '@trace/contract/recent-updates/recent-updates.staff.api';
import { createTicket } from '@trace/contract/tickets/tickets.api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectByHand } from '#testing/stand-ins/hand-device';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall } from '#testing/raw-call';
import { endAssignment } from '#testing/followed-device';
import { assignDevice, newSerial, registerDevice } from '#testing/trackers';

let portal: Portal;
let user: SignedIn;
let installer: SignedIn;
let staff: SignedIn;
let serial: string;

beforeAll(async () => {
  portal = await startPortal();
  [user, installer, staff] = await Promise.all([
    portal.person(),
    portal.person({ role: 'installer' }),
    portal.person({ role: 'staff' }),
  ]);
  const device = await connectByHand(portal);
  serial = device.serial;
  await registerDevice(portal, serial, installer, user);
  await device.say('location', { lat: -33.8688, lng: 151.2093 });
  await device.say('log', { level: 'error', text: 'PDP reject at -33.86880, 151.20930, sim_password=quay7' });
  await device.say('heartbeat', {
    ...{ status: 'online', intervalSec: 60, networkType: 'lte', batteryPct: 31, externalPower: true, signalPct: 58 },
    firmware: '2.4.0',
  });
  device.cut();
  await portal.clock.advance(3 * MINUTE_MS);
});
afterAll(() => portal.stop());

const explain = (person: SignedIn) => person.api.call(explainOffline, { params: { serial } });

test('user, installer and staff read the same causes, without a position or a secret [SUPP-05] [T55]', async () => {
  const hour = (hours: number): string => new Date(portal.clock.now().getTime() + hours * HOUR_MS).toISOString();
  const words = { title: 'Maintenance tonight', description: 'One hour.', type: 'announcement' as const };
  const flags = { isNew: true, isActive: true };
  await staff.api.call(createUpdate, { body: { ...words, ...flags, outage: null } });
  await staff.api.call(createUpdate, { body: { ...words, ...flags, outage: { startsAt: hour(-1), endsAt: hour(1) } } });
  const own = await explain(user);
  expect(own).toMatchObject({
    serialNumber: serial,
    status: 'offline',
    report: { batteryPct: 31, externalPower: true, signalPct: 58, networkType: 'lte', firmware: '2.4.0' },
    isKnown: true,
    devices: null,
  });
  expect(own.causes.map(({ kind, likelihood }) => [kind, likelihood])).toEqual([
    ['sim', 'most_likely'],
    ['outage', 'possible'],
    ['battery', 'possible'],
    ['signal', 'unlikely'],
    ['settings', 'unlikely'],
  ]);
  expect(own.causes[0]!.quote).toBe('PDP reject at [hidden], [hidden], sim_password=[hidden]');
  expect(own.ruledOut).toEqual(['servers', 'sleep_mode', 'fix', 'plan']);
  expect(JSON.stringify(own)).not.toMatch(/33\.8|151\.2|quay7/);
  expect(await explain(installer)).toEqual(own);
  const shown = await staff.api.call(explainOfflineToStaff, { params: { serial } });
  expect(shown).toEqual({ ...own, devices: { connected: 0, total: 1 } });
});

test('a foreign device and an unknown one are both not found [SUPP-05]', async () => {
  const stranger = await portal.person();
  const answers = await Promise.all(
    [serial, newSerial()].map((each) =>
      rawCall(portal, { path: `/api/devices/${each}/offline-causes`, person: stranger }),
    ),
  );
  const [foreign, unknown] = answers.map(({ status, text }) => [status, text.replace(/"requestId":"[^"]*"/, '')]);
  expect(foreign).toEqual(unknown);
  expect(foreign![0]).toBe(404);
  const path = `/api/support/devices/${newSerial()}/offline-causes`;
  expect((await rawCall(portal, { path, person: staff })).status).toBe(404);
});

test('a new ticket about an offline device keeps the explanation of that moment [SUPP-05]', async () => {
  const body = { subject: 'Silent', description: 'Since six.', priority: 'high', serialNumber: serial } as const;
  const { device } = await user.api.call(createTicket, { body });
  expect(device!.offline).toEqual(await explain(user));
});

test('the next user reads no error of the former user, in causes and in a new ticket [SUPP-05] [T55]', async () => {
  const [next] = await Promise.all([portal.person(), endAssignment(portal, serial)]);
  await assignDevice(portal, serial, installer, next);
  const body = { subject: 'Silent', description: 'Since six.', priority: 'high', serialNumber: serial } as const;
  const { device } = await next.api.call(createTicket, { body });
  expect(JSON.stringify([device, await explain(next)])).not.toContain('PDP reject');
  expect(JSON.stringify(await explain(installer))).toContain('PDP reject');
});

test('the next user reads nothing that the tracker noted in the time of the former user and sent later [SUPP-05] [T55]', async () => {
  const device = await connectByHand(portal);
  await registerDevice(portal, device.serial, installer, user);
  const ts = portal.clock.now().getTime();
  await portal.clock.advance(MINUTE_MS);
  const [next] = await Promise.all([portal.person(), endAssignment(portal, device.serial)]);
  await assignDevice(portal, device.serial, installer, next);
  await device.say('log', { level: 'error', text: 'PDP reject', ts });
  await device.say('event', { kind: 'power_cut', ts });
  device.cut();
  await portal.clock.advance(3 * MINUTE_MS);
  const params = { serial: device.serial };
  const kindsFor = async (person: SignedIn) =>
    (await person.api.call(explainOffline, { params })).causes.map(({ kind }) => kind);
  expect(await kindsFor(installer)).toEqual(expect.arrayContaining(['sim', 'power_cut']));
  const ofNext = await kindsFor(next);
  expect(['sim', 'power_cut'].filter((kind) => ofNext.some((each) => each === kind))).toEqual([]);
});
