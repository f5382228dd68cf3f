import { removeCustomer } from '@trace/contract/companies/companies.customers.api';
import { companyChangedEvent } from '@trace/contract/companies/companies.stream';
import { expect, test } from 'vitest';
import { axeFindings } from '#testing/axe.ts';
import { aCustomer, avasCompany, samsCompany } from '#testing/fake-server/people/fake-server-companies.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { sam } from '#testing/fake-server/fake-server-world.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';

const customers = (count: number) => Array.from({ length: count }, (_, index) => aCustomer(index + 1));

const open = (companies = samsCompany({ customers: customers(2) })) =>
  openPortal('/installer/company?tab=invitations', { world: { person: sam, companies } });

type Screen = Awaited<ReturnType<typeof open>>['screen'];
const rows = (screen: Screen) => screen.getByRole('list', { name: 'Customers' }).getByRole('listitem');

test('the owner sees the customers page by page [COMP-10]', async () => {
  const { screen } = await open(samsCompany({ customers: customers(70) }));
  await expect.element(screen.getByText('70 customers')).toBeVisible();
  expect(rows(screen).elements()).toHaveLength(50);
  await expect.element(rows(screen).first().getByText('customer1@post.example')).toBeVisible();
  await expect.element(rows(screen).first().getByText('Joined 1 day ago')).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  await screen.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => rows(screen).elements().length).toBe(70);
  await expect.element(screen.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
});

test('the owner removes a customer after confirmation, which a double press sends once [COMP-10]', async () => {
  const { screen, server } = await open();
  await screen.getByRole('button', { name: 'Remove Customer 1' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Remove Customer 1?' });
  await expect.element(dialog.getByText(/gets an email about it\. The account and the devices/)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  expect(server.calls(removeCustomer)).toEqual([]);
  const remove = dialog.getByRole('button', { name: 'Remove customer' }).element() as HTMLElement;
  remove.click();
  remove.click();
  await expect.element(screen.getByText('Customer 1 is no longer a customer')).toBeVisible();
  await expect.poll(() => rows(screen).elements().length).toBe(1);
  expect(server.calls(removeCustomer)).toHaveLength(1);
});

test('a refused removal shows the reason and keeps the customer [COMP-10]', async () => {
  const { screen, server } = await open();
  server.on(removeCustomer, () => refuse('not_found', 'This person is not a customer of the company.'));
  await screen.getByRole('button', { name: 'Remove Customer 1' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Remove customer' }).click();
  await expect.element(screen.getByText('This person is not a customer of the company.')).toBeVisible();
  await expect.poll(() => rows(screen).elements().length).toBe(2);
});

test('a new customer appears on the open page of the owner [COMP-10]', async () => {
  const { screen, server, world } = await open(samsCompany());
  await expect.element(screen.getByText(/^No customers yet\. Users who join/)).toBeVisible();
  await expect.poll(() => server.stream.isOpen()).toBe(true);
  world.companies.customers = customers(1);
  server.stream.push(companyChangedEvent, {}, '1');
  await expect.element(screen.getByText('customer1@post.example')).toBeVisible();
});

test('an employee sees no customers [COMP-10]', async () => {
  const { screen } = await open({ ...avasCompany(), customers: customers(2) });
  await expect.element(screen.getByRole('textbox', { name: 'Invitation link' })).toBeVisible();
  await expect.element(screen.getByRole('region', { name: 'Customers' })).not.toBeInTheDocument();
});
