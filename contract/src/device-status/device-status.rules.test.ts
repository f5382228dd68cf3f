import { expect, test } from 'vitest';
import { SECOND_MS } from '../kernel/time.ts';
import {
  networkOf,
  pollPauseMs,
  silentAfter,
  sleepsUntil,
  statusOf,
  type DeviceReport,
} from './device-status.rules.ts';

const now = new Date('2026-03-02T12:00:00Z');
const inSec = (sec: number): Date => new Date(now.getTime() + sec * SECOND_MS);
const report = (changed: Partial<DeviceReport>): DeviceReport => ({
  reported: 'online',
  connected: true,
  heardAt: inSec(-10),
  silentAt: inSec(115),
  ...changed,
});

test.each<[string, Partial<DeviceReport>, string]>([
  ['never heard from', { reported: null, heardAt: null, silentAt: null }, 'awaiting'],
  ['connected, but never heard', { reported: null, heardAt: null, silentAt: null, connected: true }, 'awaiting'],
  ['in error', { reported: 'error' }, 'error'],
  ['in error and silent since', { reported: 'error', silentAt: inSec(-1) }, 'error'],
  ['updating', { reported: 'updating' }, 'updating'],
  ['updating and silent since', { reported: 'updating', silentAt: inSec(-1) }, 'offline'],
  ['asleep', { reported: 'sleeping', connected: false }, 'sleeping'],
  ['asleep past its wake and grace', { reported: 'sleeping', connected: false, silentAt: now }, 'offline'],
  ['online', {}, 'online'],
  ['online by its own word, silent since', { silentAt: now }, 'offline'],
  ['a moment before it is silent', { silentAt: inSec(1) }, 'online'],
  ['offline by its own word', { reported: 'offline' }, 'offline'],
])('derives the status of a device that is %s [STAT-01]', (_what, changed, status) => {
  expect(statusOf(report(changed), now)).toBe(status);
});

test.each([
  ['ethernet', true, 'ethernet'],
  ['cellular', true, 'sim'],
  ['lte', true, 'sim'],
  [null, true, 'disconnected'],
  ['ethernet', false, 'disconnected'],
  ['lte', false, 'disconnected'],
] as const)('a device over %s, connected %s, shows the network %s [STAT-02]', (networkType, connected, label) => {
  expect(networkOf(networkType, connected)).toBe(label);
});

test.each([
  [60, false, 125],
  [30, true, 65],
  [30, false, 65],
  [60, true, 90],
  [3_600, false, 150],
  [3_600, true, 90],
  [1, false, 7],
])(
  'a device with heartbeats every %i s and hub %s is silent after %i s [STAT-05]',
  (heartbeatSec, hasHub, silentSec) => {
    expect(silentAfter(now, heartbeatSec, hasHub)).toEqual(inSec(silentSec));
  },
);

test('a sleeping device counts as asleep until five minutes after its wake [STAT-05]', () => {
  expect(sleepsUntil(now, 3_600)).toEqual(inSec(3_900));
});

test.each([
  [0, 45],
  [1, 90],
  [2, 180],
  [3, 360],
  [9, 360],
])('after %i consecutive failures a page polls again in %i s [STAT-04]', (failures, pauseSec) => {
  expect(pollPauseMs(failures)).toBe(pauseSec * SECOND_MS);
});
