import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { fakeClock, type FakeClock } from '#testing/fake-clock';
import type { AlarmHub, HubSession } from './alarm-hub.ts';
import { createAlarmHubClient } from './alarm-hub.client.ts';
import { composeHub } from './alarm-hub.shapes.ts';
import { waitOf } from './alarm-hub.transport.ts';
import {
  STAND_IN_KEY,
  STAND_IN_PASSWORD,
  STAND_IN_TOTP_KEY,
  standInCode,
  startStandIn,
  type StandIn,
} from '@trace/stand-ins/alarm-hub/stand-in';

// Tests the real client, over the wire. The results must also be true of the real service.
let clock: FakeClock;
let service: StandIn;
let hubs: AlarmHub;

beforeAll(async () => {
  clock = fakeClock();
  service = await startStandIn({ clock });
  hubs = createAlarmHubClient({ url: service.url, key: STAND_IN_KEY, clock });
});
afterAll(() => service.stop());

const signIn = (login: string, password = STAND_IN_PASSWORD, totp?: string) =>
  hubs.signIn({ username: login, password, totp });

async function sessionOf(login: string): Promise<HubSession> {
  const answer = await signIn(login);
  if (answer.outcome !== 'signed_in') throw new Error(answer.outcome);
  return answer.session;
}

const code = () => standInCode(STAND_IN_TOTP_KEY, clock.now().getTime());
const refreshOf = (session: HubSession) =>
  hubs.refresh({ userId: session.userId, refreshToken: session.refreshToken! });

test.each([
  ['novak@hub.example', 'wrong', { outcome: 'wrong_credentials' }],
  ['nobody@hub.example', STAND_IN_PASSWORD, { outcome: 'wrong_credentials' }],
  ['', '', { outcome: 'wrong_credentials' }],
  ['pro@hub.example', STAND_IN_PASSWORD, { outcome: 'account_refused' }],
  ['totp@hub.example', STAND_IN_PASSWORD, { outcome: 'code_or_password' }],
  ['totp@hub.example', 'wrong', { outcome: 'code_or_password' }],
  ['badkey@hub.example', STAND_IN_PASSWORD, { outcome: 'key_refused' }],
  ['error@hub.example', STAND_IN_PASSWORD, { outcome: 'unavailable', because: 'it answered 500' }],
  ['busy@hub.example', STAND_IN_PASSWORD, { outcome: 'busy', retryAfterSec: 40 }],
  ['busydate@hub.example', STAND_IN_PASSWORD, { outcome: 'busy', retryAfterSec: 40 }],
  ['garbage@hub.example', STAND_IN_PASSWORD, { outcome: 'garbled' }],
  ['tokenless@hub.example', STAND_IN_PASSWORD, { outcome: 'garbled' }],
])('signing in as %s with %s returns %o [HUB-01]', async (login, password, expected) => {
  expect(await signIn(login, password)).toEqual(expected);
});

test('reports a wrong API key as a fault of the portal instead of the person [HUB-01]', async () => {
  const wrong = createAlarmHubClient({ url: service.url, key: 'another', clock });
  expect(await wrong.signIn({ username: 'novak@hub.example', password: STAND_IN_PASSWORD })).toEqual({
    outcome: 'key_refused',
  });
  expect(await wrong.refresh({ userId: 'x', refreshToken: 'y' })).toEqual({ outcome: 'key_refused' });
  expect(await wrong.listHubs({ userId: 'x', sessionToken: 'y' })).toEqual({ outcome: 'key_refused' });
});

test('sends only the hash of the password, computed in UTF-8 [HUB-01]', async () => {
  service.changePassword('novak+utf8@hub.example', 'Grüße 🚪 עברית');
  expect((await signIn('novak+utf8@hub.example', 'Grüße 🚪 עברית')).outcome).toBe('signed_in');
});

test('an account with a second factor accepts each code of the authenticator app once [HUB-06]', async () => {
  const now = code();
  expect((await signIn('totp@hub.example', STAND_IN_PASSWORD, now)).outcome).toBe('signed_in');
  expect((await signIn('totp@hub.example', STAND_IN_PASSWORD, now)).outcome).toBe('code_or_password');
  await clock.advance(60_000);
  expect((await signIn('totp@hub.example', 'wrong', code())).outcome).toBe('code_or_password');
  expect((await signIn('totp@hub.example', STAND_IN_PASSWORD, code())).outcome).toBe('signed_in');
});

test('composes names, places and states of hubs from list, details and spaces [HUB-01]', async () => {
  expect(await hubs.listHubs(await sessionOf('novak@hub.example'))).toEqual({
    outcome: 'listed',
    hubs: [
      { hubId: '00A41F7C', name: 'Novak home', location: '-33.7969, 151.2860', isOnline: true },
      { hubId: '00A45B02', name: 'Northside depot', location: 'Northside depot', isOnline: true },
      { hubId: '00A3E911', name: 'Boat shed', location: 'Boat shed', isOnline: false },
    ],
  });
});

test.each(['odd@hub.example', 'wrapped@hub.example'])(
  'reads the hubs of %s despite missing fields [HUB-01]',
  async (login) => {
    expect(await hubs.listHubs(await sessionOf(login))).toEqual({
      outcome: 'listed',
      hubs: [
        { hubId: '00B0AAAA', name: 'Hub 00B0', location: null, isOnline: null },
        { hubId: '00B0BBBB', name: 'Named by the list', location: null, isOnline: null },
        { hubId: '00B0CCCC', name: 'Named by its details', location: null, isOnline: false },
      ],
    });
  },
);

test('stores no half of a character when the name of a hub is cut [HUB-01]', () => {
  const { name } = composeHub({ hubId: '00B0AAAA', name: `${'x'.repeat(99)}🚪` }, undefined, undefined);
  expect(name).toBe(`${'x'.repeat(99)}\ufffd`);
});

test('asks for no further details when the service limits requests [HUB-01]', async () => {
  const session = await sessionOf('limited@hub.example');
  const before = service.requests.length;
  expect(await hubs.listHubs(session)).toMatchObject({ outcome: 'listed', hubs: { length: 3 } });
  // The list, and two requests for each of two hubs at once.
  expect(service.requests.length - before).toBe(5);
});

test('asks for no further details after ten seconds of slow answers [HUB-01] [I-24]', async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `00B0AA${index + 10}`);
  const paths: string[] = [];
  const slow = createServer(({ url = '' }, response) => {
    paths.push(url);
    clock.set(new Date(clock.now().getTime() + 4_000));
    response.end(JSON.stringify(url.endsWith('/hubs') ? ids.map((hubId) => ({ hubId })) : []));
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  const { port } = slow.address() as AddressInfo;
  const ofSlow = createAlarmHubClient({ url: `http://127.0.0.1:${port}`, key: STAND_IN_KEY, clock });
  const listed = await ofSlow.listHubs({ userId: 'x', sessionToken: 'y' });
  slow.closeAllConnections();
  slow.close();
  expect(listed).toMatchObject({ outcome: 'listed', hubs: { length: 20 } });
  // The list, and two requests for each of two hubs at once.
  expect(paths).toHaveLength(5);
});

test.each([401, 403])(
  'a page with status %d judges no credentials and ends no token [HUB-01] [HUB-07]',
  async (status) => {
    const session = await sessionOf('novak+page@hub.example');
    service.failWith(status, '<html>Access denied</html>');
    try {
      const answers = [await signIn('novak@hub.example'), await refreshOf(session), await hubs.listHubs(session)];
      for (const answer of answers)
        expect(answer).toEqual({ outcome: 'unavailable', because: `it answered ${status}` });
    } finally {
      service.failWith(null);
    }
  },
);

test('accepts an empty list and rejects an answer that is no list [HUB-01]', async () => {
  expect(await hubs.listHubs(await sessionOf('empty@hub.example'))).toEqual({ outcome: 'listed', hubs: [] });
  expect(await hubs.listHubs(await sessionOf('strange@hub.example'))).toEqual({ outcome: 'garbled' });
});

test('answers ids only from a list that is understood as a whole [HUB-07] [A-732]', async () => {
  const idsOf = async (login: string) => hubs.listHubIds(await sessionOf(login));
  expect(await idsOf('wrapped@hub.example')).toEqual({
    outcome: 'listed',
    hubIds: ['00B0AAAA', '00B0BBBB', '00B0CCCC'],
  });
  expect(await idsOf('empty@hub.example')).toEqual({ outcome: 'listed', hubIds: [] });
  for (const login of ['incomplete@hub.example', 'strange@hub.example'])
    expect(await idsOf(login)).toEqual({ outcome: 'garbled' });
});

test('cuts off an answer of 100 MB to a sign-in and to a list [HUB-01]', async () => {
  expect(await signIn('huge@hub.example')).toEqual({
    outcome: 'unavailable',
    because: 'the answer is longer than 1048576 bytes',
  });
  const list = await hubs.listHubs(await sessionOf('endless@hub.example'));
  expect(list).toMatchObject({ outcome: 'unavailable', because: 'the answer is longer than 1048576 bytes' });
});

test('gives up on a hanging service after ten seconds, and on an unreachable service at once [HUB-01]', async () => {
  const asked = service.requests.length;
  const answer = signIn('hang@hub.example');
  await eventually(
    () => service.requests.length,
    (count) => count > asked,
  );
  await clock.advance(9_999);
  await clock.advance(1);
  expect(await answer).toEqual({ outcome: 'unavailable', because: 'no answer within 10000 ms' });
  const gone = await startStandIn({ clock });
  await gone.stop();
  const nowhere = createAlarmHubClient({ url: gone.url, key: STAND_IN_KEY, clock });
  expect(await nowhere.signIn({ username: 'a', password: 'b' })).toEqual({
    outcome: 'unavailable',
    because: 'ECONNREFUSED',
  });
});

test('a session ends after 15 minutes, and a refresh issues new tokens and ends the old tokens [HUB-06]', async () => {
  const first = await sessionOf('novak+tokens@hub.example');
  await clock.advance(15 * 60_000);
  expect(await hubs.listHubs(first)).toEqual({ outcome: 'ended' });
  const renewed = await refreshOf(first);
  if (renewed.outcome !== 'refreshed') throw new Error(renewed.outcome);
  expect((await hubs.listHubs(renewed.session)).outcome).toBe('listed');
  expect(await refreshOf(first)).toEqual({ outcome: 'ended' });
});

test('of two concurrent refreshes only one succeeds [HUB-06]', async () => {
  const session = await sessionOf('novak+race@hub.example');
  const both = await Promise.all([refreshOf(session), refreshOf(session)]);
  expect(both.map(({ outcome }) => outcome).sort()).toEqual(['ended', 'refreshed']);
});

test('a refresh token is valid for a week, or for a year after a code [HUB-08]', async () => {
  const [plain, withCode] = [
    await sessionOf('novak+week@hub.example'),
    await signIn('totp+year@hub.example', STAND_IN_PASSWORD, code()),
  ];
  if (withCode.outcome !== 'signed_in') throw new Error(withCode.outcome);
  await clock.advance(7 * 86_400_000);
  expect(await refreshOf(plain)).toEqual({ outcome: 'ended' });
  expect((await refreshOf(withCode.session)).outcome).toBe('refreshed');
});

test('a changed password ends the tokens [HUB-07]', async () => {
  const session = await sessionOf('novak+changed@hub.example');
  service.changePassword('novak+changed@hub.example', 'Another-Kettle-42');
  expect(await refreshOf(session)).toEqual({ outcome: 'ended' });
});

test('reads a waiting time as seconds or as a date, within limits [HUB-01]', () => {
  const now = new Date('2026-03-02T12:00:00.000Z');
  const cases: [string | null, number][] = [
    ['7', 7],
    [' 7 ', 7],
    ['0', 1],
    ['Mon, 02 Mar 2026 12:01:30 GMT', 90],
    ['Mon, 02 Mar 2026 11:00:00 GMT', 1],
    ['99999999', 86_400],
    ['soon', 30],
    ['', 30],
    [null, 30],
  ];
  for (const [header, expected] of cases) expect(waitOf(header, now), String(header)).toBe(expected);
});

test('no call of these tests armed, disarmed or pressed panic [HUB-01]', () => {
  expect(service.requests.length).toBeGreaterThan(30);
  expect(service.armings).toEqual([]);
});
