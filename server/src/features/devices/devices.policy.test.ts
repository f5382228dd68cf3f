import { expect, test } from 'vitest';
import type { Actor } from '#platform/actor/actor';
import {
  mayAssign,
  mayCancel,
  mayClaimAgain,
  mayEnd,
  mayProvision,
  mayRegister,
  relationTo,
  type AssignmentState,
  type DeviceFacts,
  type Relation,
  type Viewer,
} from './devices.policy.ts';

const actor = (role: Actor['role']): Actor => ({
  accountId: 'me',
  sessionId: 's',
  role,
  email: 'me@example.com',
  firstName: 'M',
  lastName: 'E',
  timeZone: 'UTC',
  provedAt: new Date(0),
});

const free: DeviceFacts = {
  registeredBy: 'installer',
  assignedTo: null,
  countsAsAssigned: false,
  companyId: null,
  responsibleCompanyId: null,
};
const taken = { ...free, countsAsAssigned: true };
const mine = { registeredBy: 'me' };
const ofCompany = { companyId: 'c', responsibleCompanyId: 'c' };
const me: Viewer = { accountId: 'me', companyId: null, mayService: true };
const member = { ...me, companyId: 'c' };
const ended = { ...me, mayService: false };

test.each<[DeviceFacts, Viewer, Relation]>([
  [{ ...taken, assignedTo: 'me' }, me, 'assigned_user'],
  [{ ...taken, ...mine, assignedTo: 'me' }, me, 'assigned_user'],
  [{ ...taken, ...ofCompany, assignedTo: 'me' }, member, 'assigned_user'],
  [{ ...free, ...mine }, me, 'installer_unassigned'],
  [{ ...taken, ...mine, assignedTo: 'somebody' }, me, 'installer_assigned'],
  // Waits for an address, or is pending return.
  [{ ...taken, ...mine }, me, 'installer_assigned'],
  [{ ...taken, assignedTo: 'somebody' }, me, 'none'],
  [free, me, 'none'],
  [{ ...free, ...mine, ...ofCompany }, member, 'installer_unassigned'],
  [{ ...taken, ...mine, ...ofCompany }, member, 'installer_assigned'],
  // Has left the company, or moved to another company.
  [{ ...free, ...mine, ...ofCompany }, me, 'none'],
  [{ ...free, ...mine, ...ofCompany }, { ...me, companyId: 'other' }, 'none'],
  [{ ...free, ...ofCompany }, member, 'company_unassigned'],
  [{ ...taken, ...ofCompany, assignedTo: 'somebody' }, member, 'company_assigned'],
  // The installer owns the company, and the device has no company.
  [{ ...free, responsibleCompanyId: 'c' }, member, 'company_unassigned'],
  [{ ...free, ...mine, responsibleCompanyId: 'c' }, member, 'installer_unassigned'],
  [{ ...free, ...ofCompany }, { ...me, companyId: 'other' }, 'none'],
  // CERT-09: the user keeps access.
  [{ ...free, ...mine }, ended, 'none'],
  [{ ...taken, ...mine, assignedTo: 'somebody' }, ended, 'none'],
  [{ ...free, ...ofCompany }, { ...member, mayService: false }, 'none'],
  [{ ...taken, ...mine, assignedTo: 'me' }, ended, 'assigned_user'],
])('%o is to %o %s', (device, viewer, relation) => {
  expect(relationTo(device, viewer)).toBe(relation);
});

test('only an installer registers', () => {
  expect([mayRegister(actor('installer')), mayRegister(actor('user')), mayRegister(actor('staff'))]).toEqual([
    'allowed',
    'forbidden',
    'forbidden',
  ]);
});

test.each<[Relation, AssignmentState, boolean, string]>([
  ['installer_unassigned', 'free', false, 'allowed'],
  // An assignment that waited was cancelled: not to be located, but free.
  ['installer_assigned', 'free', false, 'allowed'],
  ['installer_assigned', 'assigned', false, 'conflict'],
  ['installer_assigned', 'waiting', false, 'conflict'],
  ['installer_assigned', 'taken', false, 'conflict'],
  ['installer_assigned', 'taken', true, 'allowed'],
  ['assigned_user', 'assigned', false, 'forbidden'],
  ['company_unassigned', 'free', false, 'forbidden'],
  ['company_assigned', 'taken', true, 'forbidden'],
])(
  'assigning as %s while the device is %s (to the last user: %s) is %s [IDEV-05]',
  (relation, state, isTheirs, verdict) => {
    expect(mayAssign(relation, state, isTheirs)).toBe(verdict);
  },
);

test.each<[Relation, AssignmentState, string, string, string]>([
  ['assigned_user', 'assigned', 'forbidden', 'allowed', 'forbidden'],
  ['installer_unassigned', 'free', 'not_found', 'not_found', 'conflict'],
  ['installer_assigned', 'waiting', 'allowed', 'not_found', 'conflict'],
  ['installer_assigned', 'assigned', 'not_found', 'allowed', 'conflict'],
  ['installer_assigned', 'taken', 'not_found', 'not_found', 'allowed'],
  ['installer_assigned', 'free', 'not_found', 'not_found', 'allowed'],
  ['company_unassigned', 'free', 'forbidden', 'not_found', 'forbidden'],
  ['company_assigned', 'waiting', 'forbidden', 'not_found', 'forbidden'],
  ['company_assigned', 'assigned', 'not_found', 'forbidden', 'forbidden'],
])(
  'relation %s while the device is %s: cancelling is %s, ending is %s, showing the code is %s',
  (relation, state, cancel, end, claim) => {
    const isTaken = relation === 'installer_assigned' && (state === 'taken' || state === 'free');
    expect([mayCancel(relation, state), mayEnd(relation, state), mayClaimAgain(relation, isTaken, state)]).toEqual([
      cancel,
      end,
      claim,
    ]);
  },
);

test('a certificate is issued while a device is registered, and never to the user', () => {
  expect(mayProvision(actor('installer'), 'unregistered')).toBe('allowed');
  expect(mayProvision(actor('user'), 'unregistered')).toBe('forbidden');
  expect(mayProvision(actor('installer'), 'installer_assigned')).toBe('forbidden');
  expect(mayProvision(actor('user'), 'assigned_user')).toBe('forbidden');
});
