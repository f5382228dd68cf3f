import { getInvitationLink, makeInvitationLink } from '@trace/contract/companies/companies.api';
import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { aLink, avasCompany, samsCompany } from '#testing/fake-server/people/fake-server-companies.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { sam } from '#testing/fake-server/fake-server-world.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';

const open = (companies = samsCompany(), tab = 'employees') =>
  openPortal(`/installer/company?tab=${tab}`, { world: { person: sam, companies } });

const firstUrl = 'https://trace.example/sign-up#company_invite=first';
const secondUrl = 'https://trace.example/sign-up#company_invite=second';

test("creates the first link at once with 'Invitation link created successfully!' [COMP-07]", async () => {
  const { screen } = await open(samsCompany({ link: null }));
  await expect.element(screen.getByText(/You have no active link\. Create one/)).toBeVisible();
  await screen.getByRole('button', { name: 'Create link' }).click();
  await expect.element(screen.getByText('Invitation link created successfully!')).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Invitation link' })).toHaveValue(firstUrl);
});

test("replaces the old link after confirmation with 'New invitation link generated successfully!' [COMP-07]", async () => {
  const { screen, server } = await open();
  await screen.getByRole('button', { name: 'Replace link' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Replace the link?' });
  await expect.element(dialog.getByText(/The current link stops working/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.calls(makeInvitationLink)).toEqual([]);
  await screen.getByRole('button', { name: 'Replace link' }).click();
  await dialog.getByRole('button', { name: 'Replace link' }).click();
  await expect.element(screen.getByText('New invitation link generated successfully!')).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Invitation link' })).toHaveValue(secondUrl);
});

test.each([
  ['copied', () => Promise.resolve(), 'Invitation link copied to clipboard!'],
  ['refused by the browser', () => Promise.reject(new Error('no')), 'Failed to copy link to clipboard'],
])('the link is %s [COMP-07]', async (_how, write, words) => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(write);
  const { screen } = await open();
  await screen.getByRole('button', { name: 'Copy link' }).click();
  await expect.element(screen.getByText(words)).toBeVisible();
  expect(writeText).toHaveBeenCalledWith(firstUrl);
  writeText.mockRestore();
});

test.each([
  [{}, 'Used 4 times. Expires in 7 days or after 50 uses. Replacing the link disables this one.'],
  [{ uses: 0 }, 'Not used yet. Expires in 7 days or after 50 uses. Replacing the link disables this one.'],
  [{ uses: 1 }, 'Used once. Expires in 7 days or after 50 uses. Replacing the link disables this one.'],
])('the link shows its expiry and the number of uses %# [COMP-07]', async (change, words) => {
  const { screen } = await open(samsCompany({ link: aLink('first', change) }));
  await expect.element(screen.getByText(words)).toBeVisible();
});

test('an employee sees the link too, with its details under User Invitations [COMP-07]', async () => {
  const { screen } = await open(avasCompany(), 'invitations');
  await expect.element(screen.getByRole('textbox', { name: 'Invitation link' })).toHaveValue(firstUrl);
  await expect.element(screen.getByText('4 of 50')).toBeVisible();
  await expect.element(screen.getByText(/, in 7 days$/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Replace link' })).toBeVisible();
});

test.each([
  ['internal', 'Refused.', 'Failed to generate invitation link'],
  ['forbidden', 'You are not authorized to generate invitation links for this company.', /^You are not authorized/],
] as const)('a refused link (%s) shows the reason [COMP-07]', async (code, message, words) => {
  const { screen, server } = await open(samsCompany({ link: null }));
  server.on(makeInvitationLink, () => refuse(code, message));
  await screen.getByRole('button', { name: 'Create link' }).click();
  await expect.element(screen.getByRole('alert').getByText(words)).toBeVisible();
});

test('a link that cannot be loaded is asked for again by hand', async () => {
  const { screen, server, world } = await open(samsCompany({ link: null }), 'details');
  server.on(getInvitationLink, () => refuse('forbidden', 'Not now.'));
  await screen.getByRole('tab', { name: 'User Invitations' }).click();
  await expect.element(screen.getByText('The invitation link could not be loaded. Not now.')).toBeVisible();
  server.on(getInvitationLink, () => ({ link: world.companies.link }));
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('button', { name: 'Create link' })).toBeVisible();
});
