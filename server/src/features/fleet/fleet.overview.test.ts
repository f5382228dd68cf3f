import { getOverview } from '@trace/contract/fleet/fleet.overview.api';
import type { Overview } from '@trace/contract/fleet/fleet.overview.schema';
import { cancelDeviceCommand, sendDeviceCommand } from '@trace/contract/device-commands/device-commands.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMember, makeCompany } from '#testing/worlds/company-world';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { newSerial, registerDevice } from '#testing/trackers';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

const overview = (person: SignedIn): Promise<Overview> => person.api.call(getOverview, {});
const run = (statement: ReturnType<typeof sql>) => statement.execute(portal.test.database.sql);

async function register(installer: SignedIn, nickname: string, user?: SignedIn): Promise<string> {
  const serial = newSerial();
  await portal.app.gateway.registry.enter(serial);
  await registerDevice(portal, serial, installer, user, nickname);
  return serial;
}

interface Reported {
  says?: 'online' | 'offline';
  configured?: boolean;
  agoSec?: number;
}

/** Writes a device's report into the stored status. */
async function reports(serial: string, { says = 'online', configured = false, agoSec = 0 }: Reported): Promise<void> {
  const heardAt = new Date(portal.clock.now().getTime() - agoSec * 1_000);
  await run(sql`
    update device_status set reported = ${says}, connected = ${says === 'online'}, heard_at = ${heardAt},
      silent_at = ${portal.clock.now()}::timestamptz + interval '1 day', config_applied = ${configured}
    where serial = ${serial}`);
}

test('overview cards count devices by their reports, and configured drops when a device withdraws that report [IDASH-01]', async () => {
  const [installer, user] = await Promise.all([portal.person({ role: 'installer' }), portal.person()]);
  expect((await overview(installer)).counts).toEqual({ total: 0, configured: 0, online: 0, assigned: 0 });
  const serials = [];
  for (const name of ['One', 'Two', 'Three', 'Four']) serials.push(await register(installer, name));
  await register(installer, 'Five', user);
  const [one, two, three] = serials;
  await reports(one!, { configured: true });
  await reports(two!, {});
  await reports(three!, { says: 'offline', configured: true, agoSec: 7_200 });
  const seen = await overview(installer);
  expect(seen.counts).toEqual({ total: 5, configured: 2, online: 2, assigned: 1 });
  expect(seen.waiting).toEqual({
    offline: 1,
    awaiting: 2,
    unassigned: 4,
    longestOffline: { name: 'Three', since: new Date(portal.clock.now().getTime() - 7_200_000).toISOString() },
  });

  await reports(two!, { configured: true });
  await reports(one!, { configured: false });
  await reports(three!, { says: 'offline', configured: false });
  expect((await overview(installer)).counts).toMatchObject({ configured: 1, online: 2 });
});

test('overview counts devices of the own list, shared within a company and empty for an outsider [IDASH-01] [IDEV-07]', async () => {
  const [owner, member, outsider, user] = await Promise.all([
    portal.person({ role: 'installer' }),
    portal.person({ role: 'installer' }),
    portal.person({ role: 'installer' }),
    portal.person(),
  ]);
  const company = await makeCompany(portal, owner);
  await addMember(owner, company.id, member);
  await register(owner, 'Of the owner');
  await register(member, 'Of the member', user);
  for (const person of [owner, member]) {
    expect((await overview(person)).counts).toMatchObject({ total: 2, assigned: 1 });
  }
  expect(await overview(outsider)).toMatchObject({ counts: { total: 0 }, recent: [], oldestUnanswered: null });
  expect(await overview(user)).toMatchObject({ counts: { total: 1 }, waiting: { longestOffline: null } });
});

test('overview lists the five most recently registered devices, newest first [IDASH-03]', async () => {
  const installer = await portal.person({ role: 'installer' });
  const registeredAt: string[] = [];
  for (const name of ['1', '2', '3', '4', '5', '6']) {
    await portal.clock.advance(100);
    registeredAt.unshift(portal.clock.now().toISOString());
    await register(installer, name);
  }
  const { recent } = await overview(installer);
  expect(recent.map(({ name }) => name)).toEqual(['6', '5', '4', '3', '2']);
  expect(recent.map((device) => device.registeredAt)).toEqual(registeredAt.slice(0, 5));
});

test('overview shows the oldest unanswered command of own devices until the command ends [IDASH-04]', async () => {
  const [installer, other] = await Promise.all([
    portal.person({ role: 'installer' }),
    portal.person({ role: 'installer' }),
  ]);
  const [asleep, later, elsewhere] = [
    await register(installer, 'Asleep'),
    await register(installer, 'Later'),
    await register(other, 'Elsewhere'),
  ];
  const ask = async (person: SignedIn, serialNumber: string) => {
    await portal.clock.advance(100);
    const body = { serialNumber, command: 'getStatus', when: 'wake', parameters: {} } as const;
    const { requestId } = await person.api.call(sendDeviceCommand, { body });
    return { requestId: requestId!, sentAt: portal.clock.now().toISOString() };
  };
  await ask(other, elsewhere);
  expect((await overview(installer)).oldestUnanswered).toBeNull();
  const first = await ask(installer, asleep);
  const second = await ask(installer, later);
  const oldest = async () => (await overview(installer)).oldestUnanswered;
  const command = 'getStatus';
  expect(await oldest()).toEqual({ serialNumber: asleep, name: 'Asleep', command, sentAt: first.sentAt });
  await installer.api.call(cancelDeviceCommand, { params: { serial: asleep, id: first.requestId } });
  expect(await oldest()).toEqual({ serialNumber: later, name: 'Later', command, sentAt: second.sentAt });
  await installer.api.call(cancelDeviceCommand, { params: { serial: later, id: second.requestId } });
  expect(await oldest()).toBeNull();
});

test('the state of each service changes when a part of the service stops [IDASH-04]', async () => {
  const own = await startPortal();
  try {
    const installer = await own.person({ role: 'installer' });
    const services = async () => (await overview(installer)).services;
    const healthy = {
      registration: 'operational',
      configuration: 'operational',
      assignment: 'operational',
      monitoring: 'operational',
    };
    expect(await services()).toEqual(healthy);
    await own.clock.advance(60_000);
    expect(await services()).toEqual(healthy);

    // Makes the status sweeps fail while the sweeper keeps running.
    const rename = (table: string, as: string) =>
      sql`alter table ${sql.table(table)} rename to ${sql.table(as)}`.execute(own.test.database.sql);
    await rename('device_status', 'device_status_away');
    await own.clock.advance(20_000);
    expect(await services()).toEqual({ ...healthy, monitoring: 'limited' });
    await rename('device_status_away', 'device_status');
    await own.clock.advance(2_000);
    expect(await services()).toEqual(healthy);

    await own.app.jobs.stop();
    expect(await services()).toEqual({ ...healthy, assignment: 'limited' });
    await own.app.gateway.stop();
    expect(await services()).toEqual({
      registration: 'limited',
      configuration: 'limited',
      assignment: 'limited',
      monitoring: 'limited',
    });
    const ready = await fetch(`${own.url}/readyz`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({ database: 'ok', writes: 'ok', gateway: 'away', jobs: 'failing' });
  } finally {
    await own.stop();
  }
});
