import type { TableRow } from '@trace/contract/fleet/fleet.table.schema';
import { expect, test } from 'vitest';
import { locationRight } from './devices-rights.ts';

test.each([
  ['installer_unassigned', 'none', false, 'free'],
  ['installer_assigned', 'assigned', false, 'ask'],
  ['installer_assigned', 'assigned', true, 'free'],
  ['installer_assigned', 'waiting', false, 'waiting'],
  ['installer_assigned', 'none', false, 'taken'],
  ['assigned_user', 'assigned', false, 'free'],
  ['company_unassigned', 'none', false, 'company'],
  ['company_assigned', 'assigned', false, 'ask'],
  ['company_assigned', 'assigned', true, 'free'],
  ['company_assigned', 'none', false, 'taken'],
] as const)('Get Location of %s, %s, granted %s: %s [IDEV-03] [LOCREQ-03]', (relation, assignment, hasGrant, right) => {
  expect(locationRight({ relation, assignment } as TableRow, hasGrant)).toBe(right);
});
