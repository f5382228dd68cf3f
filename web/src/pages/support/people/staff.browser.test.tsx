import { accountsTexts } from '@trace/contract/accounts/accounts.texts';
import { secondFactorTexts } from '@trace/contract/auth/factors/auth.second-factor.texts';
import { sessionsTexts } from '@trace/contract/auth/sessions/auth.sessions.texts';
import { addStaff, changeStaff, correctStaffEmail, listStaff } from '@trace/contract/support-staff/support-staff.api';
import type { StaffMember } from '@trace/contract/support-staff/support-staff.schema';
import { staffTexts as texts } from '@trace/contract/support-staff/support-staff.list.texts';
import { expect, test } from 'vitest';
import { axeFindings } from '#testing/axe.ts';
import { refuse, type FakeServer } from '#testing/fake-server/fake-server.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { mia } from '#testing/fake-server/fake-server-world.ts';

const ann = { ...mia, userType: 'staff' as const, firstName: 'Ann', lastName: 'Lee', email: 'ann@trace.example' };
const at = '2026-03-02T00:00:00.000Z';
const member = (change: Partial<StaffMember>): StaffMember => ({
  id: crypto.randomUUID(),
  fullName: 'Bob Ray',
  email: 'bob@trace.example',
  isActive: true,
  isAdmin: false,
  isInvited: false,
  createdAt: at,
  updatedAt: at,
  ...change,
});

/** Serves a list that searches and changes as the server does. */
function serveStaff(server: FakeServer, mayManage: boolean): StaffMember[] {
  const staff = [
    member({ fullName: 'Cleo Park', email: 'cleo@trace.example', isInvited: true }),
    member({}),
    member({ id: ann.id, fullName: 'Ann Lee', email: ann.email, isAdmin: true }),
  ];
  server.on(listStaff, ({ query }) => ({
    staff: staff.filter(({ fullName }) => fullName.toLowerCase().includes(query.search.toLowerCase())),
    next: null,
    mayManage,
  }));
  server.on(changeStaff, ({ params, body }) => {
    const index = staff.findIndex(({ id }) => id === params.id);
    if (params.id === ann.id) return refuse('conflict', texts.lastAdmin);
    staff[index] = { ...staff[index]!, ...(body as Partial<StaffMember>) };
    return staff[index];
  });
  return staff;
}

test('an admin finds, deactivates and reactivates staff [SUPP-04]', async () => {
  const { screen, server } = await openPortal('/support/staff', { world: { person: ann } });
  serveStaff(server, true);
  await expect.element(screen.getByText('Bob Ray')).toBeVisible();
  await expect.element(screen.getByText(texts.invited)).toBeVisible();
  expect(await axeFindings()).toEqual([]);

  await screen.getByRole('searchbox').fill('bob');
  await expect.element(screen.getByText('Cleo Park')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: texts.actionsOf('Bob Ray') }).click();
  await screen.getByRole('menuitem', { name: texts.deactivate }).click();
  await screen.getByRole('dialog').getByRole('button', { name: texts.deactivate }).click();
  await expect.element(screen.getByText(texts.inactive)).toBeVisible();
  await screen.getByRole('button', { name: texts.actionsOf('Bob Ray') }).click();
  await screen.getByRole('menuitem', { name: texts.reactivate }).click();
  await expect.element(screen.getByText(texts.active, { exact: true })).toBeVisible();

  await screen.getByRole('searchbox').fill('zz');
  await expect.element(screen.getByText(texts.noneFound)).toBeVisible();
});

test('keeps the rows until the result of the next search arrives [SUPP-04]', async () => {
  const { screen, server } = await openPortal('/support/staff', { world: { person: ann } });
  serveStaff(server, true);
  await expect.element(screen.getByText('Bob Ray')).toBeVisible();
  const release = server.hold(listStaff);
  await screen.getByRole('searchbox').fill('cleo');
  await expect.poll(() => server.calls(listStaff).map(({ query }) => query['search'])).toContain('cleo');
  await expect.element(screen.getByText('Bob Ray')).toBeVisible();
  await expect.element(screen.getByText(texts.loading)).not.toBeInTheDocument();
  release();
  await expect.element(screen.getByText('Bob Ray')).not.toBeInTheDocument();
});

test('keeps the search of the staff in the address, and takes the search from there [SUPP-04]', async () => {
  const { screen, server, history } = await openPortal('/support', { world: { person: ann } });
  serveStaff(server, true);
  const searches = () => server.calls(listStaff).map(({ query }) => query['search']);
  history.push(`/support/staff?q=${'x'.repeat(150)}`);
  const search = screen.getByRole('searchbox');
  await expect.element(search).toHaveValue('x'.repeat(100));
  await expect.poll(searches).toContain('x'.repeat(100));
  await search.fill('bob');
  await expect.poll(() => history.location.href).toBe('/support/staff?q=bob');
  await expect.poll(searches).toContain('bob');
});

test('an admin adds staff, and the dialog shows what the server refuses [SUPP-04]', async () => {
  const { screen, server } = await openPortal('/support/staff', { world: { person: ann } });
  const staff = serveStaff(server, true);
  const words = 'An account with this email address already exists.';
  server.on(addStaff, () => refuse('conflict', words, 'email'));
  await screen.getByRole('button', { name: texts.add }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: texts.send }).click();
  await expect.element(dialog.getByText(texts.firstNameMissing)).toBeVisible();
  await dialog.getByRole('textbox', { name: texts.firstName }).fill('Dan');
  await dialog.getByRole('textbox', { name: texts.lastName }).fill('Oak');
  await dialog.getByRole('textbox', { name: texts.email }).fill('dan@trace.example');
  await dialog.getByRole('button', { name: texts.send }).click();
  await expect.element(dialog.getByText(words).first()).toBeVisible();

  server.on(addStaff, ({ body }) => {
    staff.unshift(member({ fullName: `${body.firstName} ${body.lastName}`, email: body.email, isInvited: true }));
    return staff[0]!;
  });
  await dialog.getByRole('button', { name: texts.send }).click();
  await expect.element(screen.getByText('Dan Oak')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('an admin corrects the address of staff without a password, and the dialog shows what the server refuses [SUPP-04]', async () => {
  const { screen, server } = await openPortal('/support/staff', { world: { person: ann } });
  const staff = serveStaff(server, true);
  const taken = 'An account with this email address already exists.';
  server.on(correctStaffEmail, () => refuse('conflict', taken, 'body.email'));
  await screen.getByRole('button', { name: texts.actionsOf('Cleo Park') }).click();
  await screen.getByRole('menuitem', { name: texts.correctEmail }).click();
  const dialog = screen.getByRole('dialog', { name: texts.correctTitle('Cleo Park') });
  const email = dialog.getByRole('textbox', { name: texts.email });
  await expect.element(email).toHaveValue('cleo@trace.example');
  expect(await axeFindings()).toEqual([]);
  await email.fill('cleo');
  await dialog.getByRole('button', { name: texts.correctSend }).click();
  expect(server.calls(correctStaffEmail)).toEqual([]);
  await email.fill('cleo.park@trace.example');
  await dialog.getByRole('button', { name: texts.correctSend }).click();
  await expect.element(dialog.getByText(taken)).toBeVisible();
  expect(dialog.getByText(texts.correctFailed).elements()).toEqual([]);

  server.on(correctStaffEmail, ({ body }) => (staff[0] = { ...staff[0]!, ...body }));
  await dialog.getByRole('button', { name: texts.correctSend }).click();
  await expect.element(screen.getByText('cleo.park@trace.example', { exact: true })).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await screen.getByRole('button', { name: texts.actionsOf('Bob Ray') }).click();
  await expect.element(screen.getByRole('menuitem', { name: texts.deactivate })).toBeVisible();
  expect(screen.getByRole('menuitem', { name: texts.correctEmail }).elements()).toEqual([]);
});

test('staff without the admin flag read the list and change nothing [SUPP-04]', async () => {
  const { screen, server } = await openPortal('/support/staff', { world: { person: ann } });
  serveStaff(server, false);
  await expect.element(screen.getByText(texts.notAdmin)).toBeVisible();
  expect(screen.getByRole('button', { name: texts.add }).query()).toBeNull();
  expect(screen.getByRole('button', { name: texts.actionsOf('Bob Ray') }).query()).toBeNull();
});

test('staff find their own account settings, with two-step sign-in and their sessions, and cannot delete themselves [AUTH-15] [SESS-05]', async () => {
  const { screen } = await openPortal('/support/staff', { world: { person: ann } });
  await screen.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Account Settings' }).click();
  await expect.element(screen.getByRole('heading', { name: 'Account Settings', level: 1 })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: secondFactorTexts.turnOn })).toBeVisible();
  await expect.element(screen.getByRole('region', { name: sessionsTexts.title })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: accountsTexts.changePassword })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: accountsTexts.download })).toBeVisible();
  expect(screen.getByText(accountsTexts.danger).elements()).toEqual([]);
  expect(await axeFindings()).toEqual([]);
});
