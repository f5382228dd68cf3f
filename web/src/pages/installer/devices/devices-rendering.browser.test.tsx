import { deviceStatusEvent } from '@trace/contract/device-status/device-status.stream';
import { page } from 'vitest/browser';
import { expect, test, vi } from 'vitest';
import { openPortal } from '#testing/fake-server/fake-server-portal.tsx';
import { aStatus } from '#testing/fake-server/devices/fake-server-status.ts';
import { sam } from '#testing/fake-server/fake-server-world.ts';
import { DeviceDetails } from './devices-cells.tsx';

vi.mock('./devices-cells.tsx', { spy: true });

test.each([
  ['row', 1_280],
  ['card', 390],
])('a pushed status renders only the %s of its device [IDEV-08]', async (kind, width) => {
  await page.viewport(width, 800);
  const { screen, server } = await openPortal('/installer/devices', { world: { person: sam } });
  const role = kind === 'row' ? 'row' : 'listitem';
  await expect.element(screen.getByRole(role).filter({ hasText: 'Delivery van 2' })).toBeVisible();
  vi.mocked(DeviceDetails).mockClear();
  server.stream.push(deviceStatusEvent, aStatus('Trace_4F21', { status: 'offline', network: 'disconnected' }));
  await expect.element(screen.getByRole(role).filter({ hasText: 'Work ute' }).getByText('Offline')).toBeVisible();
  const rendered = vi.mocked(DeviceDetails).mock.calls.map(([{ device }]) => device.serialNumber);
  expect(new Set(rendered)).toEqual(new Set(['Trace_4F21']));
});
