import { leaveCompany } from '@trace/contract/companies/companies.api';
import { companyChangedEvent } from '@trace/contract/companies/companies.stream';
import { expect, test } from 'vitest';
import { axeFindings } from '#testing/axe.ts';
import { customersCompany, nobodysCompany } from '#testing/fake-server/people/fake-server-companies.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';

const settings = () => openPortal('/user/settings', { world: { companies: customersCompany(), devices: [] } });

test('a customer without a device sees the logo, name and contact of the company [COMP-10] [GUARD-05]', async () => {
  const { screen } = await settings();
  await expect.element(screen.getByRole('complementary').getByText('Harbour Alarms')).toBeVisible();
  const card = screen.getByRole('region', { name: 'Company' });
  await expect.element(card.getByRole('link', { name: '+61 2 5550 1234' })).toBeVisible();
  await expect.element(card.getByRole('link', { name: 'help@harbour-alarms.example' })).toBeVisible();
  await expect.element(card.getByText(/^You are a customer of Harbour Alarms\. Its owner sees/)).toBeVisible();
  expect(await axeFindings()).toEqual([]);
});

test('the dashboard of a customer without a device shows whom to ask [COMP-10] [UDASH-02]', async () => {
  const { screen } = await openPortal('/user', { world: { companies: customersCompany(), devices: [] } });
  const support = screen.getByRole('region', { name: 'Installer Support' });
  await expect.element(support.getByText('Harbour Alarms')).toBeVisible();
  await expect.element(support.getByText('You are a customer of this company')).toBeVisible();
});

test('a customer leaves the company after confirmation and sees it no longer [COMP-10]', async () => {
  const { screen, server } = await settings();
  await screen.getByRole('button', { name: 'Leave Company' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Leave Harbour Alarms?' });
  await expect.element(dialog.getByText(/Your devices stay with you\./)).toBeVisible();
  expect(server.calls(leaveCompany)).toEqual([]);
  await dialog.getByRole('button', { name: 'Leave Company' }).click();
  await expect.element(screen.getByText('You have successfully left the company')).toBeVisible();
  await expect.element(screen.getByRole('region', { name: 'Company' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('complementary').getByText('Trace')).toBeVisible();
});

test('an open page follows a removal by the owner at once [COMP-10]', async () => {
  const { screen, server, world } = await settings();
  await expect.element(screen.getByRole('region', { name: 'Company' })).toBeVisible();
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  Object.assign(world.companies, nobodysCompany());
  server.stream.push(companyChangedEvent, {}, '1');
  await expect.element(screen.getByRole('region', { name: 'Company' })).not.toBeInTheDocument();
});

test('a user without a company has no company part in the settings [COMP-10]', async () => {
  const { screen } = await openPortal('/user/settings');
  await expect.element(screen.getByRole('region', { name: 'Account Information' })).toBeVisible();
  await expect.element(screen.getByRole('region', { name: 'Company' })).not.toBeInTheDocument();
});
