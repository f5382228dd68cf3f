import { answerInvitation, getOwnCompany, leaveCompany } from '@trace/contract/companies/companies.api';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  anInvitation,
  avasCompany,
  nobodysCompany,
  samsCompany,
  type CompaniesWorld,
} from '#testing/fake-server/people/fake-server-companies.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { sam } from '#testing/fake-server/fake-server-world.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';

const open = (companies: CompaniesWorld, search = '') =>
  openPortal(`/installer/company${search}`, { world: { person: sam, companies } });

const linkRefusal =
  'You are not authorized to generate invitation links for this company. Only company owners and accepted employees can generate invitation links.';

test('the owner sees three tabs, can edit and delete, and cannot leave [COMP-01]', async () => {
  const { screen, history } = await open(samsCompany(), '?tab=live');
  await expect.element(screen.getByText('You are the owner of Harbour Alarms')).toBeVisible();
  await expect.element(screen.getByText('3 people, 48 devices, on Trace since March 2024')).toBeVisible();
  expect(
    screen
      .getByRole('tab')
      .elements()
      .map((tab) => tab.textContent),
  ).toEqual(['Company Details', 'Employees', 'User Invitations']);
  await expect.element(screen.getByRole('button', { name: 'Edit details' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Delete company' })).toBeVisible();
  expect(history.location.href).toBe('/installer/company');
  expect(screen.getByRole('button', { name: 'Leave Company' }).elements()).toEqual([]);
  await screen.getByRole('tab', { name: 'Employees' }).click();
  await expect.element(screen.getByRole('table', { name: 'Employees' })).toBeVisible();
  expect(history.location.href).toBe('/installer/company?tab=employees');
});

test('an employee reads all details, changes none, and can leave [COMP-01]', async () => {
  const { screen } = await open(avasCompany());
  await expect.element(screen.getByText('Only the owner can change these details.')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'help@harbour-alarms.example' })).toBeVisible();
  await expect.element(screen.getByText('51 824 753 556')).toBeVisible();
  expect(screen.getByRole('button', { name: /Edit|Delete/ }).elements()).toEqual([]);
  await screen.getByRole('tab', { name: 'Employees' }).click();
  await expect.element(screen.getByText('Sam Okafor (you)')).toBeVisible();
  expect(screen.getByRole('button', { name: /Remove|Transfer|Resend/ }).elements()).toEqual([]);
  await expect.element(screen.getByRole('button', { name: 'Leave Company' })).toBeVisible();
});

test('a user without a company can create a company, and the other tabs say why both are empty [COMP-01] [COMP-07]', async () => {
  const { screen } = await open(nobodysCompany());
  await expect.element(screen.getByRole('heading', { name: 'Create your company' })).toBeVisible();
  const name = screen.getByRole('textbox', { name: 'Company name' });
  await name.fill('Coast Security');
  await screen.getByRole('tab', { name: 'User Invitations' }).click();
  await expect.element(screen.getByText(linkRefusal)).toBeVisible();
  await screen.getByRole('button', { name: 'Show Company Details' }).click();
  await expect.element(screen.getByRole('button', { name: 'Choose a logo' })).toBeVisible();
  await expect.element(name).toHaveValue('Coast Security');
});

test.each([
  ['Accept', 'accepted', 'You are an employee of Harbour Alarms'],
  ['Decline', 'declined', 'Create your company'],
] as const)(
  "%s answers the invitation above the tabs with 'Invitation %s successfully!' [COMP-01] [COMP-03]",
  async (button, status, then) => {
    const { screen, server } = await open({ ...nobodysCompany(), invitations: [anInvitation()] });
    const card = screen.getByRole('region', { name: 'Coast Security has invited you' });
    const tabs = screen.getByRole('tablist');
    await expect.element(card).toBeVisible();
    expect(card.element().compareDocumentPosition(tabs.element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await card.getByRole('button', { name: `${button} the invitation from Coast Security` }).click();
    await expect.element(screen.getByText(`Invitation ${status} successfully!`)).toBeVisible();
    await expect.element(screen.getByText(then)).toBeVisible();
    expect(server.calls(answerInvitation).map(({ body }) => body)).toEqual([{ status }]);
  },
);

test("a failed answer shows 'Failed to respond to invitation', and a refusal shows the reason [COMP-03]", async () => {
  const { screen, server } = await open({ ...nobodysCompany(), invitations: [anInvitation()] });
  server.on(answerInvitation, () => refuse('internal'));
  await screen.getByRole('button', { name: 'Accept the invitation from Coast Security' }).click();
  await expect.element(screen.getByText('Failed to respond to invitation')).toBeVisible();
  server.on(answerInvitation, () => refuse('conflict', 'This invitation has already been answered.'));
  await screen.getByRole('button', { name: 'Accept the invitation from Coast Security' }).click();
  await expect.element(screen.getByText('This invitation has already been answered.')).toBeVisible();
});

test('a member of a company must leave before accepting another invitation [COMP-09]', async () => {
  const { screen } = await open(samsCompany({ invitations: [anInvitation()] }));
  const card = screen.getByRole('region', { name: 'Coast Security has invited you' });
  await expect.element(card.getByText(/^You already belong to a company\. Leave it first\./)).toBeVisible();
  expect(card.getByRole('button').elements()).toHaveLength(1);
});

test('leaving asks for confirmation, reports success and offers to create a company [COMP-03]', async () => {
  const { screen, server } = await open(avasCompany());
  await screen.getByRole('button', { name: 'Leave Company' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Leave Harbour Alarms?' });
  await expect
    .element(dialog.getByText(/You will immediately lose access to its people and devices, also those/))
    .toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('button', { name: 'Leave Company' })).toHaveFocus();
  expect(server.calls(leaveCompany)).toEqual([]);
  await screen.getByRole('button', { name: 'Leave Company' }).click();
  await dialog.getByRole('button', { name: 'Leave Company' }).click();
  await expect.element(screen.getByText('You have successfully left the company')).toBeVisible();
  await expect.element(screen.getByText('Create your company')).toBeVisible();
});

test.each([
  ['conflict', 'Cannot leave company as owner', 'Cannot leave company as owner'],
  ['not_found', 'Membership record not found', 'Membership record not found'],
  ['internal', 'Refused.', 'Failed to leave company'],
] as const)('a refused leave (%s) shows the reason [COMP-03] [COMP-05]', async (code, message, words) => {
  const { screen, server } = await open(avasCompany());
  server.on(leaveCompany, () => refuse(code, message));
  await screen.getByRole('button', { name: 'Leave Company' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Leave Company' }).click();
  await expect.element(screen.getByRole('alert').getByText(words)).toBeVisible();
});

test('a company that cannot be loaded says so and offers to try again', async () => {
  const { screen, server } = await open(nobodysCompany());
  server.on(getOwnCompany, () => refuse('unavailable', 'Try again in a moment.'));
  await expect.element(screen.getByText('Your company could not be loaded. Try again in a moment.')).toBeVisible();
  server.on(getOwnCompany, () => ({ own: null, invitations: [] }));
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('Create your company')).toBeVisible();
});

test('on a phone employees are cards and the controls of a row are there', async () => {
  await page.viewport(390, 844);
  const { screen } = await open(samsCompany(), '?tab=employees');
  const cards = screen.getByRole('list', { name: 'Employees' });
  await expect.element(cards).toBeVisible();
  await expect.element(cards.getByRole('button', { name: 'Remove Ava Lindqvist' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(390);
  await page.viewport(1_440, 900);
});
