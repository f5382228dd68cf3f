import { done } from '@trace/contract/kernel/endpoint';
import { prove, startProof } from '@trace/contract/auth/factors/auth.proof.api';
import { deleteCompany, handOverCompany } from '@trace/contract/companies/companies.api';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { samsCompany } from '#testing/fake-server/people/fake-server-companies.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { sam } from '#testing/fake-server/fake-server-world.ts';
import { refuse, type FakeServer } from '#testing/fake-server/fake-server.ts';

const open = (tab: string) =>
  openPortal(`/installer/company?tab=${tab}`, { world: { person: sam, companies: samsCompany() } });

/** Makes the session too old (more than ten minutes) until the user re-authenticates. */
function needProof(server: FakeServer): void {
  let isFresh = false;
  const old = refuse('proof_required', "Confirm it's you to continue.");
  server.on(startProof, () => ({ needsCode: false, passkey: null }));
  server.on(prove, () => {
    isFresh = true;
    return { provedAt: new Date().toISOString() };
  });
  server.on(deleteCompany, () => (isFresh ? done : old));
  server.on(handOverCompany, () => (isFresh ? done : old));
}

type Screen = Awaited<ReturnType<typeof open>>['screen'];

async function confirm(screen: Screen): Promise<void> {
  await screen.getByRole('textbox', { name: 'Password' }).fill('Harbour-2026');
  await screen.getByRole('button', { name: 'Confirm' }).click();
}

test('deletion continues automatically after the required re-authentication [COMP-06] [AUTH-17]', async () => {
  const { screen, server } = await open('details');
  needProof(server);
  await screen.getByRole('button', { name: 'Delete company' }).click();
  await screen.getByRole('textbox', { name: 'Type Harbour Alarms to confirm' }).fill('Harbour Alarms');
  await userEvent.keyboard('{Enter}');
  await confirm(screen);
  await expect.element(screen.getByText('Company deleted successfully!')).toBeVisible();
  expect(server.calls(deleteCompany)).toHaveLength(2);
});

test('a cancelled re-authentication transfers no ownership and keeps the choice [COMP-08] [AUTH-17]', async () => {
  const { screen, server } = await open('employees');
  needProof(server);
  await screen.getByRole('button', { name: 'Transfer ownership' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Transfer ownership of Harbour Alarms' });
  await dialog.getByRole('radio', { name: 'Ava Lindqvist' }).click();
  await dialog.getByRole('button', { name: 'Transfer ownership' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Password' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('alert').getByText("Confirm it's you to continue.")).toBeVisible();
  await expect.element(dialog.getByRole('radio', { name: 'Ava Lindqvist' })).toBeChecked();
  expect(server.calls(handOverCompany)).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Transfer ownership' }).click();
  await confirm(screen);
  await expect.element(screen.getByText('Ava Lindqvist is now the owner of Harbour Alarms')).toBeVisible();
});
