import type { Incident } from '@trace/contract/panic/panic.schema';
import { expect, test } from 'vitest';
import { attend, calm, isSounding, realFirst } from './panic-attention-state.ts';

const incident = (id: string, isRinging: boolean, change: Partial<Incident> = {}): Incident => ({
  ...{ id, isTest: false, kind: 'panic', source: 'tracker', openedAt: '2026-11-25T09:41:00.000Z', happenedAt: null },
  ...{ lateSec: null, hasWrongClock: false, hubName: null, trigger: null, devices: [], wearers: [], presses: 1 },
  ...{ taken: null, closed: null },
  you: { role: 'contact', name: 'Jonas', isRinging, mayTake: true, mayRelease: false, mayClose: false, mayNote: true },
  ...change,
});

test('an incident that rings covers the page and sounds, others do not [PANIC-03] [PANIC-04]', () => {
  const quiet = attend(calm, [incident('a', false)]);
  expect(quiet.shown).toBeNull();
  expect(isSounding(quiet)).toBe(false);
  const ringing = attend(quiet, [incident('a', true)]);
  expect(ringing.shown).toBe('a');
  expect(isSounding(ringing)).toBe(true);
});

test('the sound stops when another person takes the incident, which stays on the screen [PANIC-04]', () => {
  const taken = attend(attend(calm, [incident('a', true)]), [incident('a', false)]);
  expect(taken.shown).toBe('a');
  expect(isSounding(taken)).toBe(false);
});

test('a second incident waits behind the first, and comes forward when the first is quiet [PANIC-04]', () => {
  const first = attend(calm, [incident('a', true)]);
  expect(attend(first, [incident('b', true), incident('a', true)]).shown).toBe('a');
  const taken = attend(first, [incident('a', false)]);
  expect(attend(taken, [incident('b', true), incident('a', false)]).shown).toBe('b');
  expect(attend(calm, [incident('b', true), incident('a', true)]).shown).toBe('a');
});

test('a silenced incident stays silent and minimised until it rings again [PANIC-04]', () => {
  const silenced = { ...attend(calm, [incident('a', true)]), shown: null, silenced: ['a'] };
  const same = attend(silenced, [incident('a', true)]);
  expect(same.shown).toBeNull();
  expect(isSounding(same)).toBe(false);
  const again = attend(attend(same, [incident('a', false)]), [incident('a', true)]);
  expect(again.shown).toBe('a');
  expect(isSounding(again)).toBe(true);
});

test('a duress alarm does not show on the pages of its wearer, and a panic does not sound there [PANIC-03]', () => {
  const you = { ...incident('a', true).you, role: 'wearer' as const };
  expect(attend(calm, [incident('a', true, { kind: 'duress', you })])).toEqual(calm);
  const pressed = attend(calm, [incident('a', true, { kind: 'panic', you })]);
  expect([pressed.shown, isSounding(pressed)]).toEqual(['a', false]);
});

test('a panic leaves the page of its wearer when a duress press joins [PANIC-03]', () => {
  const you = { ...incident('a', true).you, role: 'wearer' as const };
  const covered = attend(calm, [incident('a', true, { you })]);
  expect(attend(covered, [incident('a', true, { kind: 'duress', you })]).shown).toBeNull();
});

test('a test gives way to a real incident, and never covers one [PANIC-04] [PANIC-08]', () => {
  const drill = incident('drill', true, { isTest: true });
  const covered = attend(calm, [drill]);
  expect(covered.shown).toBe('drill');
  expect(attend(covered, [incident('real', true), drill]).shown).toBe('real');
  expect(attend(calm, [drill, incident('real', true)]).shown).toBe('real');
  const taken = attend(attend(calm, [incident('real', true)]), [incident('real', false)]);
  expect(attend(taken, [drill, incident('real', false)]).shown).toBe('real');
  expect(realFirst([drill, incident('real', false)]).map(({ id }) => id)).toEqual(['real', 'drill']);
});
