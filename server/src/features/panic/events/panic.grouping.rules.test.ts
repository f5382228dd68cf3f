import { panicRules } from '@trace/contract/panic/panic.rules';
import { expect, test } from 'vitest';
import type { NewPanicEvent } from '../panic.port.ts';
import { lateSecOf, lockKeysOf, placeOf, type OpenIncident } from './panic.grouping.rules.ts';

const START = Date.parse('2026-03-02T00:00:00Z');
const at = (sec: number): Date => new Date(START + sec * 1_000);
const COOLDOWN_MS = 60_000;

const press = (sec: number, fields: Partial<NewPanicEvent> = {}): NewPanicEvent => ({
  source: 'hub_queue',
  sourceEventId: `event-${sec}`,
  kind: 'panic',
  hub: { id: '0001A2B3', name: 'Novak home' },
  deviceIds: [7],
  happenedAt: at(sec),
  receivedAt: at(sec),
  hasWrongClock: false,
  place: null,
  trigger: null,
  ...fields,
});

const incident = (fields: Partial<OpenIncident> = {}): OpenIncident => ({
  id: 'incident',
  kind: 'panic',
  lastEventAt: at(0),
  lastNotifiedAt: at(0),
  lastOfKindAt: null,
  nearestAt: at(0),
  closedAt: null,
  ...fields,
});

test.each([
  ['opens an incident without an earlier one', press(0), [], { incidentId: null, isNotified: true }],
  ['records a press within the cool-down', press(59), [incident()], { incidentId: 'incident', isNotified: false }],
  ['notifies again after the cool-down', press(61), [incident()], { incidentId: 'incident', isNotified: true }],
  [
    'notifies of another kind of alarm at once',
    press(5, { kind: 'fire' }),
    [incident()],
    { incidentId: 'incident', isNotified: true },
  ],
  [
    'records a repeat of another kind within its own cool-down',
    press(40, { kind: 'fire' }),
    [incident({ lastNotifiedAt: at(5), lastOfKindAt: at(5) })],
    { incidentId: 'incident', isNotified: false },
  ],
  [
    'notifies of another kind again after its cool-down',
    press(66, { kind: 'fire' }),
    [incident({ lastNotifiedAt: at(5), lastOfKindAt: at(5) })],
    { incidentId: 'incident', isNotified: true },
  ],
  [
    'opens a new incident long after the last press',
    press(panicRules.joinMs / 1_000 + 1),
    [incident()],
    { incidentId: null, isNotified: true },
  ],
  [
    'keeps the same press over a slower channel in the closed incident',
    press(90, { happenedAt: at(1) }),
    [incident({ closedAt: at(80) })],
    { incidentId: 'incident', isNotified: false },
  ],
  [
    'notifies of a late press that the closed incident does not hold',
    press(90, { happenedAt: at(70) }),
    [incident({ closedAt: at(80) })],
    { incidentId: null, isNotified: true },
  ],
  [
    'notifies of a late alarm of a kind that the closed incident does not hold',
    press(90, { happenedAt: at(1), kind: 'fire' }),
    [incident({ closedAt: at(80), nearestAt: null })],
    { incidentId: null, isNotified: true },
  ],
  [
    'opens a new incident for a press after the old one was closed',
    press(90),
    [incident({ closedAt: at(80) })],
    { incidentId: null, isNotified: true },
  ],
  [
    'opens a new incident when the clock of the source is wrong',
    press(90, { happenedAt: at(1), hasWrongClock: true }),
    [incident({ closedAt: at(80) })],
    { incidentId: null, isNotified: true },
  ],
] as const)('%s [PANIC-03] [PANIC-04]', (_, event, open, expected) => {
  expect(placeOf(event, open, COOLDOWN_MS)).toEqual(expected);
});

test('says by how much an event is late, unless its clock is wrong [PANIC-03]', () => {
  const late = press(42 * 60, { happenedAt: at(0) });
  expect(lateSecOf(late)).toBe(42 * 60);
  expect(lateSecOf({ ...late, hasWrongClock: true })).toBeNull();
  expect(lateSecOf(press(0, { receivedAt: at(59) }))).toBeNull();
  expect(lateSecOf(press(0, { happenedAt: null }))).toBeNull();
});

test('locks the hub and the devices of an event, and tests apart from real presses', () => {
  expect(lockKeysOf(press(0))).toEqual(['panic:real:device:7', 'panic:real:hub:0001A2B3']);
  expect(lockKeysOf(press(0, { source: 'drill' }))).toEqual(['panic:test:device:7', 'panic:test:hub:0001A2B3']);
});
