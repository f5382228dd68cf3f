import { expect, test } from 'vitest';
import { HOUR_MS } from '../kernel/time.ts';
import {
  checkCommissioning,
  isCommissioned,
  type CommissioningCheck,
  type CommissioningFacts,
} from './fleet.commissioning.rules.ts';

const now = Date.parse('2026-03-01T10:00:00.000Z');
const at = (ageMs: number) => new Date(now - ageMs).toISOString();

const good: CommissioningFacts = {
  status: { status: 'online', network: 'sim', signalPct: 62, batteryPct: 71 },
  setup: { hub: { id: '00A41F7C', name: 'Novak home', brokenSince: null }, state: 'applied' },
  location: { accuracyM: 8, at: at(1_000), fixAt: at(2_000) },
  assignment: 'assigned',
};
const status = (change: Partial<CommissioningFacts['status']>) => ({ status: { ...good.status, ...change } });

test('a device is commissioned when every check is done or not needed [REG-15]', () => {
  expect(isCommissioned(checkCommissioning(good, now))).toBe(true);
  const plain = { ...good, setup: { hub: null, state: 'none' as const } };
  expect(checkCommissioning(plain, now).hub).toEqual({ state: 'none', reason: null });
  const wired = { ...plain, ...status({ network: 'ethernet', signalPct: null }) };
  expect(checkCommissioning(wired, now).signal).toEqual({ state: 'none', reason: null });
  expect(isCommissioned(checkCommissioning(wired, now))).toBe(true);
});

const cases: [CommissioningCheck, string, Partial<CommissioningFacts>][] = [
  ['contact', 'notOnline', status({ status: 'offline' })],
  ['contact', 'notOnline', status({ status: 'error' })],
  ['position', 'noPosition', { location: null }],
  ['position', 'oldPosition', { location: { accuracyM: 8, at: at(0), fixAt: at(HOUR_MS + 1) } }],
  ['position', 'inaccurate', { location: { accuracyM: 101, at: at(0), fixAt: null } }],
  ['signal', 'noSignal', status({ signalPct: null })],
  ['signal', 'weakSignal', status({ signalPct: 29 })],
  ['battery', 'noBattery', status({ batteryPct: null })],
  ['battery', 'lowBattery', status({ batteryPct: 19 })],
  ['hub', 'hubNotConfirmed', { setup: { ...good.setup!, state: 'sent' } }],
  ['hub', 'hubNotConfirmed', { setup: null }],
  ['hub', 'hubBroken', { setup: { hub: { ...good.setup!.hub!, brokenSince: at(0) }, state: 'applied' } }],
  ['user', 'waitingUser', { assignment: 'waiting' }],
  ['user', 'noUser', { assignment: 'none' }],
];

test.each(cases)('the check "%s" is missing because of %s, and no other check is [REG-15]', (check, reason, change) => {
  const results = checkCommissioning({ ...good, ...change }, now);
  expect(results[check]).toEqual({ state: 'missing', reason });
  expect(isCommissioned(results)).toBe(false);
  expect(Object.values(results).filter(({ state }) => state === 'missing')).toHaveLength(1);
});
