import { expect, test } from 'vitest';
import { mailOf, type MessageFacts } from './panic.messages.rules.ts';

const incident: MessageFacts['incident'] = {
  ...{ id: '0b7d6f0a-8a3e-4f4b-9a53-0a64a3f3d001', kind: 'panic', isTest: false, hubName: null, trigger: null },
  receivedAt: new Date('2026-11-26T08:58:12Z'),
  ...{ happenedAt: null, hasWrongClock: false, takenAt: null, outcome: null, closedRole: null },
};

const textOf = (change: Partial<MessageFacts['incident']>, timeZone: string): string =>
  mailOf(
    { incident: { ...incident, ...change }, wearers: ['Mia Novak'], deviceNames: ['Work van'] },
    { role: 'contact', timeZone, url: 'https://trace.example/emergency#x' },
  ).text;

test.each([
  ['Europe/Helsinki', '10:58:12 am (Europe/Helsinki)'],
  // A zone that only another server knows must not stop the message.
  ['Mars/Olympus', '8:58:12 am (UTC)'],
])('an email of a panic names the time zone of its time, with an account in %s [PANIC-03]', (timeZone, shown) => {
  expect(textOf({}, timeZone)).toContain(`When: 26 Nov 2026, ${shown}`);
});

test('an email of a late panic says how late in the largest unit [PANIC-03]', () => {
  const lateBy = (ms: number) => textOf({ happenedAt: new Date(incident.receivedAt.getTime() - ms) }, 'UTC');
  expect(lateBy(42 * 60_000)).toContain('It happened 42 min before it reached us.');
  expect(lateBy(75 * 3_600_000)).toContain('It happened 3 days before it reached us.');
});
