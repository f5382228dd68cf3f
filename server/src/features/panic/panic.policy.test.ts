import type { PanicRole } from '@trace/contract/panic/panic.rules';
import { expect, test } from 'vitest';
import {
  LINK_AFTER_CLOSE_MS,
  isRingingFor,
  mayClose,
  mayRelease,
  mayTake,
  seesPhone,
  seesPositions,
  type PanicViewer,
} from './panic.policy.ts';

const viewer = (role: PanicRole, isNotified: boolean): PanicViewer => ({
  role,
  personId: role,
  name: role,
  recipientId: null,
  isNotified,
  wearerId: role === 'contact' ? 'wearer' : null,
});
const open = { isTest: false, takenAt: null, takenBy: null, closedAt: null };
const taken = (by: PanicRole) => ({ ...open, takenAt: new Date(), takenBy: by });
const closed = { ...open, closedAt: new Date() };

/** Role, turn has come: may take, rings, sees positions while open, sees positions when closed. */
test.each([
  ['wearer', true, true, true, true, true],
  ['wearer', false, true, false, true, true],
  ['contact', true, true, true, true, false],
  ['contact', false, false, false, false, false],
  ['company', true, true, true, false, false],
  ['company', false, false, false, false, false],
  ['support', true, true, true, false, false],
  ['support', false, true, false, false, false],
] as const)(
  'decides for %s (notified: %s) who takes, rings and sees positions [PANIC-03] [PANIC-04]',
  (role, isNotified, takes, rings, seesOpen, seesClosed) => {
    const person = viewer(role, isNotified);
    expect([mayTake(person), isRingingFor(open, person)]).toEqual([takes, rings]);
    expect([seesPositions(open, person), seesPositions(closed, person)]).toEqual([seesOpen, seesClosed]);
    expect([isRingingFor(taken('support'), person), isRingingFor(closed, person)]).toEqual([false, false]);
  },
);

test('a contact whom the wearer has removed neither rings, takes nor sees positions [PANIC-04] [PANIC-07]', () => {
  const former = { ...viewer('contact', true), wearerId: null };
  expect([mayTake(former), isRingingFor(open, former), seesPositions(open, former)]).toEqual([false, false, false]);
});

test('helpers see the number of the wearer until a week after the end, and a removed contact never [PANIC-07]', () => {
  const now = new Date();
  const ended = (agoMs: number) => ({ closedAt: new Date(now.getTime() - agoMs) });
  const former = { ...viewer('contact', true), wearerId: null };
  const shown = (person: PanicViewer): boolean[] =>
    [open, ended(LINK_AFTER_CLOSE_MS), ended(LINK_AFTER_CLOSE_MS + 1)].map((state) => seesPhone(state, person, now));
  expect(['wearer', 'support'].map((role) => shown(viewer(role as PanicRole, true)))).toEqual([
    [true, true, true],
    [true, true, true],
  ]);
  expect(['contact', 'company'].map((role) => shown(viewer(role as PanicRole, true)))).toEqual([
    [true, true, false],
    [true, true, false],
  ]);
  expect(shown(former)).toEqual([false, false, false]);
});

test('lets the taker release, and the taker, the wearer and support close [PANIC-04]', () => {
  const byContact = taken('contact');
  const roles = ['wearer', 'contact', 'company', 'support'] as const;
  expect(roles.filter((role) => mayRelease(byContact, viewer(role, true)))).toEqual(['contact']);
  expect(roles.filter((role) => mayClose(byContact, viewer(role, true)))).toEqual(['wearer', 'contact', 'support']);
  expect(mayRelease({ ...byContact, closedAt: new Date() }, viewer('contact', true))).toBe(false);
});

test('a test rings for contacts and not for its wearer [PANIC-08]', () => {
  const drill = { ...open, isTest: true };
  expect([isRingingFor(drill, viewer('wearer', true)), isRingingFor(drill, viewer('contact', true))]).toEqual([
    false,
    true,
  ]);
});
