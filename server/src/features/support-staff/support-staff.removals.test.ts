import { signIn } from '@trace/contract/auth/auth.api';
import {
  askRemoval,
  confirmSecondFactor,
  startSecondFactor,
} from '@trace/contract/auth/factors/auth.second-factor.api';
import { HOUR_MS } from '@trace/contract/kernel/time';
import { approveRemoval, listRemovals } from '@trace/contract/support-staff/support-staff.removals.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall } from '#testing/raw-call';
import { codeAt } from '#testing/stand-ins/authenticator-app';

let portal: Portal;
let staff: SignedIn;
beforeAll(async () => {
  portal = await startPortal();
  staff = await portal.person({ role: 'staff' });
});
afterAll(() => portal.stop());

const PASSWORD = 'Harbour-2026-bridge';

/** Turns two-step sign-in on, loses the second factor, and asks to turn it off after the password. */
async function loseSecondFactor(person: SignedIn): Promise<void> {
  const { key } = await person.api.call(startSecondFactor, {});
  await person.api.call(confirmSecondFactor, { body: { code: codeAt(key, portal.clock.now()) } });
  const body = { email: person.email, password: PASSWORD };
  const half = await rawCall(portal, { method: 'POST', path: signIn.path, body });
  const cookie = half.headers.getSetCookie().map((each) => each.split(';')[0]!);
  const asked = await rawCall(portal, {
    method: 'POST',
    path: askRemoval.path,
    headers: { cookie: cookie.join('; ') },
  });
  expect(asked.status).toBe(200);
}

const waiting = async () => (await staff.api.call(listRemovals, {})).removals;
const approve = (id: string, by = staff) =>
  rawCall(portal, { method: 'POST', path: approveRemoval.path.replace('{id}', id), person: by });

test('staff see who asked to turn off two-step sign-in, approve once, and are on record [AUTH-18] [SUPL-06]', async () => {
  const user = await portal.person();
  const askedAt = portal.clock.now();
  await loseSecondFactor(user);
  expect(await waiting()).toEqual([
    {
      accountId: user.id,
      name: expect.any(String),
      email: user.email,
      askedAt: askedAt.toISOString(),
      effectiveAt: new Date(askedAt.getTime() + 24 * HOUR_MS).toISOString(),
    },
  ]);
  expect((await approve(user.id)).status).toBe(200);
  expect(await waiting()).toEqual([]);
  expect((await approve(user.id)).status).toBe(404);
  const { rows } = await sql`
    select actor_id, subject_id from audit_log where action = 'auth.approveRemoval'`.execute(portal.test.database.sql);
  expect(rows).toEqual([{ actorId: staff.id, subjectId: user.id }]);
});

test('staff approve nothing for other staff, and other people see and approve no request [AUTH-18] [T27]', async () => {
  const [colleague, user] = await Promise.all([portal.person({ role: 'staff' }), portal.person()]);
  await loseSecondFactor(colleague);
  await loseSecondFactor(user);
  expect((await waiting()).map(({ accountId }) => accountId)).toEqual([user.id]);
  expect((await approve(colleague.id)).status).toBe(404);
  expect((await approve(user.id, user)).status).toBe(403);
  expect((await rawCall(portal, { path: listRemovals.path, person: user })).status).toBe(403);
  expect((await waiting()).map(({ accountId }) => accountId)).toEqual([user.id]);
});
