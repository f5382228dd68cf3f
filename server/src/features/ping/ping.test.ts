import { randomUUID } from 'node:crypto';
import type { ApiError } from '@trace/contract/kernel/client';
import { cancelPing, getPing, getPingQuota, listPings, listPingWaits, pingDevice } from '@trace/contract/ping/ping.api';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { pingRules } from '@trace/contract/ping/ping.rules';
import { pingTexts } from '@trace/contract/ping/ping.texts';
import { listStatuses } from '@trace/contract/device-status/device-status.api';
import { standingAt, withoutFix } from '@trace/simulator/routes/route';
import type { Tracker } from '@trace/simulator/device/tracker';
import { updateProfile } from '@trace/contract/accounts/accounts.api';
import { endOtherSessions } from '@trace/contract/auth/sessions/auth.sessions.api';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { assignedDevice } from '#testing/followed-device';
import { signInAs, startPortal, type Portal, type SignedIn } from '#testing/portal';
import { assignDevice, connectTracker, registerDevice } from '#testing/trackers';

let portal: Portal;
let installer: SignedIn;
const trackers: Tracker[] = [];

beforeAll(async () => {
  portal = await startPortal();
  installer = await portal.person({ role: 'installer' });
});
afterEach(async () => {
  await Promise.all(trackers.splice(0).map((tracker) => tracker.stop()));
});
afterAll(() => portal.stop());

async function deviceOf(
  user: SignedIn | undefined,
  options: Parameters<typeof connectTracker>[1] = {},
): Promise<Tracker> {
  const tracker = await connectTracker(portal, options);
  trackers.push(tracker);
  await registerDevice(portal, tracker.serial, installer, user);
  return tracker;
}

const ping = (person: SignedIn, serial: string, id: string = randomUUID()) =>
  person.api.call(pingDevice, { params: { serial }, body: { id } });
const refusalOf = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => {
      throw new Error('it was allowed');
    },
    (error: ApiError) => error,
  );

test('a ping asks the device, returns and stores the position, and shows the device online [PING-01] [PING-03]', async () => {
  const user = await portal.person();
  const tracker = await deviceOf(user, { route: standingAt(-33.8412, 151.2103) });
  const asked: unknown[] = [];
  tracker.on('command', (command) => asked.push({ command: command.command, parameters: command.parameters }));
  portal.clock.set(new Date(portal.clock.now().getTime() + pingRules.command.maxAge * 1_000));

  const outcome = await ping(user, tracker.serial);

  expect(asked).toEqual([{ command: 'getLocation', parameters: { priority: 'high', timeout: 10_000, maxAge: 300 } }]);
  expect(outcome).toMatchObject({
    outcome: 'located',
    charged: true,
    location: { lat: -33.8412, lng: 151.2103, deviceName: 'Work ute', serialNumber: tracker.serial },
  });
  const { locations } = await user.api.call(listPings, { params: { serial: tracker.serial } });
  expect(locations).toHaveLength(1);
  const { statuses } = await user.api.call(listStatuses, {});
  expect(statuses).toMatchObject([{ serialNumber: tracker.serial, status: 'online' }]);
});

test('a ping counts when the device answers without a fix [PING-02] [PING-05]', async () => {
  const user = await portal.person();
  const tracker = await deviceOf(user, { route: withoutFix });
  expect(await ping(user, tracker.serial)).toMatchObject({ charged: true });
  expect(await user.api.call(getPingQuota, {})).toMatchObject({ used: 1, limit: 30 });
});

test('a ping is not charged when the device does not answer within 15 s [PING-05]', async () => {
  const user = await portal.person();
  const tracker = await deviceOf(user, { behaviour: { silentOn: ['getLocation'] } });
  const outcome = ping(user, tracker.serial);
  await eventually(
    () => user.api.call(getPingQuota, {}),
    ({ used }) => used === 1,
  );
  await portal.clock.advance(16_000);
  expect(await outcome).toMatchObject({ outcome: 'unreachable', charged: false });
  expect(await user.api.call(getPingQuota, {})).toMatchObject({ used: 0 });
});

test('refuses the 31st ping of a day under 200 parallel requests [PING-04] [PING-05]', async () => {
  const user = await portal.person();
  const fleet = await Promise.all(Array.from({ length: 40 }, () => deviceOf(user)));
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      ping(user, fleet[index % fleet.length]!.serial).then(
        (outcome) => outcome.outcome,
        (error: ApiError) => error.refusal!.code,
      ),
    ),
  );
  expect(answers.filter((answer) => answer === 'located').length).toBeLessThanOrEqual(30);
  expect(answers).toContain('daily_ping_limit');
  while ((await user.api.call(getPingQuota, {})).used < 30) await ping(user, fleet[0]!.serial);
  const refused = await refusalOf(ping(user, fleet[0]!.serial));
  expect(refused.status).toBe(429);
  expect(refused.refusal).toMatchObject({
    code: 'daily_ping_limit',
    message: "You've reached your daily ping limit of 30. Subscribe for unlimited pings.",
  });
  const { resetsAt } = await user.api.call(getPingQuota, {});
  const untilReset = (new Date(resetsAt).getTime() - portal.clock.now().getTime()) / 1_000;
  // The clock runs on between the two readings.
  expect(refused.refusal!.retryAfterSec).toBeGreaterThanOrEqual(Math.ceil(untilReset));
  expect(refused.refusal!.retryAfterSec).toBeLessThan(untilReset + 60);
  const { rows } = await portal.test.database.sql
    .selectFrom('ping_location' as never)
    .selectAll()
    .execute()
    .then((rows) => ({ rows: rows as unknown as { accountId: string }[] }));
  expect(rows.filter((row) => row.accountId === user.id)).toHaveLength(30);
});

test('the day ends at midnight of the own time zone [PING-04]', async () => {
  const user = await portal.person({ timeZone: 'Pacific/Auckland' });
  const quota = await user.api.call(getPingQuota, {});
  expect(quota.timeZone).toBe('Pacific/Auckland');
  expect(
    new Intl.DateTimeFormat('en-NZ', { timeZone: 'Pacific/Auckland', timeStyle: 'short', hourCycle: 'h23' }).format(
      new Date(quota.resetsAt),
    ),
  ).toBe('00:00');
});

test.each([
  ['west', 'Pacific/Honolulu', '2026-03-03T10:00:00.000Z'],
  ['east', 'Pacific/Kiritimati', '2026-03-03T10:00:00.000Z'],
])('a zone further %s gives no second quota for the same hours [SET-04]', async (_way, timeZone, resetsAt) => {
  const own = await startPortal();
  try {
    const [user, fitter] = [await own.person(), await own.person({ role: 'installer' })];
    const fleet = await Promise.all(Array.from({ length: 4 }, () => connectTracker(own)));
    trackers.push(...fleet);
    for (const { serial } of fleet) await registerDevice(own, serial, fitter, user);
    const codeOf = (call: Promise<unknown>): Promise<string> =>
      call.then(
        () => 'located',
        (error: ApiError) => error.refusal!.code,
      );
    while ((await user.api.call(getPingQuota, {})).used < 29) await ping(user, fleet[0]!.serial);
    // Requests the last ping of the day while the account moves to the other zone.
    const answers = await Promise.all(
      fleet.flatMap(({ serial }) => [
        codeOf(ping(user, serial)),
        user.api.call(updateProfile, { body: { timeZone } }).then(() => 'moved'),
      ]),
    );
    expect(answers.toSorted()).toEqual([
      ...['daily_ping_limit', 'daily_ping_limit', 'daily_ping_limit'],
      ...['located', 'moved', 'moved', 'moved', 'moved'],
    ]);
    expect(await user.api.call(getPingQuota, {})).toEqual({ used: 30, limit: 30, resetsAt, timeZone });

    const at = async (instant: Date): Promise<string> => {
      own.clock.set(instant);
      const { api } = await signInAs(own.url, user.email);
      return codeOf(api.call(pingDevice, { params: { serial: fleet[0]!.serial }, body: { id: randomUUID() } }));
    };
    expect(await at(new Date('2026-03-02T13:00:00Z'))).toBe('daily_ping_limit');
    expect(await at(new Date(new Date(resetsAt).getTime() - 1))).toBe('daily_ping_limit');
    expect(await at(new Date(resetsAt))).not.toBe('daily_ping_limit');
  } finally {
    await Promise.all(trackers.splice(0).map((tracker) => tracker.stop()));
    await own.stop();
  }
});

test('premium has unlimited pings [PING-06]', async () => {
  const user = await portal.person({ premium: true });
  const tracker = await deviceOf(user);
  for (let count = 0; count < 31; count += 1) expect((await ping(user, tracker.serial)).outcome).toBe('located');
  expect(await user.api.call(getPingQuota, {})).toMatchObject({ used: 31, limit: null });
});

const untilAsleep = (user: SignedIn, serial: string) =>
  eventually(
    () => user.api.call(listStatuses, {}),
    ({ statuses }) => statuses.find(({ serialNumber }) => serialNumber === serial)?.status === 'sleeping',
  );
const sleeper = { behaviour: { sleep: { wakeIntervalSec: 900, awakeSec: 1 } } };
const waitsOf = async (person: SignedIn) => (await person.api.call(listPingWaits, {})).waits;

test('a ping waits for a sleeping device, shows until when, and is answered on wake [PING-09]', async () => {
  const user = await portal.person();
  const tracker = await deviceOf(user, sleeper);
  await untilAsleep(user, tracker.serial);
  const waiting = await ping(user, tracker.serial);
  expect(waiting).toMatchObject({ outcome: 'waiting', charged: false });
  const own = { params: { id: waiting.id } };
  expect(await user.api.call(getPing, own)).toEqual(waiting);
  const again = await refusalOf(ping(user, tracker.serial));
  const pinged = 'This device is already being pinged. Wait for its answer, or cancel that ping.';
  expect(again.refusal).toMatchObject({ code: 'conflict', message: pinged });
  tracker.wake();
  const { locations } = await eventually(
    () => user.api.call(listPings, { params: { serial: tracker.serial } }),
    ({ locations: found }) => found.length === 1,
  );
  expect(await user.api.call(getPing, own)).toMatchObject({ outcome: 'located', location: locations[0]! });
  expect(locations[0]!.id).toBe(waiting.id);
  expect(await waitsOf(user)).toEqual([]);
});

test('a person sees only own waiting pings of devices still accessible to that person [PING-09]', async () => {
  const [user, other] = [await portal.person(), await portal.person()];
  const tracker = await deviceOf(undefined, sleeper);
  await untilAsleep(installer, tracker.serial);
  const theirs = await ping(installer, tracker.serial);
  if (theirs.outcome !== 'waiting') throw new Error('it does not sleep');
  const { id, expectedAt, endsAt } = theirs;
  const shown = { id, serialNumber: tracker.serial, deviceName: 'Work ute', expectedAt, endsAt };
  expect(await waitsOf(installer)).toContainEqual(shown);
  expect(await waitsOf(other)).toEqual([]);
  await assignDevice(portal, tracker.serial, installer, user);
  const own = await ping(user, tracker.serial);
  expect((await waitsOf(user)).map((wait) => wait.id)).toEqual([own.id]);
  for (const stranger of [other, user])
    expect((await refusalOf(stranger.api.call(getPing, { params: { id } }))).status).toBe(404);
  // From now on the position belongs to the user, so a waiting ping of another person shows no outcome.
  expect((await waitsOf(installer)).map((wait) => wait.id)).not.toContain(id);
});

test('a waiting ping can be cancelled and does not count [PING-09]', async () => {
  const user = await portal.person();
  const tracker = await deviceOf(user, sleeper);
  await untilAsleep(user, tracker.serial);
  const { id } = await ping(user, tracker.serial);
  expect(await user.api.call(cancelPing, { params: { id } })).toEqual({ outcome: 'cancelled', id, charged: false });
  expect(await user.api.call(getPingQuota, {})).toMatchObject({ used: 0 });
  expect(await waitsOf(user)).toEqual([]);
});

test('a repeated request is the same ping [PING-05]', async () => {
  const user = await portal.person();
  const tracker = await deviceOf(user);
  const id = randomUUID();
  const [first, again] = [await ping(user, tracker.serial, id), await ping(user, tracker.serial, id)];
  expect(again).toEqual(first);
  expect(await user.api.call(getPingQuota, {})).toMatchObject({ used: 1 });
});

test('ten concurrent copies of a request count as a single ping, also as the last of the day [PING-05]', async () => {
  const user = await portal.person();
  const tracker = await deviceOf(user);
  for (let count = 0; count < 29; count += 1) await ping(user, tracker.serial);
  const id = randomUUID();
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => ping(user, tracker.serial, id)));
  expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
  expect(outcomes[0]).toMatchObject({ outcome: 'located', id });
  expect(await user.api.call(getPingQuota, {})).toMatchObject({ used: 30 });
});

test('answers for the device of another person as for a missing device', async () => {
  const [user, other] = [await portal.person(), await portal.person()];
  const tracker = await deviceOf(user);
  const [foreign, missing] = [
    await refusalOf(ping(other, tracker.serial)),
    await refusalOf(ping(other, 'Trace_nowhere')),
  ];
  const { requestId: _, ...answer } = foreign.refusal!;
  expect(missing.refusal).toMatchObject(answer);
  expect(foreign.status).toBe(404);
});

test('an installer pings a device without a user, and needs a grant afterwards', async () => {
  const tracker = await deviceOf(undefined);
  expect((await ping(installer, tracker.serial)).outcome).toBe('located');
  const user = await portal.person();
  const assigned = await deviceOf(user);
  expect((await refusalOf(ping(installer, assigned.serial))).refusal!.code).toBe('grant_required');
});

test('an installer beyond the limit learns when the oldest ping of the hour is over [IDEV-03]', async () => {
  const tracker = await deviceOf(undefined);
  const { id } = (await portal.app.devices.findFor(installer.id, tracker.serial))!;
  const now = portal.clock.now().getTime();
  await sql`
    insert into ping (id, account_id, device_id, serial, device_name, outcome, created_at, ends_at)
    select gen_random_uuid(), ${installer.id}, ${id}, ${tracker.serial}, 'Van', 'located', at, at
    from (select ${new Date(now - 20 * MINUTE_MS)}::timestamptz + nth * interval '1 second' as at
      from generate_series(0, ${pingRules.installerPerHour - 1}) nth) times`.execute(portal.test.database.sql);
  const { refusal } = await refusalOf(ping(installer, tracker.serial));
  expect(refusal).toMatchObject({ code: 'too_many_requests', message: pingTexts.installerLimit });
  // The clock runs on between the two readings.
  expect(refusal!.retryAfterSec).toBeGreaterThan(39 * 60);
  expect(refusal!.retryAfterSec).toBeLessThanOrEqual(40 * 60);
});

test('a ping shows no position to a session that ended while the device was asked [SESS-05] [GUARD-07]', async () => {
  const user = await portal.person();
  const device = await assignedDevice(portal, installer, user);
  const stolen = { ...user, ...(await signInAs(portal.url, user.email)) };
  const refused = refusalOf(ping(stolen, device.serial));
  const [command] = await eventually(
    () => device.commands(),
    ({ length }) => length > 0,
  );
  await user.api.call(endOtherSessions, {});
  const location = { latitude: -33.8412, longitude: 151.2103 };
  await device.answer(command!, { success: true, location });
  expect(await refused).toMatchObject({ status: 401, refusal: { code: 'unauthenticated' } });
  device.cut();
});
