import type { DeviceStatus } from '@trace/contract/device-status/device-status.rules';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import { expect, test } from 'vitest';
import { summaryOf } from './device-status-summary.ts';

const bare: DeviceStatusView = {
  serialNumber: 'x',
  status: 'online',
  sleepModeActive: false,
  sleepModeEnabled: false,
  networkType: 'lte',
  network: 'sim',
  configApplied: true,
  connectivity: true,
  liveGpsEnabled: false,
  batteryPct: null,
  signalPct: null,
  lastError: null,
  lastSeen: null,
  expectedAt: null,
  clockWrongSince: null,
  clockOffSec: null,
};

test.each<[DeviceStatus[], string]>([
  [[], ''],
  [['offline'], '1 device, offline'],
  [['online', 'online'], '2 devices, all online'],
  [['online', 'offline', 'sleeping'], '3 devices, 1 offline'],
  [['online', 'sleeping', 'sleeping'], '3 devices, 2 sleeping'],
  [['error', 'offline'], '2 devices, 1 with an error, 1 offline'],
  [['error', 'error', 'offline', 'offline', 'online'], '5 devices, 2 with an error, 2 offline'],
])('%j reads %s', (each, words) => {
  const serials = each.map((_, index) => `Trace_${index}`);
  const statuses = new Map(each.map((status, index) => [`Trace_${index}`, { ...bare, status }]));
  expect(summaryOf(serials, statuses)).toBe(words);
});
