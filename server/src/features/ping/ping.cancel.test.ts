import { randomUUID } from 'node:crypto';
import { listStatuses } from '@trace/contract/device-status/device-status.api';
import { cancelPing, getPingQuota, pingDevice } from '@trace/contract/ping/ping.api';
import type { Tracker } from '@trace/simulator/device/tracker';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { connectByHand } from '#testing/stand-ins/hand-device';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { connectTracker, registerDevice } from '#testing/trackers';

let portal: Portal;
let installer: SignedIn;
beforeAll(async () => {
  portal = await startPortal();
  installer = await portal.person({ role: 'installer' });
});
afterAll(() => portal.stop());

const ping = ({ api }: SignedIn, serial: string, id: string) =>
  api.call(pingDevice, { params: { serial }, body: { id } });
const cancel = ({ api }: SignedIn, id: string) => api.call(cancelPing, { params: { id } });
const usedBy = async ({ api }: SignedIn): Promise<number> => (await api.call(getPingQuota, {})).used;

async function cancelsOf(id: string): Promise<number> {
  const { rows } = await sql`
    select from audit_log where action = 'ping.cancel' and details->>'id' = ${id}`.execute(portal.test.database.sql);
  return rows.length;
}

test('a sent ping cannot be cancelled or refunded, also by two cancels at once [PING-05] [T21]', async () => {
  const user = await portal.person();
  const device = await connectByHand(portal);
  await registerDevice(portal, device.serial, installer, user);
  await device.listen();
  for (const round of [1, 2, 3]) {
    const id = randomUUID();
    const asked = ping(user, device.serial, id);
    const commands = await eventually(device.commands, ({ length }) => length === round);
    const answers = await Promise.all([cancel(user, id), cancel(user, id)]);
    for (const answer of answers) expect(answer).toMatchObject({ outcome: 'waiting', id });
    expect(await usedBy(user)).toBe(round);
    await device.answer(commands.at(-1)!, { success: true });
    expect(await asked).toMatchObject({ outcome: 'no_fix', charged: true });
    expect(await cancel(user, id)).toMatchObject({ outcome: 'no_fix', charged: true });
    expect([await usedBy(user), await cancelsOf(id)]).toEqual([round, 0]);
  }
  device.cut();
});

test('a ping cancelled during sending is either sent and charged or neither [PING-05] [I-07]', async () => {
  const user = await portal.person();
  const asleep = async (): Promise<Tracker> => {
    const tracker = await connectTracker(portal, { behaviour: { sleep: { wakeIntervalSec: 900, awakeSec: 1 } } });
    await registerDevice(portal, tracker.serial, installer, user);
    return tracker;
  };
  const trackers = await Promise.all([1, 2, 3, 4, 5, 6].map(asleep));
  await eventually(
    () => user.api.call(listStatuses, {}),
    ({ statuses }) => statuses.length === trackers.length && statuses.every(({ status }) => status === 'sleeping'),
  );
  /** Returns how many pings the race charged. */
  const race = async (tracker: Tracker, nr: number): Promise<number> => {
    const id = randomUUID();
    let heard = 0;
    tracker.on('command', () => (heard += 1));
    expect(await ping(user, tracker.serial, id)).toMatchObject({ outcome: 'waiting' });
    if (nr > 0) tracker.wake();
    const early = await Promise.all([cancel(user, id), cancel(user, id), cancel(user, id)]);
    if (nr === 0) tracker.wake();
    const isCancelled = early.some(({ outcome }) => outcome === 'cancelled');
    const { outcome } = await eventually(
      () => cancel(user, id),
      (answer) => answer.outcome !== 'waiting',
    );
    const went = { isCancelled: outcome === 'cancelled', heard, cancels: await cancelsOf(id) };
    expect(went).toEqual({ isCancelled, heard: isCancelled ? 0 : 1, cancels: isCancelled ? 1 : 0 });
    return isCancelled ? 0 : 1;
  };
  const charged = await Promise.all(trackers.map(race));
  expect(charged[0]).toBe(0);
  expect(await usedBy(user)).toBe(charged.reduce((sum, one) => sum + one, 0));
  await Promise.all(trackers.map((tracker) => tracker.stop()));
});
