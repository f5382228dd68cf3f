import { deleteAccount } from '@trace/contract/accounts/accounts.api';
import { DELETE_PHRASE } from '@trace/contract/accounts/accounts.rules';
import { listAlerts } from '@trace/contract/alerts/alerts.api';
import { alertsTexts } from '@trace/contract/alerts/alerts.texts';
import { deviceSetupTexts } from '@trace/contract/device-setup/device-setup.texts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { STAND_IN_PASSWORD, type StandIn } from '@trace/stand-ins/alarm-hub/stand-in';
import { eventually } from '#testing/eventually';
import { startHubPortal, verifyHubs } from '#testing/worlds/hub-world';
import type { Portal, SignedIn } from '#testing/portal';
import { rawCall, refusalIn } from '#testing/raw-call';
import { configuration, reconfigure, registerNew, setupOf } from '#testing/worlds/setup-world';
import { readStream } from '#testing/sse';

let portal: Portal;
let hubService: StandIn;
let stop: () => Promise<void>;
let installer: SignedIn;

beforeAll(async () => {
  ({ portal, hubService, stop } = await startHubPortal());
  installer = await portal.person({ role: 'installer' });
});
beforeEach(async () => {
  await sql`delete from hub_try`.execute(portal.test.database.sql);
});
afterAll(() => stop());

interface KeptLink {
  hubId: string;
  sealedRefreshToken: string | null;
  tokenVersion: number;
  brokenSince: Date | null;
  absentSince: Date | null;
  refusedSince: Date | null;
  nextRenewalAt: Date | null;
  renewalAttempts: number;
}

async function linkOf(serial: string): Promise<KeptLink> {
  const { rows } = await sql<KeptLink>`
    select l.* from hub_link l join device d on d.id = l.device_id where d.serial = ${serial} and not is_previous`.execute(
    portal.test.database.sql,
  );
  return rows[0]!;
}

/** Registers a device with a hub of a separate account. */
async function linked(username: string, user?: SignedIn): Promise<string> {
  const { handle } = await verifyHubs(installer, username);
  const { serial } = await registerNew(portal, installer, { hub: { handle, hubId: '00A41F7C' } }, user);
  return serial;
}

/** Lets the time of the link's renewal come. */
async function untilDue(serial: string): Promise<void> {
  await sql`
    update hub_link set next_renewal_at = ${portal.clock.now()} where device_id = (select id from device where serial = ${serial})
      and not is_previous and next_renewal_at is not null`.execute(portal.test.database.sql);
  await portal.clock.advance(60_500);
}

/** The hub service refuses the token of a link, and again an hour later. */
async function refusedTwice(serial: string): Promise<KeptLink> {
  await untilDue(serial);
  await eventually(
    () => linkOf(serial),
    ({ refusedSince }) => refusedSince !== null,
  );
  await sql`update hub_link set refused_since = refused_since - interval '1 hour'`.execute(portal.test.database.sql);
  await untilDue(serial);
  return eventually(
    () => linkOf(serial),
    ({ sealedRefreshToken }) => sealedRefreshToken === null,
  );
}

test('a link stores only the refresh token of an account, sealed for the device [HUB-08] [HUB-05]', async () => {
  const serial = await linked('novak+kept@hub.example');
  const link = await linkOf(serial);
  expect(link.sealedRefreshToken).toMatch(/^s1\./);
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and column_name ~ 'ajax|password' and table_name ~ 'hub|device'`.execute(
    portal.test.database.sql,
  );
  expect(rows.map(({ name }) => name)).toEqual(['sealed_sim_password', 'sealed_sim_password']);
});

test('renews the refresh token before expiry and stores the new token each time [HUB-08]', async () => {
  const serial = await linked('novak+renewed@hub.example');
  const before = await linkOf(serial);
  const inHours = (before.nextRenewalAt!.getTime() - portal.clock.now().getTime()) / 3_600_000;
  expect(inHours).toBeGreaterThanOrEqual(20);
  expect(inHours).toBeLessThanOrEqual(24);
  await untilDue(serial);
  const after = await eventually(
    () => linkOf(serial),
    ({ tokenVersion }) => tokenVersion === 1,
  );
  expect(after.sealedRefreshToken).not.toBe(before.sealedRefreshToken);
  expect(after.brokenSince).toBeNull();
  await untilDue(serial);
  await eventually(
    () => linkOf(serial),
    ({ tokenVersion }) => tokenVersion === 2,
  );
});

test('a link has no secret when the hub service issues no refresh token [HUB-08]', async () => {
  const serial = await linked('unrenewable@hub.example');
  expect(await linkOf(serial)).toMatchObject({ hubId: '00A41F7C', sealedRefreshToken: null, nextRenewalAt: null });
});

test('keeps the link and retries with growing pauses when the hub service fails [HUB-07]', async () => {
  const serial = await linked('novak+patient@hub.example');
  hubService.failWith(500);
  try {
    await untilDue(serial);
    const first = await eventually(
      () => linkOf(serial),
      ({ renewalAttempts }) => renewalAttempts === 1,
    );
    await untilDue(serial);
    const second = await eventually(
      () => linkOf(serial),
      ({ renewalAttempts }) => renewalAttempts === 2,
    );
    expect(second.brokenSince).toBeNull();
    const waits = [first, second].map(({ nextRenewalAt }) => nextRenewalAt!.getTime());
    expect(waits[1]).toBeGreaterThan(waits[0]!);
  } finally {
    hubService.failWith(null);
  }
  await untilDue(serial);
  await eventually(
    () => linkOf(serial),
    ({ tokenVersion, renewalAttempts }) => tokenVersion === 1 && renewalAttempts === 0,
  );
});

test('a link whose token cannot be read keeps no other link from its renewal [HUB-08]', async () => {
  const unreadable = await linked('novak+unreadable@hub.example');
  const readable = await linked('novak+readable@hub.example');
  await sql`
    update hub_link set sealed_refresh_token = 's1.unreadable', next_renewal_at = ${new Date(0)}
    where device_id = (select id from device where serial = ${unreadable})`.execute(portal.test.database.sql);
  await untilDue(readable);
  await eventually(
    () => linkOf(readable),
    ({ tokenVersion }) => tokenVersion === 1,
  );
  expect(await linkOf(unreadable)).toMatchObject({ tokenVersion: 0, brokenSince: null });
});

test('unlinks the hub of a user when the user deletes the account [HUB-07] [SET-03]', async () => {
  const user = await portal.person();
  const { device, serial } = await registerNew(portal, installer, {}, user);
  const { handle } = await verifyHubs(user, 'novak+leaving@hub.example');
  await reconfigure(user, serial, { hub: { handle, hubId: '00A41F7C' } });
  const answer = await rawCall(portal, {
    method: 'POST',
    path: '/api/account/delete',
    person: user,
    body: { confirmation: 'delete my account' },
  });
  expect(answer.status).toBe(200);
  expect(await setupOf(installer, serial)).toMatchObject({ hub: null, previous: null, state: 'queued' });
  await portal.clock.advance(5_500);
  expect((await configuration(device, 2)).parameters).toEqual({ hubId: null });
});

const program = (person: SignedIn, body: object) =>
  rawCall(portal, { method: 'POST', path: '/functions/v1/program-device', person, body });

test('program-device checks the credentials and accepts only a hub of that account [FN-01] [HUB-02]', async () => {
  const { device, serial } = await registerNew(portal, installer);
  const ajaxUsername = 'novak+function@hub.example';
  const config = { serialNumber: serial, hubId: '00a45b02', ajaxUsername, ajaxPassword: STAND_IN_PASSWORD };
  const wrong = await program(installer, { ...config, ajaxPassword: 'wrong' });
  expect(refusalIn(wrong)).toMatchObject({ code: 'wrong_credentials', field: 'body.ajaxPassword' });
  expect((await program(installer, { ...config, hubId: '00FFFFFF' })).status).toBe(409);
  expect((await program(installer, { ...config, hubId: "Mum's house" })).status).toBe(409);
  expect(refusalIn(await program(installer, { serialNumber: serial, hubId: '00A45B02' }))).toMatchObject({
    field: 'body.ajaxUsername',
  });
  expect((await setupOf(installer, serial)).hub).toBeNull();
  const done = await program(installer, { ...config, simAPN: ' internet ', simPassword: '' });
  expect(done.json).toEqual({ success: true, message: deviceSetupTexts.reconfigured });
  const { parameters } = await configuration(device);
  expect(parameters).toEqual({ hubId: '00A45B02', sim: { apn: 'internet' } });
});

test('device-status reconfigures in the same way as program-device [FN-01] [HUB-04]', async () => {
  const { device, serial } = await registerNew(portal, installer);
  const answer = await rawCall(portal, {
    method: 'POST',
    path: '/functions/v1/device-status',
    person: installer,
    body: {
      serialNumber: serial,
      action: 'reconfigure',
      config: { hubId: '00A3E911', ajaxUsername: 'novak+status@hub.example', ajaxPassword: STAND_IN_PASSWORD },
    },
  });
  expect(answer.json).toMatchObject({ success: true });
  expect((await configuration(device)).parameters).toEqual({ hubId: '00A3E911' });
});

test('a single refusal of the hub service leaves a link its token [HUB-07] [A-936]', async () => {
  const login = 'novak+refused-once@hub.example';
  const serial = await linked(login);
  hubService.changePassword(login, 'Another-Kettle-42');
  await untilDue(serial);
  const refused = await eventually(
    () => linkOf(serial),
    ({ renewalAttempts }) => renewalAttempts === 1,
  );
  expect(refused).toMatchObject({ brokenSince: null, sealedRefreshToken: expect.any(String) });
  await untilDue(serial);
  const within = await eventually(
    () => linkOf(serial),
    ({ renewalAttempts }) => renewalAttempts === 2,
  );
  expect(within).toMatchObject({ brokenSince: null, refusedSince: refused.refusedSince });
});

test('a broken link shows since when, notifies user and installer once, and works again when relinked [HUB-07] [ALRT-01]', async () => {
  const user = await portal.person();
  const serial = await linked('novak+broken@hub.example', user);
  const page = await readStream(`${portal.url}/api/stream`, { cookie: user.cookie });
  hubService.changePassword('novak+broken@hub.example', 'Another-Kettle-42');
  try {
    await refusedTwice(serial);
    // The first event can be that of the linking.
    const newest = await eventually(
      () => page.of('device-setup.changed').at(-1),
      (event) => event?.isHubBroken === true,
    );
    expect(newest).toMatchObject({ serialNumber: serial, isHubBroken: true });
  } finally {
    page.close();
  }
  const { hub } = await setupOf(user, serial);
  expect(hub).toMatchObject({ id: '00A41F7C', brokenSince: expect.any(String) });
  // A dead token has no use and only causes trouble, so the server deletes the token.
  expect((await linkOf(serial)).sealedRefreshToken).toBeNull();
  await portal.clock.advance(120_000);
  const mails = await portal.app.mail.listRecent(200);
  const emailed = mails.filter(
    ({ subject }) => subject === alertsTexts.mailSubject(alertsTexts.kind.hub_broken, `Device ${serial}`),
  );
  expect(emailed.map(({ recipient }) => recipient).sort()).toEqual([user.email, installer.email].sort());
  for (const { text } of emailed) expect(text).toContain('Panic alerts from the device still do.');
  const alertOf = async (person: SignedIn) => {
    const { alerts } = await person.api.call(listAlerts, { query: { limit: 100 } });
    return alerts.find(({ device }) => device?.serialNumber === serial)!;
  };
  expect(await alertOf(user)).toMatchObject({ kind: 'hub_broken', endedAt: null });
  hubService.changePassword('novak+broken@hub.example', STAND_IN_PASSWORD);
  const { handle } = await verifyHubs(user, 'novak+broken@hub.example');
  const mended = await reconfigure(user, serial, { hub: { handle, hubId: '00A41F7C' } });
  expect(mended.hub).toMatchObject({ brokenSince: null });
  for (const person of [user, installer]) expect((await alertOf(person)).endedAt).not.toBeNull();
});

test('keeps a renewed token while the database refuses to save the token [HUB-07] [HUB-08]', async () => {
  const serial = await linked('novak+unsaved@hub.example');
  const { sql: db } = portal.test.database;
  const refreshes = () => hubService.requests.filter((request) => request === 'POST /refresh').length;
  const before = refreshes();
  await sql`
    create function refuse_tokens() returns trigger language plpgsql as $$ begin raise 'full'; end $$`.execute(db);
  await sql`
    create trigger refuse_tokens before update of sealed_refresh_token on hub_link
    for each row execute function refuse_tokens()`.execute(db);
  await untilDue(serial);
  await eventually(refreshes, (count) => count === before + 1);
  await portal.clock.advance(60_000);
  expect(await linkOf(serial)).toMatchObject({ tokenVersion: 0 });
  await sql`drop function refuse_tokens cascade`.execute(db);
  await portal.clock.advance(6_000);
  await eventually(
    () => linkOf(serial),
    ({ tokenVersion }) => tokenVersion === 1,
  );
  await untilDue(serial);
  await eventually(
    () => linkOf(serial),
    ({ tokenVersion, brokenSince }) => tokenVersion === 2 && brokenSince === null,
  );
});

test('breaks the link of a hub that is absent from its account for a day [HUB-07] [T13] [A-732]', async () => {
  const login = 'novak+sold@hub.example';
  const user = await portal.person();
  const serial = await linked(login, user);
  const renewedTo = async (isReached: (link: KeptLink) => boolean): Promise<KeptLink> => {
    await untilDue(serial);
    return eventually(() => linkOf(serial), isReached);
  };
  hubService.removeHub(login, '00A41F7C');
  const absent = await renewedTo(({ absentSince }) => absentSince !== null);
  const lists = () => hubService.requests.filter((request) => /^GET .*\/hubs$/.test(request)).length;
  const before = lists();
  await renewedTo(({ tokenVersion }) => tokenVersion === 2);
  await eventually(lists, (count) => count === before + 1);
  hubService.restoreHubs(login);
  expect(await renewedTo(({ absentSince }) => absentSince === null)).toMatchObject({ brokenSince: null });

  hubService.removeHub(login, '00A41F7C');
  await renewedTo(({ absentSince }) => absentSince !== null);
  await sql`update hub_link set absent_since = absent_since - interval '20 hours' where absent_since is not null`.execute(
    portal.test.database.sql,
  );
  const broken = await renewedTo(({ brokenSince }) => brokenSince !== null);
  expect(broken.absentSince!.getTime()).toBeLessThan(absent.absentSince!.getTime());
  const alertsOf = async () => (await user.api.call(listAlerts, { query: { limit: 100 } })).alerts;
  expect(await alertsOf()).toMatchObject([{ kind: 'hub_broken', endedAt: null }]);
  hubService.restoreHubs(login);
  expect(await renewedTo(({ absentSince }) => absentSince === null)).toMatchObject({ brokenSince: null });
  expect(await alertsOf()).toMatchObject([{ kind: 'hub_broken', endedAt: expect.any(String) }]);
});

test('the alert of a broken hub link ends when the user of the hub deletes the account [HUB-07] [A-69]', async () => {
  const login = 'novak+departing@hub.example';
  const user = await portal.person();
  const serial = await linked(login, user);
  hubService.changePassword(login, 'Another-Kettle-42');
  await refusedTwice(serial);
  const alertsOf = async () =>
    (await installer.api.call(listAlerts, { query: { limit: 100 } })).alerts.filter(
      ({ kind, device }) => kind === 'hub_broken' && device?.serialNumber === serial,
    );
  expect(await eventually(alertsOf, (all) => all.length > 0)).toMatchObject([{ endedAt: null }]);
  await user.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } });
  expect(await alertsOf()).toMatchObject([{ endedAt: expect.any(String) }]);
});

test('a hub that left its account stays gone when the account then refuses the token [HUB-07] [T13] [A-732]', async () => {
  const login = 'novak+goneandrefused@hub.example';
  const serial = await linked(login);
  const now = portal.clock.now();
  await sql`
    update hub_link set absent_since = ${now}, broken_since = ${now}
    where device_id = (select id from device where serial = ${serial})`.execute(portal.test.database.sql);
  hubService.changePassword(login, 'Another-Kettle-42');
  expect(await refusedTwice(serial)).toMatchObject({ absentSince: now, brokenSince: now, nextRenewalAt: null });
});
