import { expect, test } from 'vitest';
import { quietUntil, usualChoices } from './alerts.rules.ts';

const night = { from: '22:00', to: '07:00' };

test.each<[string, string, { from: string; to: string } | null, string, string | null]>([
  ['in the evening', '2026-03-02T12:30:00Z', night, 'Australia/Sydney', '2026-03-02T20:00:00.000Z'],
  ['after midnight', '2026-03-02T18:30:30Z', night, 'Australia/Sydney', '2026-03-02T20:00:00.000Z'],
  ['at their first minute', '2026-03-02T11:00:00Z', night, 'Australia/Sydney', '2026-03-02T20:00:00.000Z'],
  ['at their end', '2026-03-02T20:00:00Z', night, 'Australia/Sydney', null],
  ['by day', '2026-03-02T02:00:00Z', night, 'Australia/Sydney', null],
  [
    'in hours that do not go over midnight',
    '2026-03-02T13:10:00Z',
    { from: '13:00', to: '14:00' },
    'UTC',
    '2026-03-02T14:00:00.000Z',
  ],
  ['without quiet hours', '2026-03-02T13:00:00Z', null, 'Australia/Sydney', null],
  // Sydney: the clock goes back at 03:00 on 5 April 2026, and forward at 02:00 on 4 October 2026.
  ['in the night of 25 hours', '2026-04-04T12:00:00Z', night, 'Australia/Sydney', '2026-04-04T21:00:00.000Z'],
  ['in the night of 23 hours', '2026-10-03T12:30:00Z', night, 'Australia/Sydney', '2026-10-03T20:00:00.000Z'],
  [
    'until a time that this night does not have',
    '2026-10-03T13:00:00Z',
    { from: '22:00', to: '02:30' },
    'Australia/Sydney',
    '2026-10-03T16:00:00.000Z',
  ],
  [
    'until a time that this night has twice',
    '2026-04-04T13:00:00Z',
    { from: '22:00', to: '02:30' },
    'Australia/Sydney',
    '2026-04-04T15:30:00.000Z',
  ],
  ['in a zone of quarter hours', '2026-03-02T17:00:00Z', night, 'Asia/Kathmandu', '2026-03-03T01:15:00.000Z'],
])('computes the end of quiet hours, %s [ALRT-01]', (_what, at, quiet, timeZone, end) => {
  expect(quietUntil(new Date(at), quiet, timeZone)?.toISOString() ?? null).toBe(end);
});

test('by default a user is notified of all causes and an installer is mailed only broken and silent hubs [ALRT-01]', () => {
  expect(Object.values(usualChoices('user')).every(({ portal, email, push }) => portal && email && push)).toBe(true);
  const ofInstaller = usualChoices('installer');
  expect(Object.entries(ofInstaller).flatMap(([kind, { email }]) => (email ? [kind] : []))).toEqual([
    'hub_broken',
    'hub_silent',
  ]);
});
