import { expect, test } from 'vitest';
import { mayFollow, mayReadHistory } from './tracking.policy.ts';

test.each([
  ['assigned_user', false, false, 'premium_required'],
  ['assigned_user', true, false, 'allowed'],
  ['installer_unassigned', false, false, 'allowed'],
  ['installer_assigned', true, false, 'grant_required'],
  ['installer_assigned', false, true, 'allowed'],
  ['company_unassigned', true, true, 'forbidden'],
  ['company_assigned', true, false, 'grant_required'],
  ['company_assigned', false, true, 'allowed'],
] as const)('following as %s (premium: %s, grant: %s) is %s [LIVE-07]', (relation, isPremium, hasGrant, verdict) => {
  expect(mayFollow(relation, { isPremium, hasGrant })).toBe(verdict);
});

test.each([
  ['assigned_user', false, 'premium_required'],
  ['assigned_user', true, 'allowed'],
  ['installer_unassigned', true, 'forbidden'],
  ['installer_assigned', true, 'forbidden'],
  ['company_unassigned', true, 'forbidden'],
  ['company_assigned', true, 'forbidden'],
] as const)('reading history as %s (premium: %s) is %s [PATH-03]', (relation, isPremium, verdict) => {
  expect(mayReadHistory(relation, { isPremium })).toBe(verdict);
});
