import { enveloped, panicEvent } from '@trace/stand-ins/hub-queue/stand-in.events';
import { describe, expect, test } from 'vitest';
import { readEvent, type HubEvent } from '#server/integrations/hub-queue/hub-queue.shapes';
import { hasWrongClock, hubConnectionOf, panicKindOf } from './hub-queue.codes.rules.ts';

const HUB = '0A1B2C3D';

function eventOf(change: Record<string, unknown>): HubEvent {
  const event = readEvent(enveloped({ ...panicEvent(HUB), ...change }, 'event'));
  if (typeof event === 'string') throw new Error(event);
  return event;
}

/** The codes of the hub service that must alert, as published. */
const mustAlert = {
  panic:
    'M_0C_20 M_0A_23 M_0B_23 M_22_03 M_11_36 M_11_38 M_19_23 M_28_23 M_41_23 M_43_23 M_6A_23 M_42_20 M_42_21 M_1D_36 M_1D_38 M_22_20',
  duress: 'M_0A_31 M_0A_2F M_22_31 M_22_2F M_0A_32 M_22_32 M_22_31_company',
  hold_up: 'M_21_1F',
  fire: 'M_0C_30',
  medical: 'M_0C_31',
  gas: 'M_0C_32',
  burglary: 'M_0C_33',
};

describe.each(Object.entries(mustAlert))('codes of the kind %s', (kind, codes) => {
  test.each(codes.split(' '))('%s alerts, also without type, tag and transition [PANIC-02]', (eventCode) => {
    expect(panicKindOf(eventOf({ eventCode }))).toBe(kind);
    expect(
      panicKindOf(eventOf({ eventCode, eventType: null, eventTypeV2: null, eventTag: null, transition: null })),
    ).toBe(kind);
  });
});

test.each([
  ['an unknown code', { eventCode: 'M_7F_99', eventTag: 'SomethingNew' }, 'alarm'],
  ['no code and no tag', { eventCode: null, eventTag: null }, 'alarm'],
  ['an unknown transition', { eventCode: 'M_7F_99', eventTag: '', transition: 'STARTED' }, 'alarm'],
  ['the older field of the type', { eventCode: 'M_7F_99', eventTag: '', eventTypeV2: null }, 'alarm'],
  ['an unknown code and a known tag', { eventCode: 'M_7F_99', eventTag: 'emergencybuttonpressed' }, 'panic'],
  ['a panic tag of another type', { eventCode: 'M_7F_99', eventTypeV2: 'USER' }, 'panic'],
])('an alarm with %s alerts [PANIC-02]', (_what, change, kind) => {
  expect(panicKindOf(eventOf(change))).toBe(kind);
});

test.each([
  ['a restored panic', { eventCode: 'M_11_37' }],
  ['a recovered alarm', { transition: 'RECOVERED' }],
  ['a recovered alarm without a transition', { eventTypeV2: 'ALARM_RECOVERED', transition: null }],
  ['a disarm', { eventCode: 'M_22_00', eventTypeV2: 'SECURITY', eventTag: 'Disarm' }],
  ['a firmware event', { eventCode: 'M_21_10', eventTypeV2: 'SYSTEM', eventTag: 'FirmwareUpdate' }],
  ['a restored panic of another type', { eventCode: 'M_7F_99', eventTypeV2: 'USER', eventTag: 'PanicRestored' }],
  ['a malfunction', { eventCode: 'M_21_0A', eventTypeV2: 'MALFUNCTION', eventTag: 'HubOffline' }],
])('%s does not alert [PANIC-02]', (_what, change) => {
  expect(panicKindOf(eventOf(change))).toBeNull();
});

test('the connection of a hub follows from its codes [PANIC-02]', () => {
  expect(hubConnectionOf({ code: 'M_21_0A' })).toBe('lost');
  expect(hubConnectionOf({ code: 'M_21_0B' })).toBe('regained');
  expect(hubConnectionOf({ code: 'M_0C_20' })).toBeNull();
});

test('a late event has a right clock, an event from the future has a wrong clock [PANIC-02]', () => {
  const receivedAt = new Date('2026-03-02T12:00:00Z');
  expect(hasWrongClock(new Date('2026-02-27T12:00:00Z'), receivedAt)).toBe(false);
  expect(hasWrongClock(new Date('2026-03-02T12:06:00Z'), receivedAt)).toBe(true);
  expect(hasWrongClock(new Date('1970-01-02T00:00:00Z'), receivedAt)).toBe(true);
  expect(hasWrongClock(null, receivedAt)).toBe(false);
});
