// HUB-05 T14: secrets that are typed into a form are searched for wherever the server writes: answers, streams, the log,
// mails, downloads and every row of every table.
import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '#platform/log/log';
import { createSecrets } from '#platform/secrets/secrets';
import { createApp, type App } from '#server/app';
import { readConfig } from '#server/config/config';
import { STAND_IN_KEY, STAND_IN_PASSWORD } from '@trace/stand-ins/alarm-hub/stand-in';
import { startHubPortal, type HubPortal } from '#testing/worlds/hub-world';
import { signInAs, type Portal, type SignedIn } from '#testing/portal';
import { rawCall, type RawAnswer } from '#testing/raw-call';
import { apply, configuration, registerNew, type SetUpDevice } from '#testing/worlds/setup-world';
import { readStream, type OpenStream } from '#testing/sse';

const secrets = {
  simUsername: 'canary-sim-user-7Q2Z',
  simPassword: 'canary-sim-password-K9XW',
  laterSimPassword: 'canary-sim-later-P3VD',
  wrongPassword: 'canary-wrong-hub-password-M4TR',
  hubPassword: STAND_IN_PASSWORD,
};

let world: HubPortal;
/** The portal's people and database behind a process whose log is read. */
let portal: Portal;
let other: App;
let installer: SignedIn;
let user: SignedIn;
let page: OpenStream;
let known: SetUpDevice;
const logged: string[] = [];
const answered: string[] = [];

beforeAll(async () => {
  world = await startHubPortal();
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged.push(chunk.toString());
      done();
    },
  });
  other = await createApp({
    config: readConfig({
      PORT: '0',
      MQTTS_PORT: '0',
      MQTT_PORT: '0',
      ALARM_HUB_URL: world.hubService.url,
      ALARM_HUB_KEY: STAND_IN_KEY,
    }),
    databaseUrl: world.portal.test.appUrl,
    schema: world.portal.test.schema,
    clock: async () => world.portal.clock,
    log: createLog({ level: 'trace', destination }),
    secrets: createSecrets(Buffer.alloc(32, 7)),
    webDirectory: null,
  });
  const { url, mqttPort } = await other.start();
  portal = { ...world.portal, app: other, url, mqttPort: mqttPort! };
  const here = async (person: SignedIn): Promise<SignedIn> => ({ ...person, ...(await signInAs(url, person.email)) });
  installer = await here(await world.portal.person({ role: 'installer' }));
  user = await here(await world.portal.person());
  page = await readStream(`${url}/api/stream`, { cookie: installer.cookie });
  await tryEverything();
});
afterAll(async () => {
  page.close();
  known.device.cut();
  await other.stop();
  await world.stop();
});

async function call(person: SignedIn, method: string, path: string, body?: unknown): Promise<RawAnswer> {
  const answer = await rawCall(portal, { method, path, person, ...(body === undefined ? {} : { body }) });
  answered.push(answer.text);
  return answer;
}

const credentials = { username: 'novak+canary@hub.example', password: secrets.hubPassword };

/** All that a person can do with a secret, right and wrong. */
async function tryEverything(): Promise<void> {
  await call(installer, 'POST', '/functions/v1/ajax-auth', { ...credentials, password: secrets.wrongPassword });
  await call(installer, 'POST', '/functions/v1/ajax-auth', { ...credentials, password: [secrets.wrongPassword] });
  const { json } = await call(installer, 'POST', '/functions/v1/ajax-auth', { credentials });
  await call(installer, 'POST', '/functions/v1/ajax-hubs', json);
  const handle = (json as { sessionToken: string }).sessionToken;
  const sim = { apn: 'internet', username: secrets.simUsername, password: secrets.simPassword };
  known = await registerNew(portal, installer, { hub: { handle, hubId: '00A41F7C' }, sim }, user);
  const setup = `/api/devices/${known.serial}/setup`;
  await apply(known.device, await configuration(known.device));
  await call(user, 'POST', setup, { sim: { password: secrets.laterSimPassword } });
  await known.device.answer(await configuration(known.device, 2), { success: false, error: 'busy' });
  await call(user, 'POST', setup, { sim: { password: `${secrets.laterSimPassword}\n` + 'x'.repeat(200) } });
  await call(user, 'POST', setup, { sim: { secret: secrets.simPassword } });
  await call(user, 'POST', `${setup}/previous`);
  await call(installer, 'POST', '/functions/v1/program-device', {
    serialNumber: known.serial,
    hubId: '00A45B02',
    ajaxUsername: credentials.username,
    ajaxPassword: secrets.hubPassword,
    simPassword: secrets.simPassword,
  });
  await call(user, 'DELETE', `/api/devices/${known.serial}/hub`);
  world.hubService.failWith(500);
  await call(user, 'POST', '/functions/v1/ajax-auth', { credentials });
  world.hubService.failWith(null);
  for (const person of [installer, user]) {
    for (const path of [setup, `/api/devices/${known.serial}/commands`, `/api/devices/${known.serial}/responses`])
      await call(person, 'GET', path);
    await call(person, 'GET', '/api/devices?limit=50');
    await call(person, 'GET', '/api/installer/devices');
    await call(person, 'GET', '/api/installer/devices.csv');
    await call(person, 'POST', '/functions/v1/get-user-devices', {});
    await call(person, 'GET', '/api/account/data');
    await call(person, 'POST', '/api/account/data', {});
  }
  await portal.clock.advance(6_000);
}

/** Returns the secret as plain text, hex, base64 and SHA-256: the forms of a poorly hidden secret. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const hash = createHash('sha256').update(bytes).digest();
  return [secret, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, ''), hash.toString('hex')];
}

function expectNone(where: string, text: string): void {
  for (const [name, secret] of Object.entries(secrets))
    for (const form of formsOf(secret)) expect(text.includes(form), `${name} in ${where}`).toBe(false);
}

test('secrets reach the device, and only the device [HUB-05]', () => {
  const sent = JSON.stringify(known.device.commands());
  expect(sent).toContain(secrets.simPassword);
  expect(sent).toContain(secrets.laterSimPassword);
  // A tracker never needs the hub password, and a stolen tracker would leak the password.
  for (const form of formsOf(secrets.hubPassword)) expect(sent).not.toContain(form);
});

test('no response, stream event or download contains a secret [HUB-05] [T14]', () => {
  expect(answered.length).toBeGreaterThan(20);
  for (const text of answered) expectNone('an answer', text);
  expect(page.events.length).toBeGreaterThan(2);
  expectNone('a stream', JSON.stringify(page.events));
});

test('no log line contains a secret, however much is logged [HUB-05] [T14]', () => {
  expect(logged.join('')).toContain('Hub service unavailable');
  expectNone('the log', logged.join(''));
});

test('no row of any table contains a secret: audit, commands, mails, jobs, events and all others [HUB-05] [T14]', async () => {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(portal.test.database.sql);
  const filled: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.id(name)} t`.execute(
      portal.test.database.sql,
    );
    if (rows.length > 0) filled.push(name);
    expectNone(name, rows.map(({ text }) => text).join('\n'));
  }
  for (const name of [
    'audit_log',
    'device_command',
    'device_setup',
    'device_setup_previous',
    'hub_link',
    'mail',
    'outbox',
  ])
    expect(filled).toContain(name);
});
