import { expect, test } from 'vitest';
import { maySeePings, mayPing } from './ping.policy.ts';

test.each([
  ['assigned_user', false, 'counted'],
  ['assigned_user', true, 'unlimited'],
  ['installer_unassigned', false, 'paced'],
  ['installer_unassigned', true, 'paced'],
  ['installer_assigned', false, 'grant_required'],
  ['installer_assigned', true, 'grant_required'],
] as const)('PING-04 PING-06 the ping of an %s (premium: %s) is %s', (relation, isPremium, verdict) => {
  expect(mayPing(relation, isPremium)).toBe(verdict);
});

test('an installer does not read where an assigned device was pinged', () => {
  expect([
    maySeePings('assigned_user'),
    maySeePings('installer_unassigned'),
    maySeePings('installer_assigned'),
  ]).toEqual([true, true, false]);
});
