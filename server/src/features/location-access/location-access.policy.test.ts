import { expect, test } from 'vitest';
import { isUser, mayAnswer, mayRequest, sightBy, isBasisValid } from './location-access.policy.ts';

const since = new Date('2026-03-02T10:00:00Z');
const later = new Date('2026-03-02T11:00:00Z');
const basis = { deviceId: 7, requesterId: 'installer', userId: 'user', userSince: since };
const user = { id: 7, relation: 'assigned_user', since } as const;
const installer = { id: 7, relation: 'installer_assigned', since } as const;

test.each([
  ['assigned_user', 'forbidden'],
  ['installer_unassigned', 'not_assigned'],
  ['company_unassigned', 'not_assigned'],
  ['installer_assigned', 'allowed'],
  ['company_assigned', 'allowed'],
] as const)('the request of an %s is %s [LOCREQ-01]', (relation, verdict) => {
  expect(mayRequest({ relation })).toBe(verdict);
});

test('a device without a relation to the requester is not found [LOCREQ-01]', () => {
  expect(mayRequest(null)).toBe('not_found');
});

test.each([
  ['the user and the installer of then', installer, user, true],
  ['an employee of its company', { ...installer, relation: 'company_assigned' }, user, true],
  ['an installer who has nothing to do with it any more', null, user, false],
  ['an installer of a device without a user', { ...installer, relation: 'installer_unassigned' }, user, false],
  ['an installer who has become its user', { ...user }, user, false],
  ['no user', installer, null, false],
  ['a later assignment to the same user', installer, { ...user, since: later }, false],
  ['a device that was registered anew', { ...installer, id: 8 }, { ...user, id: 8 }, false],
] as const)('a grant with %s is valid: %s [LOCREQ-03]', (_who, requester, person, isValid) => {
  expect(isBasisValid(basis, requester, person)).toBe(isValid);
});

test.each([
  ['the user', { accountId: 'user', role: 'user' }, user, 'allowed'],
  ['an installer who is its user', { accountId: 'user', role: 'installer' }, user, 'allowed'],
  ['who asked', { accountId: 'installer', role: 'installer' }, installer, 'not_found'],
  ['the user before', { accountId: 'user', role: 'user' }, null, 'not_found'],
  ['the user of a later assignment', { accountId: 'user', role: 'user' }, { ...user, since: later }, 'not_found'],
  ['support', { accountId: 'user', role: 'staff' }, user, 'forbidden'],
] as const)('the answer of %s is %s [LOCREQ-02] [T06]', (_who, actor, device, verdict) => {
  expect(mayAnswer(actor, basis, device)).toBe(verdict);
});

test('a requester cannot answer the own request, even as the user of the device [LOCREQ-02] [T06]', () => {
  const own = { ...basis, requesterId: 'user' };
  expect(isUser(own, user)).toBe(true);
  expect(mayAnswer({ accountId: 'user', role: 'user' }, own, user)).toBe('not_found');
});

test('a grant shows positions of the granted time, and an assigned device shows none without a grant [LOCREQ-03]', () => {
  const grant = { grantId: 'g', deviceId: 7, accountId: 'installer', startsAt: since, endsAt: later };
  const sight = { from: since, until: later, right: 'grant', grantId: 'g' };
  expect(sightBy({ relation: 'installer_assigned', since }, grant)).toEqual(sight);
  expect(sightBy({ relation: 'company_assigned', since }, grant)).toEqual(sight);
  expect(sightBy({ relation: 'installer_assigned', since }, null)).toBeNull();
  expect(sightBy({ relation: 'company_assigned', since }, null)).toBeNull();
  expect(sightBy({ relation: 'company_unassigned', since }, grant)).toBeNull();
  expect(sightBy({ relation: 'assigned_user', since }, null)).toMatchObject({ from: since, right: null });
});
