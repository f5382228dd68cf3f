import { replaceDevice } from '@trace/contract/devices/devices.replacement.api';
import { claimDeviceAgain } from '@trace/contract/devices/assignment/devices.assignment.api';
import { labelText } from '@trace/contract/devices/registration/devices.registration.rules';
import { expect, test } from 'vitest';
import { chooseAction } from '#testing/choose-action.ts';
import { drawLabel, fakeCamera } from '#testing/fake-camera.ts';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { sam } from '#testing/fake-server/fake-server-world.ts';

const CODE = 'K7QM22D9FABBBBBCCCCC';

const open = () => openPortal('/installer/devices', { world: { person: sam } });

test('scans the label of the new tracker when replacing a tracker [REG-13]', async () => {
  const camera = fakeCamera();
  camera.show(drawLabel(labelText('Trace_9A01', CODE)));
  const { screen, server } = await open();
  await chooseAction(screen, 'Work ute', 'Replace tracker');
  const dialog = screen.getByRole('dialog', { name: 'Replace the tracker of Work ute' });
  await dialog.getByRole('button', { name: 'Scan label' }).click();
  await expect.element(dialog.getByRole('textbox', { name: 'Serial of the new tracker' })).toHaveValue('Trace_9A01');
  await expect.element(dialog.getByRole('textbox', { name: 'Claim code' })).toHaveValue(CODE);
  await dialog.getByRole('button', { name: 'Replace tracker' }).click();
  await expect.element(screen.getByText(/^Tracker replaced by Trace_9A01\./)).toBeVisible();
  expect(server.calls(replaceDevice).map(({ body }) => body)).toEqual([
    { newSerialNumber: 'Trace_9A01', claimCode: CODE },
  ]);
});

test('scans the claim code of this device and refuses the label of another device [REG-13]', async () => {
  const camera = fakeCamera();
  camera.show(drawLabel(labelText('Trace_9A01', CODE)));
  const { screen, server } = await open();
  await chooseAction(screen, 'Spare unit', 'Enter claim code');
  const dialog = screen.getByRole('dialog', { name: 'Enter claim code: Spare unit' });
  await dialog.getByRole('button', { name: 'Scan label' }).click();
  await expect
    .element(screen.getByText('This is the label of Trace_9A01. Scan the label of Trace_4D18.'))
    .toBeVisible();
  camera.show(drawLabel('trace:Trace_4D18'));
  await expect.element(screen.getByText('This label has no claim code.')).toBeVisible();
  camera.show(drawLabel(labelText('Trace_4D18', CODE)));
  await expect.element(dialog.getByRole('textbox', { name: 'Claim code' })).toHaveValue(CODE);
  expect(camera.isOn).toBe(false);
  await dialog.getByRole('button', { name: 'Enter claim code' }).click();
  await expect.element(screen.getByText(/^Claim code accepted\./)).toBeVisible();
  expect(server.calls(claimDeviceAgain).map(({ params, body }) => [params.serial, body])).toEqual([
    ['Trace_4D18', { claimCode: CODE }],
  ]);
});
