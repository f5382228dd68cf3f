import { handOverCompany, inviteMember, remindMember, removeMember } from '@trace/contract/companies/companies.api';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { axeFindings } from '#testing/axe.ts';
import { harbourPeople, samsCompany } from '#testing/fake-server/people/fake-server-companies.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { sam } from '#testing/fake-server/fake-server-world.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';

const open = (companies = samsCompany()) =>
  openPortal('/installer/company?tab=employees', { world: { person: sam, companies } });

type Screen = Awaited<ReturnType<typeof open>>['screen'];

const row = (screen: Screen, words: RegExp) => screen.getByRole('row', { name: words });
const nameField = (screen: Screen) => screen.getByRole('textbox', { name: 'Installer name' });
const emailField = (screen: Screen) => screen.getByRole('textbox', { name: 'Installer email' });

test('lists members and invitations together with their details [COMP-04]', async () => {
  const { screen } = await open();
  await expect.element(screen.getByText('3 members, 1 open invitation')).toBeVisible();
  await expect.element(row(screen, /Sam Okafor \(you\).*owner.*21/)).toBeVisible();
  await expect.element(row(screen, /Ava Lindqvist.*accepted.*18/)).toBeVisible();
  await expect.element(row(screen, /Grace Oyelaran.*pending.*Invited 1 day ago.*None/)).toBeVisible();
  await expect.element(row(screen, /Unknown d\.moss@coastsec\.example declined Declined/)).toBeVisible();
});

test("an invitation without name or email shows 'Please enter both installer name and email' [COMP-04]", async () => {
  const { screen, server } = await open();
  await nameField(screen).fill('   ');
  await screen.getByRole('button', { name: 'Send invitation' }).click();
  await expect.element(nameField(screen)).toHaveFocus();
  await expect.element(nameField(screen)).toHaveAccessibleDescription('Please enter both installer name and email');
  await nameField(screen).fill('Grace 🙂');
  await screen.getByRole('button', { name: 'Send invitation' }).click();
  await expect.element(emailField(screen)).toHaveFocus();
  await expect.element(emailField(screen)).toHaveAccessibleDescription('Please enter both installer name and email');
  await emailField(screen).fill('javascript:alert(1)');
  await screen.getByRole('button', { name: 'Send invitation' }).click();
  await expect
    .element(emailField(screen))
    .toHaveAccessibleDescription('Enter an email address, such as name@example.com.');
  expect(server.calls(inviteMember)).toEqual([]);
});

test('an invited person appears as pending, and the form is cleared [COMP-04]', async () => {
  const { screen, server } = await open();
  await nameField(screen).fill('  Kim Ng ');
  await emailField(screen).fill(' Kim@Sparkfit.example ');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Invitation sent to kim@sparkfit.example')).toBeVisible();
  await expect.element(row(screen, /Unknown kim@sparkfit\.example pending/)).toBeVisible();
  await expect.element(nameField(screen)).toHaveValue('');
  expect(server.calls(inviteMember).map(({ body }) => body)).toEqual([
    { name: 'Kim Ng', email: 'kim@sparkfit.example' },
  ]);
});

test.each([
  ['internal', 'Refused.', undefined, 'Failed to send invitation'],
  ['conflict', 'This person has already been invited.', undefined, 'This person has already been invited.'],
  [
    'conflict',
    'This person already belongs to the company.',
    'body.email',
    'This person already belongs to the company.',
  ],
] as const)('a refused invitation (%s) shows the reason [COMP-03] [COMP-04]', async (code, message, field, words) => {
  const { screen, server } = await open();
  server.on(inviteMember, () => refuse(code, message, field));
  await nameField(screen).fill('Kim Ng');
  await emailField(screen).fill('kim@sparkfit.example');
  await screen.getByRole('button', { name: 'Send invitation' }).click();
  await expect.element(screen.getByText(words)).toBeVisible();
  await expect.element(emailField(screen)).toHaveValue('kim@sparkfit.example');
});

test('resends an open invitation, withdraws an invitation after confirmation, and dismisses a declined invitation [COMP-04]', async () => {
  const { screen, server } = await open();
  await screen.getByRole('button', { name: 'Resend the invitation to Grace Oyelaran' }).click();
  await expect.element(screen.getByText('Invitation sent again to grace@harbour-alarms.example')).toBeVisible();
  expect(server.calls(remindMember)).toHaveLength(1);
  await screen.getByRole('button', { name: 'Withdraw the invitation to Grace Oyelaran' }).click();
  await screen
    .getByRole('dialog', { name: 'Withdraw this invitation?' })
    .getByRole('button', { name: 'Withdraw' })
    .click();
  await expect.element(screen.getByText('Invitation withdrawn')).toBeVisible();
  await expect.element(row(screen, /Grace Oyelaran/)).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Dismiss the invitation that d.moss@coastsec.example declined' }).click();
  await expect.element(row(screen, /d\.moss/)).not.toBeInTheDocument();
  expect(server.calls(removeMember).map(({ query }) => query.status)).toEqual(['pending', undefined]);
});

test("removing an employee names the loss and shows 'Employee removed successfully!' [COMP-03] [COMP-05]", async () => {
  const { screen, server, world } = await open();
  const avaId = world.companies.members[1]?.id;
  await screen.getByRole('button', { name: 'Remove Ava Lindqvist' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Remove Ava Lindqvist?' });
  await expect
    .element(dialog.getByText(/will be removed from Harbour Alarms.* The 18 devices that Ava Lindqvist registered/))
    .toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  expect(server.calls(removeMember)).toEqual([]);
  await dialog.getByRole('button', { name: 'Remove employee' }).click();
  await expect.element(screen.getByText('Employee removed successfully!')).toBeVisible();
  await expect.element(row(screen, /Ava Lindqvist/)).not.toBeInTheDocument();
  expect(server.calls(removeMember).map(({ params }) => params.memberId)).toEqual([avaId]);
});

test.each([
  ['forbidden', "You don't have permission to remove employees"],
  ['not_found', 'Employee not found or access denied'],
  ['conflict', 'Cannot remove the company owner'],
] as const)(
  'a refused removal (%s) shows the reason and leaves the list unchanged [COMP-03] [COMP-05]',
  async (code, words) => {
    const { screen, server } = await open();
    server.on(removeMember, () => refuse(code, words));
    await screen.getByRole('button', { name: 'Remove Ava Lindqvist' }).click();
    await screen.getByRole('dialog').getByRole('button', { name: 'Remove employee' }).click();
    await expect.element(screen.getByRole('alert').getByText(words)).toBeVisible();
    await expect.element(row(screen, /Ava Lindqvist/)).toBeVisible();
  },
);

test("the owner's row offers a transfer of ownership and no removal [COMP-05] [COMP-08]", async () => {
  const { screen } = await open();
  const own = row(screen, /Sam Okafor/);
  await expect.element(own.getByRole('button', { name: 'Transfer ownership' })).toBeVisible();
  expect(own.getByRole('button').elements()).toHaveLength(1);
});

test('ownership goes to the chosen accepted employee, and the owner becomes an employee [COMP-08]', async () => {
  const { screen, server, world } = await open();
  const avaId = world.companies.members[1]?.id;
  await screen.getByRole('button', { name: 'Transfer ownership' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Transfer ownership of Harbour Alarms' });
  await expect.element(dialog.getByText(/You will become an employee/)).toBeVisible();
  expect(dialog.getByRole('radio').elements()).toHaveLength(2);
  await dialog.getByRole('button', { name: 'Transfer ownership' }).click();
  await expect.element(dialog.getByText('Choose the new owner.')).toBeVisible();
  await expect.element(dialog.getByRole('radio').first()).toHaveFocus();
  expect(await axeFindings()).toEqual([]);
  expect(server.calls(handOverCompany)).toEqual([]);
  await dialog.getByRole('radio', { name: 'Ava Lindqvist' }).click();
  await dialog.getByRole('button', { name: 'Transfer ownership' }).click();
  await expect.element(screen.getByText('Ava Lindqvist is now the owner of Harbour Alarms')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Leave Company' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Edit details' })).not.toBeInTheDocument();
  expect(server.calls(handOverCompany).map(({ body }) => body)).toEqual([{ memberId: avaId }]);
});

test('without an accepted employee the dialogue asks the owner to invite first [COMP-08]', async () => {
  const members = harbourPeople().filter(({ status }) => status !== 'accepted');
  const { screen } = await open(samsCompany({ members }));
  await screen.getByRole('button', { name: 'Transfer ownership' }).click();
  await expect
    .element(screen.getByRole('dialog').getByText(/No one has accepted an invitation yet\. Invite/))
    .toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('button', { name: 'Transfer ownership' })).toHaveFocus();
});
