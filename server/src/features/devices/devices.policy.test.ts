import { expect, test } from 'vitest';
import type { Actor } from '#platform/actor/actor';
import { mayAssign, mayProvision, mayRegister, relationTo } from './devices.policy.ts';

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

test.each([
  [{ registeredBy: 'installer', assignedTo: 'me' }, 'assigned_user'],
  [{ registeredBy: 'me', assignedTo: 'me' }, 'assigned_user'],
  [{ registeredBy: 'me', assignedTo: null }, 'installer_unassigned'],
  [{ registeredBy: 'me', assignedTo: 'somebody' }, 'installer_assigned'],
  [{ registeredBy: 'installer', assignedTo: 'somebody' }, 'none'],
  [{ registeredBy: 'installer', assignedTo: null }, 'none'],
])('a person stands to %o as %s', (device, relation) => {
  expect(relationTo(device, 'me')).toBe(relation);
});

test('only an installer registers', () => {
  expect([mayRegister(actor('installer')), mayRegister(actor('user')), mayRegister(actor('staff'))]).toEqual([
    'allowed',
    'forbidden',
    'forbidden',
  ]);
});

test('an assigned device is not assigned again', () => {
  expect([mayAssign('installer_unassigned'), mayAssign('installer_assigned'), mayAssign('assigned_user')]).toEqual([
    'allowed',
    'conflict',
    'forbidden',
  ]);
});

test('a certificate is issued while a device is registered, and never to its user', () => {
  expect(mayProvision(actor('installer'), 'unregistered')).toBe('allowed');
  expect(mayProvision(actor('user'), 'unregistered')).toBe('forbidden');
  expect(mayProvision(actor('installer'), 'installer_assigned')).toBe('forbidden');
  expect(mayProvision(actor('user'), 'assigned_user')).toBe('forbidden');
});
