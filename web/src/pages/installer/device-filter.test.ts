import type { Device } from '@trace/contract/devices/devices.schema';
import { expect, test } from 'vitest';
import { filterDevices, readDeviceFilter } from './device-filter.ts';

const device = (serialNumber: string, name: string): Device => ({
  serialNumber,
  name,
  hubId: null,
  dateRegistered: '2026-01-01T00:00:00Z',
  dateAssigned: null,
  company: null,
});
const devices = [device('Trace_4F21', 'Work ute'), device('Trace_4F6E', 'Boat')];
const names = (found: Device[]) => found.map(({ name }) => name);

test('a device is found by a part of its name or serial, in any case', () => {
  expect(names(filterDevices(devices, new Map(), { q: 'UTE' }))).toEqual(['Work ute']);
  expect(names(filterDevices(devices, new Map(), { q: '4f6' }))).toEqual(['Boat']);
  expect(names(filterDevices(devices, new Map(), {}))).toEqual(['Work ute', 'Boat']);
});

test('a device without a status awaits its first word', () => {
  expect(filterDevices(devices, new Map(), { status: 'awaiting' })).toHaveLength(2);
  expect(filterDevices(devices, new Map(), { status: 'online' })).toHaveLength(0);
});

test('an address with nonsense filters nothing', () => {
  expect(readDeviceFilter({ q: 7, status: 'gone' })).toEqual({});
  expect(readDeviceFilter({ q: 'ute', status: 'offline' })).toEqual({ q: 'ute', status: 'offline' });
});
