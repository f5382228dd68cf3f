import { done } from '@trace/contract/kernel/endpoint';
import { bringDevicesToCompany, handOverDevices } from '@trace/contract/devices/assignment/devices.assignment.api';
import { endAssignment } from '@trace/contract/devices/assignment/devices.taken.api';
import { expect, test } from 'vitest';
import { axeFindings } from '#testing/axe.ts';
import { chooseAction } from '#testing/choose-action.ts';
import { nothingElse } from '#testing/fake-server/people/fake-server-belonging.ts';
import { samsCompany } from '#testing/fake-server/people/fake-server-companies.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { sam } from '#testing/fake-server/fake-server-world.ts';
import { refuse } from '#testing/fake-server/fake-server.ts';

const kim = {
  personId: '0b7d6f0a-8a3e-4f4b-9a53-0a64a3f3d001',
  name: 'Kim Ng',
  email: null,
  isActive: false,
  devices: 9,
};
const ava = {
  personId: '0b7d6f0a-8a3e-4f4b-9a53-0a64a3f3d002',
  name: 'Ava Lindqvist',
  email: 'ava@harbour-alarms.example',
  isActive: true,
  devices: 18,
};

const openCompany = (belonging = nothingElse(), companies = samsCompany()) =>
  openPortal('/installer/company?tab=employees', { world: { person: sam, companies, belonging } });

test("the owner reassigns a departed member's devices to another member [IDEV-09]", async () => {
  const { screen, server } = await openCompany({ ...nothingElse(), installers: [kim, ava] });
  const card = screen.getByRole('region', { name: "Former members' devices" });
  await expect.element(card.getByText('Kim Ng: 9 devices')).toBeVisible();
  await card.getByRole('button', { name: 'Reassign the devices of Kim Ng' }).click();
  await expect.element(card.getByText('Choose who takes them over.')).toBeVisible();
  expect(server.calls(handOverDevices)).toEqual([]);
  await card.getByRole('combobox', { name: 'Who takes over the devices of Kim Ng' }).click();
  await screen.getByRole('option', { name: 'Ava Lindqvist' }).click();
  expect(await axeFindings()).toEqual([]);
  await card.getByRole('button', { name: 'Reassign the devices of Kim Ng' }).click();
  await expect.element(screen.getByText('9 devices were reassigned.')).toBeVisible();
  await expect.element(card).not.toBeInTheDocument();
  expect(server.calls(handOverDevices).map(({ body }) => body)).toEqual([
    { fromPersonId: kim.personId, toPersonId: ava.personId },
  ]);
});

test('moves devices registered before joining to the company only after confirmation [REG-10]', async () => {
  const companies = samsCompany();
  companies.own!.relation = 'member';
  const { screen, server } = await openCompany({ ...nothingElse(), outside: 3 }, companies);
  const card = screen.getByRole('region', { name: 'Devices you registered before joining' });
  await screen.getByRole('button', { name: 'Move 3 devices' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Move 3 devices to Harbour Alarms?' });
  await expect.element(dialog.getByText(/They stay with the company if you leave\. You cannot undo/)).toBeVisible();
  expect(server.calls(bringDevicesToCompany)).toEqual([]);
  await dialog.getByRole('button', { name: 'Move 3 devices' }).click();
  await expect.element(screen.getByText('3 devices now belong to the company.')).toBeVisible();
  await expect.element(card).not.toBeInTheDocument();
});

test("the company counts an owner's devices only once moved [REG-10] [A-35]", async () => {
  const companies = samsCompany();
  const { screen, server } = await openCompany({ ...nothingElse(), outside: 3 }, companies);
  await expect.element(screen.getByText(/^3 people, 48 devices/)).toBeVisible();
  const card = screen.getByRole('region', { name: 'Devices without a company' });
  await expect.element(card.getByText(/^3 devices that you registered do not belong to a company\./)).toBeVisible();
  server.on(bringDevicesToCompany, () => {
    Object.assign(companies.own!.company, { devices: 51 });
    return { devices: 3 };
  });
  await card.getByRole('button', { name: 'Move 3 devices' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Move 3 devices' }).click();
  await expect.element(screen.getByText(/^3 people, 51 devices/)).toBeVisible();
});

test('a user confirms that a device taken from the user was given back [IDEV-05]', async () => {
  const taken = [{ serialNumber: 'Trace_9A01', endedAt: new Date().toISOString() }];
  const { screen, server } = await openPortal('/user', { world: { belonging: { ...nothingElse(), taken } } });
  const notice = screen.getByRole('region', { name: 'Trace_9A01 is no longer assigned to you' });
  server.on(endAssignment, () => refuse('internal'));
  await notice.getByRole('button', { name: 'I gave Trace_9A01 back' }).click();
  await expect.element(screen.getByRole('alert').first()).toBeVisible();
  await expect.element(notice).toBeVisible();
  server.on(endAssignment, () => {
    taken.length = 0;
    return done;
  });
  await notice.getByRole('button', { name: 'I gave Trace_9A01 back' }).click();
  await expect.element(notice).not.toBeInTheDocument();
  await expect.element(screen.getByText('You gave the device back.')).toBeVisible();
});

test('an installer confirms that a device taken from the installer was given back [IDEV-07]', async () => {
  const taken = [{ serialNumber: 'Trace_9A01', endedAt: new Date().toISOString() }];
  const world = { person: sam, belonging: { ...nothingElse(), taken } };
  const { screen, server } = await openPortal('/installer/devices', { world });
  const notice = screen.getByRole('region', { name: 'Trace_9A01 is no longer assigned to you' });
  await notice.getByRole('button', { name: 'I gave Trace_9A01 back' }).click();
  await expect.element(screen.getByText('You gave the device back.')).toBeVisible();
  expect(server.calls(endAssignment).map(({ params }) => params)).toEqual([{ serial: 'Trace_9A01' }]);
});

test('Give back asks for confirmation, says that the installer may then see the location, and removes the device [UDASH-05]', async () => {
  const { screen, server } = await openPortal('/user?tab=devices');
  await chooseAction(screen, 'Boat', 'Give back');
  const dialog = screen.getByRole('dialog', { name: 'Give Boat back?' });
  await expect.element(dialog.getByText(/Until it has a new user, .* can see its location/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(server.calls(endAssignment)).toEqual([]);
  await chooseAction(screen, 'Boat', 'Give back');
  await dialog.getByRole('button', { name: 'Give back' }).click();
  await expect.element(screen.getByText('You gave the device back.')).toBeVisible();
  await expect.element(screen.getByText('Boat')).not.toBeInTheDocument();
  expect(server.calls(endAssignment).map(({ params }) => params)).toEqual([{ serial: 'Trace_4F6E' }]);
});
