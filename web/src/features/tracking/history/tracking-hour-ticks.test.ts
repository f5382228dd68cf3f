import { expect, test } from 'vitest';
import { hourTicks } from './tracking-hour-ticks.ts';

const inZone = (timeZone: string, from: string, to: string) => {
  const { ticks, isHours } = hourTicks(Date.parse(from), Date.parse(to), timeZone);
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  return { times: ticks.map((at) => clock.format(at)), isHours };
};

test('a whole day has a tick every three hours of its time zone [PATH-04]', () => {
  const { times, isHours } = inZone('Asia/Kathmandu', '2026-04-18T00:00:00+05:45', '2026-04-18T23:59:00+05:45');
  expect(times).toEqual(['00:00', '03:00', '06:00', '09:00', '12:00', '15:00', '18:00', '21:00']);
  expect(isHours).toBe(true);
});

test('a short day has ticks between the hours [PATH-04]', () => {
  const { times, isHours } = inZone('Europe/Helsinki', '2026-04-18T08:02:00+03:00', '2026-04-18T08:40:00+03:00');
  expect(times).toEqual(['08:05', '08:10', '08:15', '08:20', '08:25', '08:30', '08:35', '08:40']);
  expect(isHours).toBe(false);
});

test('a day with a clock change keeps its ticks at round hours [PATH-04]', () => {
  const { times } = inZone('Europe/Helsinki', '2026-03-29T00:00:00+02:00', '2026-03-29T23:59:00+03:00');
  expect(times).toEqual(['00:00', '06:00', '09:00', '12:00', '15:00', '18:00', '21:00']);
});
