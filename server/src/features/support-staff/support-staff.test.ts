import { signIn } from '@trace/contract/auth/auth.api';
import { resetPassword } from '@trace/contract/auth/sign-up/auth.reset.api';
import { HOUR_MS, MINUTE_MS } from '@trace/contract/kernel/time';
import {
  addStaff,
  changeStaff,
  listStaff,
  sendPasswordReset,
  sendStaffLink,
} from '@trace/contract/support-staff/support-staff.api';
import {
  isSupportStaffFunction,
  supportPasswordResetFunction,
} from '@trace/contract/support-staff/support-staff.functions.api';
import type { StaffMember } from '@trace/contract/support-staff/support-staff.schema';
import { staffTexts as texts } from '@trace/contract/support-staff/support-staff.list.texts';
import { supportResetTexts } from '@trace/contract/support-staff/support-staff.reset.texts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall, refusalIn } from '#testing/raw-call';
import { tokenIn } from '#testing/sign-up';
import { openStream } from '#testing/sse';

let portal: Portal;
let admin: SignedIn;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());
beforeEach(async () => {
  await sql`delete from sign_in_attempt`.execute(portal.test.database.sql);
  await sql`update support_staff set is_admin = false`.execute(portal.test.database.sql);
  admin = await portal.person({ role: 'staff', admin: true });
});

/** Of every person of the portal. */
const OLD_PASSWORD = 'Harbour-2026-bridge';
const NEW_PASSWORD = 'Lantern-2027-ferry';

const mailsTo = async (email: string) =>
  (await portal.app.mail.listRecent(200)).filter(({ recipient }) => recipient === email);
const linkTo = async (email: string): Promise<string> => tokenIn((await mailsTo(email))[0]!.text);
const setPassword = (token: string) => rawCall(portal, { ...resetPassword, body: { token, password: NEW_PASSWORD } });
const signInAt = (email: string, door: 'support' | 'portal', password = NEW_PASSWORD) =>
  rawCall(portal, { ...signIn, body: { email, password, door } });
const change = (by: SignedIn, { id }: { id: string }, body: object) =>
  rawCall(portal, { method: 'PATCH', path: `/api/support/staff/${id}`, person: by, body });
const reset = (by: SignedIn, email: string, endSessions = false) =>
  rawCall(portal, { ...sendPasswordReset, person: by, body: { email, endSessions } });
const isSignedIn = async (person: SignedIn): Promise<boolean> =>
  (await rawCall(portal, { path: '/api/account', person })).status === 200;
/** The wall clock alone: a whole server has too many timers to run an hour of timers. */
const later = (ms: number): void => portal.clock.set(new Date(portal.clock.now().getTime() + ms));

async function auditsOf(action: string, id: string): Promise<unknown[]> {
  const { rows } = await sql<{ actorId: string; details: object }>`
    select actor_id, details from audit_log where action = ${action} and subject_id = ${id}`.execute(
    portal.test.database.sql,
  );
  return rows.map(({ actorId, details }) => ({ actorId, details }));
}

test('an admin adds staff, who choose a password by a link and then sign in [SUPP-04]', async () => {
  const body = { email: 'Ann@Example.com', firstName: 'Ann', lastName: 'Lee' };
  const answer = await rawCall(portal, { ...addStaff, person: admin, body });
  const ann = answer.json as StaffMember;
  expect(ann).toMatchObject({ email: 'ann@example.com', fullName: 'Ann Lee', isActive: true, isAdmin: false });
  expect(ann.isInvited).toBe(true);
  expect(await auditsOf('supportStaff.add', ann.id)).toEqual([{ actorId: admin.id, details: {} }]);
  const first = await linkTo(ann.email);
  expect(answer.text).not.toContain(first);
  expect(refusalIn(await rawCall(portal, { ...addStaff, person: admin, body }))).toMatchObject({ code: 'conflict' });

  await admin.api.call(sendStaffLink, { params: { id: ann.id } });
  expect((await setPassword(first)).status).toBe(410);
  expect((await setPassword(await linkTo(ann.email))).status).toBe(200);
  expect((await signInAt(ann.email, 'support')).status).toBe(200);
  const again = await rawCall(portal, { method: 'POST', path: `/api/support/staff/${ann.id}/link`, person: admin });
  expect(again.status).toBe(409);
});

test('an admin corrects a mistyped address of new staff, which is free again and whose link ends [SUPP-04]', async () => {
  const body = { email: 'liam@exmaple.com', firstName: 'Liam', lastName: 'Ross' };
  const { id } = (await rawCall(portal, { ...addStaff, person: admin, body })).json as StaffMember;
  const mistyped = await linkTo(body.email);
  const correct = (email: string) =>
    rawCall(portal, { method: 'PUT', path: `/api/support/staff/${id}/email`, person: admin, body: { email } });
  expect(refusalIn(await correct(admin.email))).toMatchObject({ code: 'conflict', field: 'body.email' });
  expect((await correct('Liam@example.com')).json).toMatchObject({ id, email: 'liam@example.com', isInvited: true });
  expect(await auditsOf('supportStaff.correctEmail', id)).toEqual([{ actorId: admin.id, details: {} }]);
  expect((await setPassword(mistyped)).status).toBe(410);
  const other = await rawCall(portal, { ...addStaff, person: admin, body });
  expect(other.json).toMatchObject({ email: body.email, isInvited: true });

  expect((await setPassword(await linkTo('liam@example.com'))).status).toBe(200);
  expect((await signInAt('liam@example.com', 'support')).status).toBe(200);
  expect(refusalIn(await correct('liam@other.example'))).toMatchObject({ message: texts.emailIsTheirs });
});

test('the link of new staff works for a day [SUPP-04]', async () => {
  const body = { email: 'bob@example.com', firstName: 'Bob', lastName: 'Ray' };
  await admin.api.call(addStaff, { body });
  later(24 * HOUR_MS);
  expect((await setPassword(await linkTo(body.email))).status).toBe(410);
});

test('lists staff newest first, in pages, and finds them by name or email as typed [SUPP-04] [SUPP-01]', async () => {
  for (const firstName of ['Per_cent', 'Percent'])
    await admin.api.call(addStaff, { body: { email: `${firstName}@example.org`, firstName, lastName: 'Search' } });
  const query = { search: 'search', limit: 1 };
  const first = await admin.api.call(listStaff, { query });
  const second = await admin.api.call(listStaff, { query: { ...query, after: first.next! } });
  expect([...first.staff, ...second.staff].map(({ fullName }) => fullName).toSorted()).toEqual([
    'Per_cent Search',
    'Percent Search',
  ]);
  expect(second.next).toBeNull();
  const found = await admin.api.call(listStaff, { query: { search: 'r_cent@EXAMPLE', limit: 50 } });
  expect(found.staff.map(({ email }) => email)).toEqual(['per_cent@example.org']);
  const other = await portal.person({ role: 'staff' });
  expect(await other.api.call(listStaff, { query: { search: '', limit: 50 } })).toMatchObject({ mayManage: false });
  expect(found.mayManage).toBe(true);
});

test('a deactivation ends sessions and streams at once, and a reactivation does not revive them [SUPL-02] [T27]', async () => {
  const staff = await portal.person({ role: 'staff' });
  const stream = await openStream(portal, staff);
  expect((await change(admin, staff, { isActive: false })).status).toBe(200);
  expect(await isSignedIn(staff)).toBe(false);
  await portal.clock.advance(1_000);
  await eventually(stream.isOver, Boolean);

  expect((await change(admin, staff, { isActive: true })).status).toBe(200);
  expect(await isSignedIn(staff)).toBe(false);
  expect(await auditsOf('supportStaff.change', staff.id)).toEqual([
    { actorId: admin.id, details: { isActive: false } },
    { actorId: admin.id, details: { isActive: true } },
  ]);
});

test('the last active admin cannot be deactivated and keeps the flag [SUPP-04]', async () => {
  for (const body of [{ isActive: false }, { isAdmin: false }])
    expect(refusalIn(await change(admin, admin, body))).toMatchObject({ code: 'conflict', message: texts.lastAdmin });
  const gone = await portal.person({ role: 'staff' });
  await change(admin, gone, { isActive: false });
  expect(refusalIn(await change(admin, gone, { isAdmin: true })).message).toBe(texts.inactiveAdmin);
});

test('two admins who remove each other at once leave one admin [SUPP-04]', async () => {
  for (const body of [{ isAdmin: false }, { isActive: false }]) {
    const other = await portal.person({ role: 'staff', admin: true });
    const answers = await Promise.all([change(admin, other, body), change(other, admin, body)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await sql<{ id: string }>`
      select account_id as id from support_staff where is_active and is_admin`.execute(portal.test.database.sql);
    expect(rows).toHaveLength(1);
    if (rows[0]!.id === other.id) admin = other;
  }
});

test('support sends a reset link that works once, for 10 minutes, and tells the person [SUPL-04] [T28]', async () => {
  const [staff, user] = [await portal.person({ role: 'staff' }), await portal.person()];
  const answer = await reset(staff, user.email.toUpperCase());
  expect([answer.status, answer.json]).toEqual([200, { done: true }]);
  const [mail] = await mailsTo(user.email);
  expect(mail!.text).toContain('Trace support sent you this link');
  expect(await auditsOf('supportStaff.passwordReset', user.id)).toEqual([
    { actorId: staff.id, details: { endSessions: false } },
  ]);
  expect(await isSignedIn(user)).toBe(true);

  const token = await linkTo(user.email);
  expect((await setPassword(token)).status).toBe(200);
  expect(await isSignedIn(user)).toBe(false);
  expect((await setPassword(token)).status).toBe(410);
  expect((await signInAt(user.email, 'portal')).status).toBe(200);

  await reset(staff, user.email);
  later(10 * MINUTE_MS);
  expect((await setPassword(await linkTo(user.email))).status).toBe(410);
});

test('a reset after a takeover ends the sessions and the password at once [SUPL-04] [T28]', async () => {
  const [staff, user] = [await portal.person({ role: 'staff' }), await portal.person()];
  expect((await reset(staff, user.email, true)).status).toBe(200);
  expect(await isSignedIn(user)).toBe(false);
  expect((await signInAt(user.email, 'portal', OLD_PASSWORD)).status).toBe(401);
  expect((await mailsTo(user.email))[0]!.text).toContain('your current password and passkeys no longer work');
  expect((await setPassword(await linkTo(user.email))).status).toBe(200);
  expect((await signInAt(user.email, 'portal')).status).toBe(200);
});

test('support resets no staff account, no unknown address, and no account a fourth time in an hour [T28]', async () => {
  const [staff, gone, user] = [
    await portal.person({ role: 'staff' }),
    await portal.person({ role: 'staff' }),
    await portal.person({ role: 'installer' }),
  ];
  await change(admin, gone, { isActive: false });
  for (const { email } of [staff, gone, admin]) {
    expect(refusalIn(await reset(staff, email))).toMatchObject({ code: 'forbidden', message: supportResetTexts.staff });
    expect(await mailsTo(email)).toEqual([]);
  }
  expect(refusalIn(await reset(staff, 'nobody@example.com'))).toMatchObject({ code: 'not_found' });
  expect(refusalIn(await reset(staff, ' '))).toMatchObject({ field: 'body.email' });

  const statuses = [];
  for (const by of [staff, admin, staff, admin]) statuses.push((await reset(by, user.email)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  later(HOUR_MS);
  expect((await setPassword(await linkTo(user.email))).status).toBe(410);
});

test('support-password-reset acts as the session, not as an address in the body [FN-01] [T28]', async () => {
  const [staff, user] = [await portal.person({ role: 'staff' }), await portal.person()];
  const call = (body: object) => rawCall(portal, { ...supportPasswordResetFunction, person: staff, body });
  const other = await call({ email: user.email, supportStaffEmail: admin.email });
  expect(refusalIn(other)).toMatchObject({ code: 'forbidden', field: 'body.supportStaffEmail' });
  expect((await call({ email: user.email, supportStaffEmail: staff.email.toUpperCase() })).json).toEqual({
    success: true,
  });
  expect(await mailsTo(user.email)).toHaveLength(1);
});

test('is_support_staff is true only for active staff, and tells only staff about other people [FN-01] [T27]', async () => {
  const [staff, gone, user] = [
    await portal.person({ role: 'staff' }),
    await portal.person({ role: 'staff' }),
    await portal.person(),
  ];
  await change(admin, gone, { isActive: false });
  const ask = async (by: SignedIn, user_email?: string) =>
    (await rawCall(portal, { ...isSupportStaffFunction, person: by, body: { user_email } })).json;
  expect(await Promise.all([ask(staff), ask(staff, admin.email), ask(staff, gone.email)])).toEqual([true, true, false]);
  expect(await Promise.all([ask(user), ask(staff, user.email)])).toEqual([false, false]);
  expect(await ask(user, staff.email)).toMatchObject({ error: { code: 'forbidden' } });
  expect(changeStaff.staffAdmin).toBe(true);
});
