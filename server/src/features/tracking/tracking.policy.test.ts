import { expect, test } from 'vitest';
import { mayFollow } from './tracking.policy.ts';

test.each([
  ['assigned_user', false, 'premium_required'],
  ['assigned_user', true, 'allowed'],
  ['installer_unassigned', false, 'allowed'],
  ['installer_assigned', true, 'grant_required'],
] as const)('LIVE-07 following as %s (premium: %s) is %s', (relation, isPremium, verdict) => {
  expect(mayFollow(relation, isPremium)).toBe(verdict);
});
