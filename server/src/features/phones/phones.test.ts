import { DELETE_PHRASE } from '@trace/contract/accounts/accounts.rules';
import { deleteAccount, downloadData } from '@trace/contract/accounts/accounts.api';
import { sendDeviceCommand } from '@trace/contract/device-commands/device-commands.api';
import { listStatuses } from '@trace/contract/device-status/device-status.api';
import { endAssignment } from '@trace/contract/devices/assignment/devices.taken.api';
import { listDevices } from '@trace/contract/devices/devices.api';
import { removeDevice } from '@trace/contract/devices/registration/devices.registration.api';
import { listIncidents } from '@trace/contract/panic/panic.api';
import { addPhone, listPhones, renewPhoneSecret } from '@trace/contract/phones/phones.api';
import { osmandAddress, owntracksAddress, phonesRules, type PhoneKey } from '@trace/contract/phones/phones.rules';
import { phonesTexts } from '@trace/contract/phones/phones.texts';
import { pingDevice } from '@trace/contract/ping/ping.api';
import { listLastPlaces } from '@trace/contract/tracking/tracking.places.api';
import { startLive } from '@trace/contract/tracking/tracking.api';
import { phoneForms, sendReport } from '@trace/simulator/phone/phone';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addedPhone, reportBy } from '#testing/phones';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall } from '#testing/raw-call';
import { ageProof } from '#testing/worlds/company-world';

let portal: Portal;
let user: SignedIn;

beforeAll(async () => {
  portal = await startPortal();
  user = await portal.person({ premium: true });
});
afterAll(() => portal.stop());

const nowSec = () => Math.floor(portal.clock.now().getTime() / 1_000);
const places = async (person: SignedIn) => (await person.api.call(listLastPlaces, {})).places;
const placeOf = async (key: PhoneKey, person = user) =>
  (await places(person)).find(({ serialNumber }) => serialNumber === key.serialNumber);

/** Rows that a phone's device has in the tables of messages. */
async function rowsOf({ serialNumber }: PhoneKey) {
  const count = async (table: string) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(table)} t join device d on d.id = t.device_id
      where d.serial = ${serialNumber}`.execute(portal.test.database.sql);
    return rows[0]!.n;
  };
  return { positions: await count('position'), events: await count('device_event') };
}

const postJson = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

test('a report of a new phone appears as a device with position, status and battery, once [PHON-01]', async () => {
  const key = await addedPhone(portal, user, "Mia's phone");
  expect(key.serialNumber).toMatch(/^Phone_[2-9A-Z]{8}$/);
  const { phones } = await user.api.call(listPhones, {});
  expect(phones).toMatchObject([{ name: "Mia's phone", lastReportAt: null, lastPositionAt: null }]);

  await portal.clock.advance(120_000);
  const report = {
    id: 'x',
    timestamp: nowSec() - 60,
    lat: -33.86,
    lon: 151.2093,
    speed: 12.5,
    accuracy: 4.5,
    batt: 84,
  };
  const answers = [await reportBy(key, report), await reportBy(key, report, { method: 'GET' })];

  for (const answer of answers) expect([answer.status, await answer.text()]).toEqual([200, '']);
  expect(await rowsOf(key)).toEqual({ positions: 1, events: 0 });
  expect(await placeOf(key)).toMatchObject({ lat: -33.86, lng: 151.2093, accuracyM: 4.5, speedMps: 6.4306 });
  const { statuses } = await user.api.call(listStatuses, {});
  expect(statuses).toMatchObject([{ serialNumber: key.serialNumber, status: 'online', batteryPct: 84 }]);
  const { devices } = await user.api.call(listDevices, { query: { limit: 10 } });
  expect(devices).toMatchObject([{ serialNumber: key.serialNumber, name: "Mia's phone", company: null, hubId: null }]);
  const [phone] = (await user.api.call(listPhones, {})).phones;
  expect(phone!.lastPositionAt).toBe(new Date((nowSec() - 60) * 1_000).toISOString());
});

test('a phone has a wrong clock from a report of an impossible time until a report of a right time [STAT-03] [PHON-01]', async () => {
  const owner = await portal.person();
  const key = await addedPhone(portal, owner);
  const clockNow = async () => {
    await portal.clock.advance(1_000);
    const { statuses } = await owner.api.call(listStatuses, {});
    return statuses[0]!.clockWrongSince;
  };
  const place = { id: 'x', lat: -33.86, lon: 151.2093, batt: 84 };
  const since = portal.clock.now().toISOString();
  for (const timestamp of [0, nowSec() + 2 * 86_400]) {
    expect((await reportBy(key, { ...place, timestamp })).status).toBe(200);
    expect(await clockNow()).toBe(since);
  }
  expect((await reportBy(key, { ...place, timestamp: nowSec() })).status).toBe(200);
  expect(await clockNow()).toBeNull();
});

test('a phone reports by form, by JSON and with OwnTracks, in a batch too [PHON-01]', async () => {
  const key = await addedPhone(portal, user);
  const address = `${portal.url}/phone/${key.accessKey}`;
  const form = await fetch(address, { method: 'POST', body: new URLSearchParams({ lat: '1', lon: '10' }) });
  expect(form.status).toBe(200);
  const coords = { latitude: 2, longitude: 10 };
  const batch = [1, 2, 3].map((ago) => ({ timestamp: new Date((nowSec() - ago) * 1_000).toISOString(), coords }));
  expect((await postJson(address, { device_id: 'x', location: [...batch, { coords: { latitude: 99 } }] })).status).toBe(
    200,
  );
  expect(await rowsOf(key)).toEqual({ positions: 4, events: 0 });

  const authorization = `Basic ${Buffer.from(`${key.serialNumber}:${key.accessKey}`).toString('base64')}`;
  const message = { _type: 'location', lat: 3, lon: 10, tst: nowSec(), tid: 'MP', batt: 40 };
  const byPassword = await postJson(owntracksAddress(key), message, { authorization, 'x-limit-u': 'mia' });
  expect([byPassword.status, await byPassword.json()]).toEqual([200, []]);
  const byAddress = await postJson(`${address}/owntracks`, message);
  expect([byAddress.status, await byAddress.json()]).toEqual([200, []]);
  expect((await postJson(`${address}/owntracks`, '')).status).toBe(200);
  expect(await rowsOf(key)).toEqual({ positions: 5, events: 0 });
  await postJson(owntracksAddress(key), { _type: 'lwt', tst: nowSec() + 1 }, { authorization });
  const { statuses } = await user.api.call(listStatuses, {});
  expect(statuses.find(({ serialNumber }) => serialNumber === key.serialNumber)!.status).toBe('offline');
});

test.each(phoneForms)('a simulated phone reports as %s [PHON-01]', async (form) => {
  const owner = await portal.person({ premium: true });
  const key = await addedPhone(portal, owner);
  await portal.clock.advance(10_000);
  const report = { atMs: nowSec() * 1_000, lat: -33.86, lng: 151.21, speedMps: 10, batteryPct: 80, isSos: false };
  expect(await sendReport(osmandAddress(key), form, report)).toBe(200);
  expect(await placeOf(key, owner)).toMatchObject({ lat: -33.86, lng: 151.21, speedMps: 10 });
});

test('an sos is stored as a panic event once, however late and without a place [PHON-01]', async () => {
  const key = await addedPhone(portal, user);
  const sos = { timestamp: nowSec() - 3_000, lat: -33.86, lon: 151.2, alarm: 'sos' };
  expect((await reportBy(key, sos)).status).toBe(200);
  expect((await reportBy(key, sos)).status).toBe(200);
  expect(await rowsOf(key)).toEqual({ positions: 1, events: 1 });
  const { incidents } = await user.api.call(listIncidents, { query: { state: 'active', limit: 10 } });
  expect(incidents).toMatchObject([{ source: 'phone', kind: 'panic', presses: 1 }]);
  expect((await reportBy(key, { alarm: 'sos', lat: 'x', lon: 'y', timestamp: 'never' })).status).toBe(200);
  expect(await rowsOf(key)).toEqual({ positions: 1, events: 2 });
});

test('an sos passes when the phone has used up the allowance of its reports [PHON-01] [PANIC-06]', async () => {
  const key = await addedPhone(portal, await portal.person());
  // An empty body stores nothing and counts as a request.
  const ask = () => fetch(`${portal.url}/phone/${key.accessKey}/owntracks`, { method: 'POST' });
  for (let asked = 0; asked < phonesRules.requestsPerMin; asked += 50)
    await Promise.all(Array.from({ length: 50 }, ask));
  expect((await reportBy(key, { lat: 1, lon: 1 })).status).toBe(429);
  expect((await reportBy(key, { lat: 1, lon: 1, alarm: 'sos' })).status).toBe(200);
  expect(await rowsOf(key)).toEqual({ positions: 1, events: 1 });
});

test('a refused report names its field and changes nothing [PHON-01]', async () => {
  const key = await addedPhone(portal, user);
  const address = `${portal.url}/phone/${key.accessKey}`;
  const refused = [
    await rawCall(portal, { path: `/phone/${key.accessKey}?lat=95&lon=0` }),
    await rawCall(portal, { method: 'POST', path: `/phone/${key.accessKey}`, body: '{"location":' }),
    await rawCall(portal, { method: 'POST', path: `/phone/${key.accessKey}/owntracks`, body: { _type: 'encrypted' } }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400]);
  expect(refused.map(({ json }) => json)).toMatchObject([
    { error: { field: 'lat, lon' } },
    { error: { field: 'location' } },
    { error: { field: '_type', message: phonesTexts.encrypted } },
  ]);
  expect((await postJson(address, 'x'.repeat(64 * 1024 + 1))).status).toBe(413);
  expect((await fetch(`${address}?lat=1&lon=2`, { method: 'HEAD' })).status).toBe(404);
  expect(await rowsOf(key)).toEqual({ positions: 0, events: 0 });
});

test('a new secret ends the previous one, and a removed phone is unknown [PHON-01]', async () => {
  const key = await addedPhone(portal, user);
  const params = { serial: key.serialNumber };
  const renewed = { ...(await user.api.call(renewPhoneSecret, { params })), portalUrl: portal.url };
  expect((await reportBy(key, { lat: 1, lon: 1 })).status).toBe(404);
  expect((await reportBy(renewed, { lat: 1, lon: 1 })).status).toBe(200);

  const stranger = await portal.person();
  await expect(stranger.api.call(renewPhoneSecret, { params })).rejects.toMatchObject({ status: 404 });
  await expect(stranger.api.call(removeDevice, { params, body: { confirmation: null } })).rejects.toMatchObject({
    status: 404,
  });

  await user.api.call(removeDevice, { params, body: { confirmation: null } });
  expect((await reportBy(renewed, { lat: 1, lon: 1 })).status).toBe(404);
});

test('a new secret, which silences the phone, needs a recent re-authentication [PHON-01] [AUTH-17]', async () => {
  const owner = await portal.person();
  const key = await addedPhone(portal, owner);
  await ageProof(portal, owner);
  const renewal = owner.api.call(renewPhoneSecret, { params: { serial: key.serialNumber } });
  await expect(renewal).rejects.toMatchObject({ refusal: { code: 'proof_required' } });
  expect((await reportBy(key, { lat: 1, lon: 1 })).status).toBe(200);
});

test('a phone refuses what only trackers do, and answers a ping with its last report [PHON-01]', async () => {
  const free = await portal.person();
  const key = await addedPhone(portal, free);
  const params = { serial: key.serialNumber };
  const ping = () => free.api.call(pingDevice, { params, body: { id: randomUUID() } });
  expect(await ping()).toMatchObject({ outcome: 'unreachable', charged: false });

  await portal.clock.advance(1_800_000);
  const at = nowSec() - 1_200;
  await reportBy(key, { timestamp: at, lat: -33.86, lon: 151.2, accuracy: 9 });
  const fixAt = new Date(at * 1_000).toISOString();
  expect(await ping()).toMatchObject({
    outcome: 'located',
    charged: true,
    location: { lat: -33.86, lng: 151.2, accuracyM: 9, at: fixAt, fixAt },
  });
  expect(await placeOf(key, free)).toMatchObject({ lat: -33.86, at: fixAt });

  await expect(free.api.call(endAssignment, { params })).rejects.toMatchObject({ status: 409 });
  const command = { serialNumber: key.serialNumber, command: 'restart', when: 'now', parameters: {} } as const;
  await expect(free.api.call(sendDeviceCommand, { body: command })).rejects.toMatchObject({ status: 409 });
});

test('following a phone begins at once and asks nothing of it [PHON-01]', async () => {
  const key = await addedPhone(portal, user);
  const params = { serial: key.serialNumber };
  const live = await user.api.call(startLive, { params, body: { viewerId: randomUUID() } });
  expect(live).toMatchObject({ outcome: 'tracking' });
  await portal.clock.advance(30_000);
  const { rows } = await sql`select from device_command where serial = ${key.serialNumber}`.execute(
    portal.test.database.sql,
  );
  expect(rows).toEqual([]);
});

test('a user has at most five phones, also in parallel, and only users have phones [PHON-01]', async () => {
  const owner = await portal.person();
  const add = (person: SignedIn) => person.api.call(addPhone, { body: { name: 'Phone' } });
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => add(owner)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  await expect(add(owner)).rejects.toMatchObject({ status: 409 });
  await expect(add(await portal.person({ role: 'installer' }))).rejects.toMatchObject({ status: 403 });
});

test('neither log nor download holds a secret, and deleting the account ends the phone [PHON-01]', async () => {
  const owner = await portal.person();
  const key = await addedPhone(portal, owner);
  await postJson(`${portal.url}/phone/${key.accessKey}`, { location: [{ coords: { latitude: 1, longitude: 1 } }, 5] });
  await rawCall(portal, { path: `/phone/${key.accessKey}?lat=${'9'.repeat(300)}&lon=0` });
  await fetch(`${portal.url}/phone/${key.accessKey}/none`, {
    method: 'POST',
    headers: { origin: 'https://evil.example' },
  });
  expect(portal.logged().join('\n')).toContain(key.serialNumber);
  expect(portal.logged().join('\n')).not.toContain(key.accessKey);
  const { text: metrics } = await rawCall(portal, { path: '/metrics' });
  expect(metrics).not.toContain(key.accessKey);
  const { rows } = await sql<{ all: string }>`select string_agg(details::text, ' ') as all from audit_log`.execute(
    portal.test.database.sql,
  );
  expect(rows[0]!.all).not.toContain(key.accessKey);

  const download = await rawCall(portal, { method: downloadData.method, path: downloadData.path, person: owner });
  expect(download.text).toContain(key.serialNumber);
  expect(download.text).not.toContain(key.accessKey);
  await owner.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } });
  expect((await reportBy(key, { lat: 1, lon: 1 })).status).toBe(404);
});

test('unknown secrets are refused per address, without harm to known phones [PHON-01]', async () => {
  const key = await addedPhone(portal, await portal.person());
  const statuses = new Set<number>();
  for (let attempt = 0; attempt < 35; attempt += 1)
    statuses.add((await fetch(`${portal.url}/phone/${String(attempt).padStart(32, 'x')}?lat=1&lon=1`)).status);
  expect([...statuses]).toEqual([404, 429]);
  expect((await reportBy(key, { lat: 1, lon: 1 })).status).toBe(200);
});
