import { expect, test } from 'vitest';
import { samsTable } from '#testing/fake-server/devices/fake-server-table.ts';
import { isSelectable } from '../devices-selection.ts';
import { bulkPlan } from './bulk-plan.ts';

const devices = samsTable().filter(isSelectable);

test('devices of colleagues cannot be selected [IDEV-11]', () => {
  expect(
    samsTable()
      .filter((device) => !isSelectable(device))
      .map(({ name }) => name),
  ).toEqual(['Excavator 3']);
});

test('assigning leaves out devices with a user and devices that were not given back [IDEV-11]', () => {
  const { able, skipped } = bulkPlan('assign', devices);
  expect(able.map(({ name }) => name)).toEqual(['Front gate', 'Device Trace_7C04']);
  expect(skipped.map(({ device, reason }) => [device.name, reason])).toEqual([
    ['Work ute', 'already has a user or a pending assignment'],
    ['Site trailer', 'already has a user or a pending assignment'],
    ['Delivery van 2', 'already has a user or a pending assignment'],
    ['Boat Selkie', 'already has a user or a pending assignment'],
    ['Spare unit', 'not given back by its previous user'],
  ]);
});

test('ending assignments leaves out a device of the installer as its user, whose end is a return [IDEV-07] [IDEV-11]', () => {
  const own = { ...devices[0]!, relation: 'assigned_user' as const };
  expect(bulkPlan('end', [own]).skipped).toEqual([{ device: own, reason: 'assigned to you' }]);
});

test('ending assignments leaves out devices without a user, reconfiguring applies to all [IDEV-11]', () => {
  expect(bulkPlan('end', devices).able.map(({ name }) => name)).toEqual([
    'Work ute',
    'Site trailer',
    'Delivery van 2',
    'Boat Selkie',
  ]);
  expect(bulkPlan('reconfigure', devices).able).toHaveLength(devices.length);
});
