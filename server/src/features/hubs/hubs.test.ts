import { getHubService, listHubs, signInToHubs } from '@trace/contract/hubs/hubs.api';
import { hubRules } from '@trace/contract/hubs/hubs.rules';
import { hubsTexts } from '@trace/contract/hubs/hubs.texts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { STAND_IN_PASSWORD, STAND_IN_TOTP_KEY, standInCode, type StandIn } from '@trace/stand-ins/alarm-hub/stand-in';
import { eventually } from '#testing/eventually';
import { startHubPortal, verifyHubs } from '#testing/worlds/hub-world';
import { signInAs, startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall, refusalIn, type RawAnswer } from '#testing/raw-call';

let portal: Portal;
let hubService: StandIn;
let stop: () => Promise<void>;
let installer: SignedIn;

beforeAll(async () => {
  ({ portal, hubService, stop } = await startHubPortal());
});
beforeEach(async () => {
  installer = await portal.person({ role: 'installer' });
  // All tests come from the same address, so the tries of earlier tests are deleted.
  await sql`delete from hub_try`.execute(portal.test.database.sql);
});
afterAll(() => stop());

const auth = (person: SignedIn, body: unknown): Promise<RawAnswer> =>
  rawCall(portal, { method: 'POST', path: '/functions/v1/ajax-auth', person, body });
/** More than the connections of the database pool, fewer than the tries of one address. */
const CALLS = 18;
const credentials = (username: string, password = STAND_IN_PASSWORD, totp?: string) => ({
  credentials: { username, password, ...(totp === undefined ? {} : { totp }) },
});

test('verifies credentials and lists the hubs of the account with name, id, location and state [HUB-01] [FN-01]', async () => {
  const { hubs, handle } = await verifyHubs(installer);
  expect(hubs).toEqual([
    { hubId: '00A41F7C', name: 'Novak home', location: '-33.7969, 151.2860', isOnline: true },
    { hubId: '00A45B02', name: 'Northside depot', location: 'Northside depot', isOnline: true },
    { hubId: '00A3E911', name: 'Boat shed', location: 'Boat shed', isOnline: false },
  ]);
  expect(handle).toMatch(/^[\w-]{43}$/);
  expect((await verifyHubs(installer, 'empty@hub.example')).hubs).toEqual([]);
  expect((await verifyHubs(installer, 'odd@hub.example')).hubs[0]).toMatchObject({ isOnline: null, location: null });
});

test('accepts the credentials directly in the body [HUB-01] [FN-01]', async () => {
  const answer = await auth(installer, { username: ' novak@hub.example ', password: STAND_IN_PASSWORD });
  expect(Object.keys(answer.json as object).sort()).toEqual(['sessionToken', 'userId']);
});

test.each([
  ['wrong password', credentials('novak@hub.example', 'wrong'), 401, 'wrong_credentials', hubsTexts.failed, 'password'],
  ['nobody', credentials('nobody@hub.example'), 401, 'wrong_credentials', hubsTexts.failed, 'password'],
  ['a code is needed', credentials('totp@hub.example'), 401, 'wrong_credentials', hubsTexts.codeNeeded, 'totp'],
  ['PRO', credentials('pro@hub.example'), 401, 'wrong_credentials', hubsTexts.accountRefused, 'username'],
  ['our key', credentials('badkey@hub.example'), 503, 'unavailable', hubsTexts.unavailable, undefined],
  ['500', credentials('error@hub.example'), 503, 'unavailable', hubsTexts.unavailable, undefined],
  ['garbage', credentials('garbage@hub.example'), 503, 'unavailable', hubsTexts.invalidAnswer, undefined],
  ['no tokens', credentials('tokenless@hub.example'), 503, 'unavailable', hubsTexts.invalidAnswer, undefined],
  ['100 MB', credentials('huge@hub.example'), 503, 'unavailable', hubsTexts.unavailable, undefined],
  ['empty name', credentials(''), 400, 'invalid_input', hubsTexts.missing, 'username'],
  ['blank name', credentials('  \t'), 400, 'invalid_input', hubsTexts.missing, 'username'],
  ['no password', credentials('novak@hub.example', ''), 400, 'invalid_input', hubsTexts.missing, 'password'],
  ['no code', credentials('totp@hub.example', 'x', '12345'), 400, 'invalid_input', hubsTexts.codeInvalid, 'totp'],
  ['letters as code', credentials('a', 'x', '12e4.5'), 400, 'invalid_input', hubsTexts.codeInvalid, 'totp'],
  ['emoji', credentials('🚪@hub.example', '🔑'), 401, 'wrong_credentials', hubsTexts.failed, 'password'],
  ['right to left', credentials('שלום', 'javascript:alert(1)'), 401, 'wrong_credentials', hubsTexts.failed, 'password'],
])('refuses the case %s with a message for the user [HUB-01] [T12]', async (_, body, status, code, message, field) => {
  const answer = await auth(installer, body);
  const refusal = refusalIn(answer);
  expect({ status: answer.status, code: refusal.code, message: refusal.message }).toEqual({ status, code, message });
  expect(refusal.field).toBe(field === undefined ? undefined : `body.credentials.${field}`);
});

test('refuses a malformed body of credentials [HUB-01]', async () => {
  const odd = [{}, { credentials: null }, { credentials: { username: 1, password: 2 } }, { username: 'a'.repeat(300) }];
  const extra = { ...credentials('novak@hub.example'), userEmail: 'someone@example.com' };
  for (const body of [...odd, extra, []]) expect((await auth(installer, body)).status).toBe(400);
});

test.each(['busy@hub.example', 'busydate@hub.example'])(
  'refuses %s with the time to wait when the hub service is busy [HUB-01]',
  async (username) => {
    const answer = await auth(installer, credentials(username));
    expect(refusalIn(answer)).toMatchObject({ code: 'too_many_requests', message: hubsTexts.busy });
    // A date counts in whole seconds.
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(38);
  },
);

test('gives up on a hanging hub service after ten seconds [HUB-01]', async () => {
  const asked = hubService.requests.length;
  const answer = auth(installer, credentials('hang@hub.example'));
  await eventually(
    () => hubService.requests.length,
    (count) => count > asked,
  );
  await portal.clock.advance(10_000);
  expect(refusalIn(await answer)).toMatchObject({ code: 'unavailable', message: hubsTexts.unavailable });
});

test('other pages answer while more calls hang at the hub service than the database has connections [HUB-01] [I-24]', async () => {
  const asked = hubService.requests.length;
  const people = await Promise.all(Array.from({ length: CALLS }, () => portal.person({ role: 'installer' })));
  const answers = people.map((person) => auth(person, credentials('hang@hub.example')));
  await eventually(
    () => hubService.requests.length,
    (count) => count === asked + CALLS,
  );
  expect((await rawCall(portal, { path: '/api/devices', person: installer })).status).toBe(200);
  await portal.clock.advance(10_000);
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(CALLS).fill(503));
});

test('reports an invalid list of hubs as invalid [HUB-01]', async () => {
  const { json } = await auth(installer, credentials('strange@hub.example'));
  const answer = await rawCall(portal, {
    method: 'POST',
    path: '/functions/v1/ajax-hubs',
    person: installer,
    body: json,
  });
  expect(refusalIn(answer)).toMatchObject({ code: 'unavailable', message: hubsTexts.invalidHubs });
});

test('asks an account with a second factor for the code and refuses a used code [HUB-06]', async () => {
  const totp = standInCode(STAND_IN_TOTP_KEY, portal.clock.now().getTime());
  const body = credentials('totp@hub.example', STAND_IN_PASSWORD, totp);
  expect((await auth(installer, body)).status).toBe(200);
  expect(refusalIn(await auth(installer, body))).toMatchObject({ field: 'body.credentials.totp' });
});

test('refuses a handle from another person, from another session or after expiry [HUB-06] [T13]', async () => {
  const { handle, userId } = await verifyHubs(installer);
  const body = { sessionToken: handle, userId };
  const list = (person: SignedIn) => rawCall(portal, { method: 'POST', path: '/functions/v1/ajax-hubs', person, body });
  const [other, elsewhere] = [await portal.person({ role: 'installer' }), await signInAs(portal.url, installer.email)];
  expect((await list(other)).status).toBe(403);
  expect((await list({ ...installer, ...elsewhere })).status).toBe(403);
  expect((await list(installer)).status).toBe(200);
  const wrongUser = { sessionToken: handle, userId: 'somebody' };
  expect(
    (await rawCall(portal, { method: 'POST', path: '/functions/v1/ajax-hubs', person: installer, body: wrongUser }))
      .status,
  ).toBe(400);
  await sql`update hub_handle set expires_at = expires_at - ${hubRules.handleMs} * interval '1 ms'`.execute(
    portal.test.database.sql,
  );
  expect(refusalIn(await list(installer))).toMatchObject({ code: 'gone', message: hubsTexts.handleGone });
});

test('stores the tokens of the service sealed and never returns a token [HUB-06] [T13]', async () => {
  await sql`delete from hub_handle`.execute(portal.test.database.sql);
  const { handle, userId } = await verifyHubs(installer);
  const { rows } = await sql<{ sealedSessionToken: string; sealedRefreshToken: string; id: Buffer }>`
    select id, sealed_session_token, sealed_refresh_token from hub_handle where person_id = ${installer.id}`.execute(
    portal.test.database.sql,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]!.sealedSessionToken).toMatch(/^s1\./);
  expect(rows[0]!.sealedRefreshToken).toMatch(/^s1\./);
  expect(rows[0]!.id.toString()).not.toContain(handle);
  expect(userId).not.toBe('');
});

test('renews an ended service session only once for several concurrent requests [HUB-06]', async () => {
  const { handle, userId } = await verifyHubs(installer, 'novak+renewed@hub.example');
  // Ends the session but keeps its refresh token, as 15 minutes would.
  hubService.endSessions('novak+renewed@hub.example');
  hubService.refreshes.mostAtOnce = 0;
  const asked = hubService.requests.filter((request) => request === 'POST /refresh').length;
  const lists = await Promise.all(
    [1, 2, 3, 4].map(() => installer.api.call(listHubs, { body: { sessionToken: handle, userId } })),
  );
  expect(lists.map((hubs) => hubs.length)).toEqual([3, 3, 3, 3]);
  expect(hubService.refreshes.mostAtOnce).toBe(1);
  expect(hubService.requests.filter((request) => request === 'POST /refresh').length).toBe(asked + 1);
  hubService.endTokens('novak+renewed@hub.example');
  await expect(installer.api.call(listHubs, { body: { sessionToken: handle, userId } })).rejects.toMatchObject({
    status: 410,
  });
});

test('allows a person five tries a minute, including concurrent tries [HUB-01] [T12]', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => auth(installer, credentials('novak@hub.example'))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
  await portal.clock.advance(60_000);
  expect((await auth(installer, credentials('novak@hub.example'))).status).toBe(200);
});

test('allows an address twenty tries an hour across all people [HUB-01] [T12]', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => portal.person({ role: 'installer' })));
  const answers = await Promise.all(
    people.flatMap((person) => [1, 2, 3, 4, 5].map(() => auth(person, credentials('novak@hub.example')))),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  await sql`update hub_try set window_ends_at = window_ends_at - interval '59 minutes'`.execute(
    portal.test.database.sql,
  );
  expect((await auth(people[0]!, credentials('novak@hub.example'))).status).toBe(429);
  await sql`update hub_try set window_ends_at = window_ends_at - interval '1 minute'`.execute(portal.test.database.sql);
  expect((await auth(people[0]!, credentials('novak@hub.example'))).status).toBe(200);
});

test('tries during an outage of the hub service do not count [HUB-01] [T12]', async () => {
  for (let nth = 0; nth < 6; nth++) expect((await auth(installer, credentials('error@hub.example'))).status).toBe(503);
  for (let nth = 0; nth < 5; nth++) expect((await auth(installer, credentials('novak@hub.example'))).status).toBe(200);
  expect((await auth(installer, credentials('novak@hub.example'))).status).toBe(429);
});

test('failures cause growing pauses that a success does not shorten [HUB-01] [T12]', async () => {
  const fail = () => auth(installer, credentials('novak@hub.example', 'wrong'));
  for (let nth = 0; nth < 3; nth++) expect((await fail()).status).toBe(401);
  const first = refusalIn(await auth(installer, credentials('novak@hub.example')));
  expect(first).toMatchObject({ code: 'too_many_requests', retryAfterSec: 30 });
  await portal.clock.advance(60_000);
  expect((await auth(installer, credentials('novak@hub.example'))).status).toBe(200);
  expect((await fail()).status).toBe(401);
  expect(refusalIn(await fail())).toMatchObject({ code: 'too_many_requests', retryAfterSec: 60 });
});

test('behind a proxy that is not trusted, the failures of a person pause no one else [AUTH-19] [T12]', async () => {
  const proxied = await startHubPortal(undefined, (config) => ({ ...config, publicUrl: 'https://trace.example.com' }));
  try {
    const [stranger, person] = await Promise.all(['a', 'b'].map(() => proxied.portal.person({ role: 'installer' })));
    const authAt = (who: SignedIn, body: unknown) =>
      rawCall(proxied.portal, { method: 'POST', path: '/functions/v1/ajax-auth', person: who, body });
    for (let nth = 0; nth < 3; nth++)
      expect((await authAt(stranger!, credentials('novak@hub.example', 'wrong'))).status).toBe(401);
    expect((await authAt(stranger!, credentials('novak@hub.example'))).status).toBe(429);
    expect((await authAt(person!, credentials('novak@hub.example'))).status).toBe(200);
  } finally {
    await proxied.stop();
  }
});

test('audits successes and failures without names and passwords [HUB-01] [T12]', async () => {
  const someone = await portal.person({ role: 'installer' });
  await auth(someone, credentials('novak@hub.example'));
  await auth(someone, credentials('novak@hub.example', 'Secret-of-mine'));
  const { rows } = await sql<{ action: string; details: unknown }>`
    select action, details from audit_log where actor_id = ${someone.id} order by id`.execute(portal.test.database.sql);
  expect(rows).toEqual([
    { action: 'hub.signIn', details: {} },
    { action: 'hub.signInFailed', details: { because: 'wrong_credentials' } },
  ]);
});

test('reports linking as off when no hub service is configured [HUB-01]', async () => {
  const plain = await startPortal();
  try {
    const person = await plain.person({ role: 'installer' });
    expect(await person.api.call(getHubService, {})).toEqual({ isOn: false });
    await expect(person.api.call(signInToHubs, { body: credentials('novak@hub.example') })).rejects.toMatchObject({
      status: 503,
      refusal: { message: hubsTexts.off },
    });
  } finally {
    await plain.stop();
  }
  expect(await installer.api.call(getHubService, {})).toEqual({ isOn: true });
});
