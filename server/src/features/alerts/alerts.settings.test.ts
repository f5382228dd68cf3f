import { createHash, randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import {
  addBrowser,
  getAlertSettings,
  leaveBrowser,
  removeBrowser,
  renewBrowser,
  saveAlertSettings,
  sendTestAlert,
} from '@trace/contract/alerts/alerts.settings.api';
import { alertRules, usualChoices } from '@trace/contract/alerts/alerts.rules';
import { downloadData, deleteAccount } from '@trace/contract/accounts/accounts.api';
import type { ApiError } from '@trace/contract/kernel/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postToPushService, pushNames, requirePublic } from '#platform/push/push-request';
import {
  choose,
  listOf,
  mailsTo,
  startAlertsWorld,
  stateOf,
  watchedDevice,
  type AlertsWorld,
} from '#testing/worlds/alerts-world';
import { eventually } from '#testing/eventually';
import { newBrowser } from '#testing/authz/authz.alerts.matrix';
import type { SignedIn } from '#testing/portal';
import { rawCall, refusalIn } from '#testing/raw-call';

let world: AlertsWorld;
beforeAll(async () => {
  world = await startAlertsWorld();
});
afterAll(() => world.stop());

test('returns the default settings of the role until the user saves choices [ALRT-01]', async () => {
  const user = await world.portal.person({ timeZone: 'Europe/Berlin' });
  const before = await user.api.call(getAlertSettings, {});
  expect(before).toMatchObject({ choices: usualChoices('user'), quietHours: null, timeZone: 'Europe/Berlin' });
  expect((await world.installer.api.call(getAlertSettings, {})).choices).toEqual(usualChoices('installer'));
  const choices = { ...before.choices, silent: { portal: true, email: false, push: true } };
  const quietHours = { from: '21:30', to: '06:45' };
  const saved = await user.api.call(saveAlertSettings, { body: { choices, quietHours } });
  expect(saved).toMatchObject({ choices, quietHours });
  expect(await user.api.call(getAlertSettings, {})).toEqual(saved);
  expect((await choose(user, null)).quietHours).toBeNull();
});

test('keeps the settings that a change of another page made [ALRT-01]', async () => {
  const user = await world.portal.person();
  const quietHours = { from: '21:30', to: '06:45' };
  await user.api.call(saveAlertSettings, { body: { choices: { silent: { push: false } } } });
  await user.api.call(saveAlertSettings, { body: { quietHours } });
  const saved = await user.api.call(saveAlertSettings, { body: { choices: { silent: { email: false } } } });
  const silent = { ...usualChoices('user').silent, push: false, email: false };
  expect(saved).toMatchObject({ choices: { ...usualChoices('user'), silent }, quietHours });
});

test('refuses invalid settings and names the field [ALRT-01]', async () => {
  const choices = usualChoices('user');
  const bad: [unknown, string][] = [
    [{ choices, quietHours: { from: '', to: '07:00' } }, 'body.quietHours.from'],
    [{ choices, quietHours: { from: '24:00', to: '07:00' } }, 'body.quietHours.from'],
    [{ choices, quietHours: { from: '٢٢:٠٠', to: '07:00' } }, 'body.quietHours.from'],
    [{ choices, quietHours: { from: '22:00', to: '😀' } }, 'body.quietHours.to'],
    [{ choices, quietHours: { from: '22:00', to: '22:00' } }, 'body.quietHours.to'],
    [
      { choices: { ...choices, tamper: { portal: 'yes', email: true, push: true } }, quietHours: null },
      'body.choices.tamper.portal',
    ],
    [{ choices: { ...choices, panic: choices.tamper }, quietHours: null }, 'body.choices.panic'],
    [{ choices, quietHours: null, accountId: randomUUID() }, 'body.accountId'],
  ];
  for (const [body, field] of bad) {
    const answer = await rawCall(world.portal, {
      method: 'PUT',
      path: '/api/alerts/settings',
      person: world.installer,
      body,
    });
    expect({ body, status: answer.status, field: refusalIn(answer).field }).toEqual({ body, status: 400, field });
  }
});

test('accepts only https push services on a public host, never an internal address [ALRT-01] [T15]', async () => {
  const { portal, installer: person } = world;
  const bad = [
    '',
    'not an address',
    'javascript:alert(1)',
    'http://push.example.com/x',
    'ftp://push.example.com/x',
    'https://user:pw@8.8.8.8/x',
    'https://8.8.8.8:8443/x',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://10.0.0.8/x',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/x',
    'https://database/x',
    'https://push.invalid/x',
  ];
  for (const endpoint of bad) {
    const body = newBrowser(endpoint);
    const answer = await rawCall(portal, { method: 'POST', path: '/api/alerts/browsers', person, body });
    expect({ endpoint, status: answer.status, field: refusalIn(answer).field }).toEqual({
      endpoint,
      status: 400,
      field: 'body.endpoint',
    });
  }
  // A point that is none on the curve, and names that would trick a reader.
  const { keys } = newBrowser();
  const others: [object, string][] = [
    [{ keys: { ...keys, p256dh: 'A'.repeat(87) } }, 'body.keys'],
    [{ keys: { ...keys, p256dh: 'short' } }, 'body.keys.p256dh'],
    [{ keys: { ...keys, auth: '' } }, 'body.keys.auth'],
    [{ name: ' ' }, 'body.name'],
    [{ name: 'x'.repeat(81) }, 'body.name'],
    [{ name: 'my\u202ephone' }, 'body.name'],
  ];
  for (const [wrong, field] of others) {
    const body = { ...newBrowser(), ...wrong };
    const answer = await rawCall(portal, { method: 'POST', path: '/api/alerts/browsers', person, body });
    expect({ wrong, status: answer.status, field: refusalIn(answer).field }).toEqual({ wrong, status: 400, field });
  }
});

test('resolves a host name when connecting and refuses an internal address [T15]', async () => {
  const before = pushNames.getServers();
  const server = createSocket('udp4').bind(0, '127.0.0.1');
  await once(server, 'listening');
  server.on('message', (question, { port }) => server.send(answerOf(question, [10, 0, 0, 8]), port));
  pushNames.setServers([`127.0.0.1:${server.address().port}`]);
  const url = new URL('https://inside.example/x');
  await expect(requirePublic(url, null)).rejects.toThrow('is not on the public internet');
  await expect(postToPushService(url, {}, new Uint8Array(1), null)).rejects.toThrow('is not on the public internet');
  pushNames.setServers(before);
  server.close();
});

/** The answer of a name server: this IPv4 address, and no address of IPv6. */
function answerOf(question: Buffer, address: readonly number[]): Buffer {
  const name = question.subarray(12, question.indexOf(0, 12) + 5);
  const isIpv4 = name.at(-3) === 1;
  const head = Buffer.of(question[0]!, question[1]!, 0x81, 0x80, 0, 1, 0, isIpv4 ? 1 : 0, 0, 0, 0, 0);
  const record = Buffer.of(0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address);
  return Buffer.concat([head, name, ...(isIpv4 ? [record] : [])]);
}

test('keeps at most the ten newest browsers per user, also with concurrent additions [ALRT-01]', async () => {
  const user = await world.portal.person();
  for (const _ of [1, 2, 3]) {
    await Promise.all([1, 2, 3, 4].map(() => user.api.call(addBrowser, { body: newBrowser() })));
    await world.portal.clock.advance(1_000);
  }
  const { push } = await user.api.call(getAlertSettings, {});
  expect(push.browsers).toHaveLength(alertRules.mostBrowsers);
});

test('a browser moves to another user who signs in there and gets no pushes for the previous user [ALRT-01]', async () => {
  const [one, other] = [await world.portal.person(), await world.portal.person()];
  const body = newBrowser();
  const [first, again] = [
    await one.api.call(addBrowser, { body }),
    await one.api.call(addBrowser, { body: { ...body, name: 'Firefox on Linux' } }),
  ];
  expect(again).toMatchObject({ id: first.id, name: 'Firefox on Linux' });
  const theirs = await other.api.call(addBrowser, { body });
  expect(theirs.id).not.toBe(first.id);
  expect((await one.api.call(getAlertSettings, {})).push.browsers).toEqual([]);
  expect((await other.api.call(getAlertSettings, {})).push.browsers.map(({ id }) => id)).toEqual([theirs.id]);
});

test('a browser moves to another user even while its push service fails [ALRT-01]', async () => {
  const { user, device } = await watchedDevice(world);
  const [other, browser] = [await world.portal.person(), await world.subscribe(user)];
  browser.answerWith(503);
  await device.say('event', { kind: 'tamper' });
  await eventually(browser.tries, (tries) => tries === 1);
  await eventually(
    () => sql`select from alert_browser_trouble`.execute(world.portal.test.database.sql),
    ({ rows }) => rows.length > 0,
  );
  const theirs = await other.api.call(addBrowser, { body: browser.subscription });
  expect((await other.api.call(getAlertSettings, {})).push.browsers.map(({ id }) => id)).toEqual([theirs.id]);
  device.cut();
});

test('a browser that its user left, or that another user occupies, gets no pushes until the user returns [ALRT-01] [T42]', async () => {
  const { portal, pushService } = world;
  const [one, next] = [await portal.person(), await portal.person()];
  const before = pushService.subscribe();
  const { endpoint, keys, name } = before.subscription;
  const { id } = await one.api.call(addBrowser, { body: before.subscription });
  const restsOf = async (): Promise<boolean[]> =>
    (await one.api.call(getAlertSettings, {})).push.browsers.map(({ isPaused }) => isPaused);
  // The endpoint alone does not prove possession of the browser.
  await next.api.call(leaveBrowser, { body: { endpoint, keys: { ...keys, auth: newBrowser().keys.auth } } });
  expect(await restsOf()).toEqual([false]);
  await Promise.all([one, next].map((who) => who.api.call(leaveBrowser, { body: { endpoint, keys } })));
  expect(await restsOf()).toEqual([true]);
  const { rows } = await sql`
    select from audit_log where action = 'alerts.leaveBrowser' and details->>'of' = ${one.id}`.execute(
    portal.test.database.sql,
  );
  expect(rows).toHaveLength(1);
  expect(await one.api.call(sendTestAlert, {})).toMatchObject({ push: 'no_browser' });
  const back = pushService.subscribe(name);
  expect(await one.api.call(renewBrowser, { params: { id }, body: back.subscription })).toMatchObject({ id });
  expect(await restsOf()).toEqual([false]);
  expect(await one.api.call(sendTestAlert, {})).toMatchObject({ push: 'sent' });
  expect([before.received.length, back.received.length]).toEqual([0, 1]);
});

test('an ended subscription renews as the same browser, and a removed browser cannot renew [ALRT-01]', async () => {
  const { portal, pushService } = world;
  const user = await portal.person();
  const [here, elsewhere] = [pushService.subscribe(), pushService.subscribe()];
  const [known, other] = [
    await user.api.call(addBrowser, { body: here.subscription }),
    await user.api.call(addBrowser, { body: elsewhere.subscription }),
  ];
  here.answerWith(410);
  expect(await user.api.call(sendTestAlert, {})).toMatchObject({ push: 'sent' });
  const restsOf = async () =>
    Object.fromEntries(
      (await user.api.call(getAlertSettings, {})).push.browsers.map(({ id, isPaused }) => [id, isPaused]),
    );
  expect(await restsOf()).toEqual({ [known.id]: true, [other.id]: false });
  const anew = pushService.subscribe();
  const renewed = await user.api.call(renewBrowser, { params: { id: known.id }, body: anew.subscription });
  const fingerprint = createHash('sha256').update(anew.subscription.endpoint).digest('hex');
  expect(renewed).toMatchObject({ id: known.id, addedAt: known.addedAt, isPaused: false, fingerprint });
  expect(renewed.fingerprint).not.toBe(known.fingerprint);
  // The other browser with the same name keeps its state.
  expect(await restsOf()).toEqual({ [known.id]: false, [other.id]: false });
  expect(await user.api.call(sendTestAlert, {})).toMatchObject({ push: 'sent' });
  expect([here, anew, elsewhere].map(({ received }) => received.length)).toEqual([0, 1, 2]);

  const renew = (who: SignedIn, id: string) =>
    who.api.call(renewBrowser, { params: { id }, body: pushService.subscribe().subscription });
  await expect(renew(await portal.person(), known.id)).rejects.toMatchObject({ status: 404 });
  // A removal wins against a concurrent renewal.
  await Promise.allSettled([
    renew(user, known.id),
    user.api.call(removeBrowser, { params: { id: known.id } }),
    renew(user, known.id),
  ]);
  expect(await restsOf()).toEqual({ [other.id]: false });
  await expect(renew(user, known.id)).rejects.toMatchObject({ status: 404 });
});

test('a test alert uses every channel, reports the results, and is limited to three in ten minutes [ALRT-01]', async () => {
  const { portal, pushService } = world;
  const user = await portal.person();
  await choose(user, { from: '00:00', to: '23:59' });
  expect(await user.api.call(sendTestAlert, {})).toEqual({ portal: 'sent', email: 'no_server', push: 'no_browser' });
  const [good, gone] = [pushService.subscribe(), pushService.subscribe()];
  for (const { subscription } of [good, gone]) await user.api.call(addBrowser, { body: subscription });
  gone.answerWith(404);
  const answers = await Promise.allSettled([1, 2, 3, 4, 5].map(() => user.api.call(sendTestAlert, {})));
  const sent = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  expect(sent).toHaveLength(2);
  for (const { push } of sent) expect(push).toBe('sent');
  const refused = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [(answer.reason as ApiError).status] : [],
  );
  expect(refused).toEqual([429, 429, 429]);
  expect(good.received.map(({ message }) => message.title)).toEqual(['Test alert from Trace', 'Test alert from Trace']);
  const { alerts, unread } = await listOf(user);
  expect(alerts.map(({ kind, device }) => ({ kind, device }))).toEqual(Array(3).fill({ kind: 'test', device: null }));
  expect(unread).toBe(3);
  expect(await mailsTo(world, user, 'This is the test alert you requested.')).toHaveLength(3);
  const { browsers } = (await user.api.call(getAlertSettings, {})).push;
  expect(browsers.filter(({ isPaused }) => isPaused)).toHaveLength(1);
  // As if the process had died before the push service answered.
  const { sql: db } = portal.test.database;
  await sql`update alert_delivery set state = 'waiting', sent_to = '{}' where account_id = ${user.id} and channel = 'push'`.execute(
    db,
  );
  const pushStates = async () => (await listOf(user)).alerts.map((alert) => stateOf(alert, 'push'));
  expect(await pushStates()).toEqual(Array(3).fill('waiting'));
  portal.clock.set(new Date(portal.clock.now().getTime() + alertRules.testWindowMs));
  expect(await pushStates()).toEqual(Array(3).fill('failed'));
  good.answerWith(400);
  expect(await user.api.call(sendTestAlert, {})).toMatchObject({ push: 'failed' });
});

test('a download contains alerts and settings, and a deleted account leaves neither behind [SET-03]', async () => {
  const user = await world.portal.person();
  await choose(user, { from: '22:00', to: '07:00' });
  await user.api.call(addBrowser, { body: newBrowser() });
  await user.api.call(sendTestAlert, {});
  const text = JSON.stringify(await user.api.call(downloadData, {}));
  expect(text).toContain('Chrome on Android');
  expect(text).toContain('22:00');
  expect(text).not.toContain('8.8.8.8');
  await user.api.call(deleteAccount, { body: { confirmation: 'delete my account' } });
  const { rows } = await sql<{ left: number }>`
    select (select count(*) from alert_delivery where account_id = ${user.id})::int
      + (select count(*) from alert_browser where account_id = ${user.id})::int
      + (select count(*) from alert_settings where account_id = ${user.id})::int as left`.execute(
    world.portal.test.database.sql,
  );
  expect(rows[0]!.left).toBe(0);
});

test('the key that signs pushes is created once and sealed in the database [ALRT-01]', async () => {
  const keys = await Promise.all([1, 2, 3].map(() => world.installer.api.call(getAlertSettings, {})));
  expect(new Set(keys.map(({ push }) => push.publicKey)).size).toBe(1);
  const { rows } = await sql<{ publicKey: string; sealedPrivateKey: string }>`select * from push_key`.execute(
    world.portal.test.database.sql,
  );
  expect(rows).toEqual([
    { onlyOne: true, publicKey: keys[0]!.push.publicKey, sealedPrivateKey: expect.stringMatching(/^s1\./) as string },
  ]);
});
