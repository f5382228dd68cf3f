import { expect, test } from 'vitest';
import {
  bandHeadline,
  clockWords,
  deliveryWords,
  headlineOf,
  hubWords,
  joinNames,
  partWords,
  spanWords,
} from './panic.screen.texts.ts';
import type { Incident } from './panic.schema.ts';

const person = (name: string) => ({ name, phone: null });
const you = (role: Incident['you']['role']) => ({
  role,
  name: 'Jonas Novak',
  isRinging: true,
  mayTake: true,
  mayRelease: false,
  mayClose: false,
  mayNote: true,
});
const pressed: Pick<Incident, 'kind' | 'wearers' | 'you' | 'taken' | 'closed'> = {
  kind: 'panic',
  wearers: [person('Mia Novak')],
  you: you('contact'),
  taken: null,
  closed: null,
};

test('the headline names who pressed, or the alarm [PANIC-04]', () => {
  expect(headlineOf(pressed)).toBe('Mia Novak pressed the panic button');
  expect(headlineOf({ ...pressed, you: you('wearer') })).toBe('You pressed the panic button');
  expect(headlineOf({ ...pressed, wearers: [] })).toBe('Panic button pressed');
  const both = [person('Mia Novak'), person('Ben Ito')];
  expect(headlineOf({ ...pressed, wearers: both })).toBe('Panic button pressed: Mia Novak and Ben Ito');
  expect(headlineOf({ ...pressed, wearers: both, you: you('wearer') })).toBe('Your panic button was pressed');
  expect(headlineOf({ ...pressed, kind: 'fire' })).toBe('Fire alarm: Mia Novak');
  expect(headlineOf({ ...pressed, kind: 'alarm', wearers: [] })).toBe('Alarm');
  expect(headlineOf({ ...pressed, kind: 'medical', you: you('wearer') })).toBe('Your medical alarm');
});

test('the band names the taker, then the outcome [PANIC-04]', () => {
  const at = '2026-11-25T09:41:00.000Z';
  const taken = { name: 'Jonas Novak', role: 'contact', at, isYou: false } as const;
  expect(bandHeadline({ ...pressed, taken })).toBe('Jonas Novak has taken it');
  expect(bandHeadline({ ...pressed, taken: { ...taken, isYou: true } })).toBe('You have taken it');
  const closed = { outcome: 'false_alarm', note: null, name: 'Jonas Novak', at } as const;
  expect(bandHeadline({ ...pressed, taken, closed })).toBe('Closed: false alarm');
});

test('the word hub stands once before the name of a hub [PANIC-04]', () => {
  expect(['Novak home', 'Hub 00A41F7C', 'hub 2', 'Hubertus'].map(hubWords)).toEqual([
    'hub Novak home',
    'Hub 00A41F7C',
    'hub 2',
    'hub Hubertus',
  ]);
});

test('clocks and ages read to the second while they are young [PANIC-04]', () => {
  expect([-400, 0, 58_900, 3_599_000, 3_727_000].map(clockWords)).toEqual([
    '00:00',
    '00:00',
    '00:58',
    '59:59',
    '1:02:07',
  ]);
  expect([-1, 14_900, 119_000, 120_000, 42 * 60_000, 7_200_000, 47 * 3_600_000, 99 * 3_600_000].map(spanWords)).toEqual(
    ['0 s', '14 s', '119 s', '2 min', '42 min', '2 h', '47 h', '4 days'],
  );
});

test('deliveries say whether a message left, was seen, or why not [PANIC-04]', () => {
  const words = (
    channel: 'portal' | 'push' | 'email' | 'sms',
    state: 'waiting' | 'sent' | 'seen' | 'failed' | 'none',
  ) => deliveryWords({ channel, state, attempts: 1, at: '2026-11-25T09:41:00.000Z' }, '9:41:13');
  expect(words('sms', 'sent')).toBe('Sent 9:41:13');
  expect(words('push', 'seen')).toBe('Seen 9:41:13');
  expect(words('email', 'waiting')).toBe('Sending, try 2');
  expect(words('portal', 'waiting')).toBe('Not open');
  expect(words('push', 'none')).toBe('Not set up');
  expect(words('email', 'failed')).toBe('Failed');
});

test('names are joined as in a sentence, and contacts have their turn [PANIC-04]', () => {
  expect(joinNames(['Mia', 'Jonas', 'Ana'])).toBe('Mia, Jonas and Ana');
  const contact = (rank: number | null, isYou = false) => partWords({ role: 'contact', rank, isYou });
  expect([1, 2, 3, 4, 11].map((rank) => contact(rank))).toEqual([
    '1st contact',
    '2nd contact',
    '3rd contact',
    '4th contact',
    '11th contact',
  ]);
  expect(contact(1, true)).toBe('1st contact, that is you');
  expect(partWords({ role: 'wearer', rank: null, isYou: false })).toBe('Pressed the button');
});
