import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import type { Device } from '@trace/contract/devices/devices.schema';
import type { LastPlace } from '@trace/contract/tracking/tracking.places.api';
import { expect, test } from 'vitest';
import { orderDevices } from './dashboard-order.ts';
import { suggestDevice } from '../dashboard-suggestion.ts';

const nowMs = Date.parse('2026-11-24T10:00:00Z');
const device = (name: string) => ({ serialNumber: name, name }) as Device;
const status = (of: Partial<DeviceStatusView>) => ({ status: 'online', batteryPct: 80, ...of }) as DeviceStatusView;
const place = (speedMps: number | null, ageMs = 0) =>
  ({ speedMps, at: new Date(nowMs - ageMs).toISOString() }) as LastPlace;

test('puts an error and an empty battery first, then moving, offline, online and sleeping devices [UDASH-11]', () => {
  const statuses = new Map([
    ['asleep', status({ status: 'sleeping' })],
    ['b online', status({})],
    ['a online', status({})],
    ['parked', status({})],
    ['offline', status({ status: 'offline', batteryPct: 4 })],
    ['moving', status({})],
    ['empty', status({ batteryPct: 9 })],
    ['broken', status({ status: 'error' })],
  ]);
  const places = new Map([
    ['moving', place(8)],
    ['parked', place(0.3)],
    // A speed of long ago says nothing about now.
    ['b online', place(20, 300_000)],
  ]);
  const ordered = orderDevices([...statuses.keys()].map(device), { statuses, places, nowMs });
  expect(ordered.map(({ name }) => name)).toEqual([
    'broken',
    'empty',
    'moving',
    'offline',
    'a online',
    'b online',
    'parked',
    'asleep',
  ]);
});

test('suggests the only device, else one that moves, else one that is online [LIVE-12]', () => {
  const statuses = new Map([
    ['asleep', status({ status: 'sleeping' })],
    ['offline', status({ status: 'offline' })],
    ['online', status({})],
    ['moving', status({})],
  ]);
  // The last report of a device that is offline may be a minute old.
  const places = new Map([
    ['moving', place(8)],
    ['offline', place(8)],
  ]);
  const suggest = (...names: string[]) => suggestDevice(names.map(device), { statuses, places, nowMs })?.name;
  expect(suggest('asleep', 'offline', 'online', 'moving')).toBe('moving');
  expect(suggest('asleep', 'offline', 'online')).toBe('online');
  expect(suggest('asleep', 'offline')).toBeUndefined();
  expect(suggest('asleep')).toBe('asleep');
});
