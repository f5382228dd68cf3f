import { expect, test } from 'vitest';
import { mailOf } from './alerts.messages.rules.ts';

const silent = {
  ...{ kind: 'silent' as const, serial: 'Trace_4F21', name: 'Work ute' },
  ...{ startedAt: new Date('2026-03-02T00:00:00.000Z'), endedAt: null },
};
const textFor = (role: 'user' | 'installer'): string =>
  mailOf(silent, { role, timeZone: 'UTC' }, 'https://trace.example').text;

test('only the email to the user names the last position, which an installer does not see [ALRT-01]', () => {
  expect(textFor('user')).toContain('The map shows its last known position.');
  expect(textFor('installer')).not.toContain('position');
  expect(textFor('installer')).toContain('The list of devices names the likely cause.');
});
