import { expect, test } from 'vitest';

import { certificateRules as rules } from '@trace/contract/device-protocol/certificates.rules';
import { DAY_MS } from '@trace/contract/kernel/time';

import { gatewayRootOf, needsSuccessor, validOf } from './authority.rules.ts';
import { answerToKey, isRenewalDue, useOf } from './renewal.rules.ts';

const now = new Date('2026-03-02T12:00:00.000Z');
const nowMs = now.getTime();
const inMs = (ms: number): Date => new Date(nowMs + ms);

test('a renewal is due with a third of the life left, and for a short life 90 days before the end [REG-12]', () => {
  const isDue = (leftMs: number, lifeMs: number): boolean =>
    isRenewalDue({ issuedAt: inMs(leftMs - lifeMs), expiresAt: inMs(leftMs) }, now);
  expect(isDue(244 * DAY_MS, rules.deviceMs)).toBe(false);
  expect(isDue(243 * DAY_MS, rules.deviceMs)).toBe(true);
  expect(isDue(91 * DAY_MS, 180 * DAY_MS)).toBe(false);
  expect(isDue(90 * DAY_MS, 180 * DAY_MS)).toBe(true);
});

test('a certificate is for daily use until its end, for its renewal until the grace ends, and ends when it retires [REG-12]', () => {
  expect(useOf({ expiresAt: inMs(1), retiresAt: null }, now)).toBe('daily');
  expect(useOf({ expiresAt: inMs(0), retiresAt: null }, now)).toBe('renewal');
  expect(useOf({ expiresAt: inMs(1 - rules.graceMs), retiresAt: null }, now)).toBe('renewal');
  expect(useOf({ expiresAt: inMs(-rules.graceMs), retiresAt: null }, now)).toBe('none');
  expect(useOf({ expiresAt: inMs(DAY_MS), retiresAt: inMs(1) }, now)).toBe('daily');
  expect(useOf({ expiresAt: inMs(DAY_MS), retiresAt: inMs(0) }, now)).toBe('none');
});

test('a key gets one certificate: its own again, never that of another way, and none once it is revoked [REG-12]', () => {
  expect(answerToKey([], 0)).toBeNull();
  expect(answerToKey([{ isRevoked: false, renewalPem: 'pem' }], rules.renewalsPerDay)).toEqual({ pem: 'pem' });
  expect(answerToKey([{ isRevoked: true, renewalPem: 'pem' }], 0)).toEqual({ refused: 'superseded' });
  expect(answerToKey([{ isRevoked: false, renewalPem: null }], 0)).toEqual({ refused: 'key_in_use' });
  expect(answerToKey([], rules.renewalsPerDay)).toEqual({ refused: 'too_many' });
});

test('the next authority is due four years before the end of the newest [REG-12]', () => {
  expect(needsSuccessor(undefined, nowMs)).toBe(true);
  expect(needsSuccessor({ endsMs: nowMs + rules.authorityRenewLeftMs }, nowMs)).toBe(false);
  expect(needsSuccessor({ endsMs: nowMs + rules.authorityRenewLeftMs - 1 }, nowMs)).toBe(true);
  expect(validOf([{ endsMs: nowMs }, { endsMs: nowMs + 1 }], nowMs)).toEqual([{ endsMs: nowMs + 1 }]);
  expect(validOf([{ endsMs: nowMs - 1 }], nowMs)).toHaveLength(1);
});

test('the gateway changes to the next authority when all devices have it, and at the latest 180 days before the end [REG-12]', () => {
  const first = { startsMs: 0, endsMs: nowMs + rules.authoritySwitchLeftMs };
  const newer = { startsMs: nowMs - rules.deviceMs + 1, endsMs: nowMs + rules.authorityMs };
  const older = { ...newer, startsMs: nowMs - rules.deviceMs };
  expect(gatewayRootOf([first, older], false, nowMs)).toBe(first);
  expect(gatewayRootOf([first, newer], true, nowMs)).toBe(first);
  expect(gatewayRootOf([first, older], true, nowMs)).toBe(older);
  expect(gatewayRootOf([{ ...first, endsMs: first.endsMs - 1 }, newer], false, nowMs)).toBe(newer);
  expect(gatewayRootOf([first], false, nowMs)).toBe(first);
});
