import { expect, test } from 'vitest';
import { mayPing } from './ping.policy.ts';

test.each([
  ['assigned_user', false, false, 'counted'],
  ['assigned_user', true, false, 'unlimited'],
  ['installer_unassigned', false, false, 'paced'],
  ['installer_unassigned', true, false, 'paced'],
  ['installer_assigned', false, false, 'grant_required'],
  ['installer_assigned', true, false, 'grant_required'],
  ['installer_assigned', false, true, 'paced'],
  ['company_unassigned', false, false, 'forbidden'],
  ['company_unassigned', true, true, 'forbidden'],
  ['company_assigned', false, false, 'grant_required'],
  ['company_assigned', false, true, 'paced'],
] as const)(
  'the ping of an %s (premium: %s, grant: %s) is %s [PING-04] [PING-06]',
  (relation, isPremium, hasGrant, verdict) => {
    expect(mayPing(relation, { isPremium, hasGrant })).toBe(verdict);
  },
);
