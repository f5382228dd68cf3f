import type { Device } from '@trace/contract/devices/devices.schema';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '#testing/mount.tsx';
import { DevicesSelector, SelectPlace } from '#features/devices/devices-selector.tsx';

const devices = Array.from({ length: 7 }, (_, at) => ({ name: `Ute ${at}`, serialNumber: `Trace_${at}` }) as Device);

test.each([390, 1_440])('the list of devices is as high as its loader at a width of %i', async (width) => {
  await page.viewport(width, 844);
  const screen = await mount(
    <>
      <SelectPlace />
      <DevicesSelector devices={devices} statuses={new Map()} selected="Trace_0" onSelect={() => undefined} />
    </>,
  );
  const list = screen.getByRole('combobox');
  await expect.element(list).toBeVisible();
  const place = screen.getByRole('status').first().element().getBoundingClientRect();
  expect(place.height).toBe(list.element().closest('.mantine-Input-wrapper')!.getBoundingClientRect().height);
});
