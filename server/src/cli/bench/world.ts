// A server with prepared data for benches and fault tests, started instead of `main.ts` with the same settings: `node
// server/src/cli/bench/world.ts --devices N [--people N] [--wearers N] [--tenants N] [--sign FOLDER] [--payments
// SETTINGS] [--push SETTINGS]`. A single premium user has N devices. Each wearer is a premium user with one device. Each tenant
// has an installer, a colleague, a premium and a free user, and a device. Certificate requests in the folder (`SERIAL.csr.pem`) are signed the way a factory would. Premium is
// sold where the settings from `payments.ts` say. The server reports readiness in one line of JSON, then runs
// until SIGTERM. A restart on the same data finds all data in place.
import { randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { DAY_MS } from '@trace/contract/kernel/time';
import type { Actor } from '#platform/actor/actor';
import { chooseAccount } from '#platform/db/embedded/embedded-account';
import { chooseAddress } from '#platform/db/embedded/embedded-address';
import { findBinaries } from '#platform/db/embedded/embedded-binaries';
import { openCluster } from '#platform/db/embedded/embedded-cluster';
import type { App } from '#server/app';
import { readConfig, type Config } from '#server/config/config';
import { failToStart, runUntilStopped } from '#server/run';
import { startServer } from '#server/server';

const PASSWORD = 'Harbour-2026-bridge';
const PERSON = 'bench-user@example.com';
const INSTALLER = 'bench-installer@example.com';
const STAFF = 'bench-staff@example.com';
/** Wearers sign in by the hundred, and their passwords face no attackers. */
const CHEAP_PASSWORDS = { memory: 64, passes: 1, parallelism: 1 };
const PREMIUM_DAYS = 365;
const REQUEST_ENDING = '.csr.pem';
/** As many registrations at once as the pool has connections to spare. */
const AT_ONCE = 12;
const MOST_DEVICES = 20_000;

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '50' },
    people: { type: 'string', default: '0' },
    sign: { type: 'string' },
    payments: { type: 'string' },
    wearers: { type: 'string', default: '0' },
    tenants: { type: 'string', default: '0' },
    push: { type: 'string' },
  },
});
const deviceCount = Number(values.devices);
if (!Number.isInteger(deviceCount) || deviceCount < 0 || deviceCount > MOST_DEVICES) {
  throw new Error(`--devices is a number up to ${MOST_DEVICES}`);
}

const payments = values.payments === undefined ? null : (JSON.parse(values.payments) as Config['payments']);
const standIn = values.push === undefined ? null : (JSON.parse(values.push) as Config['push']['standIn']);
const config = {
  ...readConfig(process.env),
  ...(payments === null ? {} : { payments }),
  push: { keys: null, standIn },
};
const wearers = Number(values.wearers);
const server = await startServer(config, wearers > 0 ? { passwordCost: CHEAP_PASSWORDS } : {}).catch(failToStart);
runUntilStopped(server.stop, server.log, config.stopDelaySec);
await furnish(server.app, deviceCount);
await eachOf(peopleEmails(Number(values.people)), AT_ONCE, async (email) => {
  await accountOf(server.app, email, 'user');
});
if (wearers > 0) await addWearers(server.app, wearers);
if (values.tenants !== '0') await addTenants(server.app, Number(values.tenants));
if (values.sign !== undefined) await signRequests(server.app, values.sign);
console.log(
  JSON.stringify({
    ready: true,
    url: server.url,
    mqttPort: server.mqttPort,
    mqttsPort: server.mqttsPort,
    databaseUrl: await databaseUrlOf(config),
    person: { email: PERSON, password: PASSWORD },
  }),
);

/** Creates the missing accounts and devices. On a second start all exist already. */
async function furnish(app: App, count: number): Promise<void> {
  const personId = await accountOf(app, PERSON, 'user');
  const installerId = await accountOf(app, INSTALLER, 'installer');
  await grantPremium(app, personId);
  const serials = Array.from({ length: count }, (_, index) => serialOf(index + 1));
  const known = await app.devices.deviceIdsOf(serials);
  const missing = serials.filter((serial) => !known.has(serial));
  await eachOf(missing, AT_ONCE, (serial) => addDevice(app, installerId, serial, PERSON));
}

function grantPremium(app: App, accountId: string): Promise<void> {
  return app.subscription.grant({ accountId, until: new Date(Date.now() + PREMIUM_DAYS * DAY_MS), source: 'demo' });
}

/** The missing wearers with their devices, and the support staff to whom their panics escalate. */
async function addWearers(app: App, count: number): Promise<void> {
  await accountOf(app, STAFF, 'staff');
  const installerId = await accountOf(app, INSTALLER, 'installer');
  const serials = Array.from({ length: count }, (_, index) => `Trace_W${String(index + 1).padStart(5, '0')}`);
  const known = await app.devices.deviceIdsOf(serials);
  await eachOf([...serials.entries()], AT_ONCE, async ([index, serial]) => {
    if (known.has(serial)) return;
    const email = `bench-wearer-${index + 1}@example.com`;
    await grantPremium(app, await accountOf(app, email, 'user', { firstName: 'Wearer', lastName: String(index + 1) }));
    await addDevice(app, installerId, serial, email);
  });
}

/** The missing tenants: people who share nothing with those of another tenant, with names that occur nowhere else. */
async function addTenants(app: App, count: number): Promise<void> {
  await accountOf(app, STAFF, 'staff');
  for (let tenant = 1; tenant <= count; tenant += 1) {
    const account = (kind: string, role: 'user' | 'installer'): Promise<string> =>
      accountOf(app, `tenant-${tenant}-${kind}@example.com`, role, {
        firstName: `Ada${tenant}${kind}`,
        lastName: `Kanarie${tenant}${kind}`,
      });
    const installerId = await account('installer', 'installer');
    await account('colleague', 'installer');
    await grantPremium(app, await account('premium', 'user'));
    await account('free', 'user');
    const serial = `Trace_K${String(tenant).padStart(5, '0')}`;
    if ((await app.devices.deviceIdsOf([serial])).has(serial)) continue;
    await addDevice(app, installerId, serial, `tenant-${tenant}-premium@example.com`);
  }
}

/** Returns the email addresses of users who have only an account. */
function peopleEmails(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `bench-person-${index + 1}@example.com`);
}

function serialOf(number: number): string {
  return `Trace_B${String(number).padStart(5, '0')}`;
}

async function accountOf(
  app: App,
  email: string,
  role: 'user' | 'installer' | 'staff',
  name = { firstName: 'Bench', lastName: 'Person' },
): Promise<string> {
  const found = await app.people.findAccountByEmail(email);
  if (found !== null) return found.id;
  return app.auth.createAccount({ email, password: PASSWORD, ...name, role, timeZone: 'Australia/Sydney' });
}

async function addDevice(app: App, installerId: string, serial: string, userEmail: string): Promise<void> {
  const actor: Actor = {
    accountId: installerId,
    sessionId: '',
    role: 'installer',
    email: INSTALLER,
    firstName: 'Bench',
    lastName: 'Person',
    timeZone: 'Australia/Sydney',
    provedAt: new Date(0),
  };
  const origin = { requestId: randomUUID(), address: '127.0.0.1', userAgent: 'bench' };
  await app.gateway.registry.enter(serial);
  await app.devices.register(actor, origin, { serial, nickname: null });
  await app.assignments.assign(actor, origin, serial, userEmail);
}

/** Writes `SERIAL.crt.pem` beside each request, and the authority as `ca.crt.pem`. */
async function signRequests(app: App, folder: string): Promise<void> {
  const { certificates } = app.gateway;
  const requests = (await readdir(folder)).filter((name) => name.endsWith(REQUEST_ENDING));
  await eachOf(requests, AT_ONCE, async (name) => {
    const serial = name.slice(0, -REQUEST_ENDING.length);
    const request = await readFile(path.join(folder, name), 'utf8');
    const { certificatePem } = await certificates.issue(serial, request, 'factory');
    await writeFile(path.join(folder, `${serial}.crt.pem`), certificatePem);
  });
  await writeFile(path.join(folder, 'ca.crt.pem'), certificates.caPem);
}

/** Processes the items, at most `atOnce` at a time. The first failure ends the run. */
async function eachOf<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const workOn = async (): Promise<void> => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, workOn));
}

/** For checkers, which look into the tables themselves. */
async function databaseUrlOf({ databaseUrl, dataDirectory }: Config): Promise<string> {
  if (databaseUrl !== null) return databaseUrl;
  const cluster = await openCluster(path.join(dataDirectory, 'database'), await findBinaries(), chooseAccount());
  return (await chooseAddress(cluster)).url;
}
