import { expect, test } from 'vitest';
import {
  begin,
  emptySchedule,
  fail,
  nextLookAt,
  rest,
  succeed,
  takeDue,
  watch,
} from './device-status-poll-schedule.ts';

const start = 1_000_000;
const names = (count: number) => Array.from({ length: count }, (_, index) => `Trace_${index}`);

test('polls at most three devices within five seconds [STAT-04]', () => {
  const first = takeDue(watch(emptySchedule, names(5), start), start);
  expect(first.serials).toEqual(['Trace_0', 'Trace_1', 'Trace_2']);
  const answered = first.serials.reduce((schedule, serial) => succeed(schedule, serial, start + 200), first.schedule);
  expect(takeDue(answered, start + 4_999).serials).toEqual([]);
  expect(nextLookAt(answered, start + 200)).toBe(start + 5_000);
  expect(takeDue(answered, start + 5_000).serials).toEqual(['Trace_3', 'Trace_4']);
});

test('starts no further poll while three answers are pending [STAT-04]', () => {
  const { schedule } = takeDue(watch(emptySchedule, names(4), start), start);
  expect(takeDue(schedule, start + 20_000).serials).toEqual([]);
  expect(takeDue(succeed(schedule, 'Trace_1', start + 20_000), start + 20_000).serials).toEqual(['Trace_3']);
});

test('polls a device again 45 s after an answer and backs off after each failure [STAT-04]', () => {
  let schedule = begin(watch(emptySchedule, ['Trace_0'], start), 'Trace_0', start);
  schedule = succeed(schedule, 'Trace_0', start);
  expect(nextLookAt(schedule, start)).toBe(start + 45_000);
  const pauses = [];
  for (let failures = 1; failures <= 5; failures += 1) {
    schedule = fail(schedule, 'Trace_0', start);
    pauses.push((schedule.devices.get('Trace_0')?.nextAt ?? 0) - start);
  }
  expect(pauses).toEqual([90_000, 180_000, 360_000, 360_000, 360_000]);
  expect(succeed(schedule, 'Trace_0', start).devices.get('Trace_0')).toMatchObject({
    failures: 0,
    nextAt: start + 45_000,
  });
});

test('the schedule polls no device twice within 30 s [STAT-04]', () => {
  const asked = begin(watch(emptySchedule, ['Trace_0'], start), 'Trace_0', start);
  const due = {
    ...asked,
    devices: new Map([['Trace_0', { failures: 0, isAsking: false, askedAt: start, nextAt: start }]]),
  };
  expect(takeDue(due, start + 29_999).serials).toEqual([]);
  expect(takeDue(due, start + 30_000).serials).toEqual(['Trace_0']);
});

test('a device that is no longer watched is forgotten, the others keep their place', () => {
  const asked = begin(watch(emptySchedule, names(2), start), 'Trace_0', start);
  const fewer = watch(asked, ['Trace_0'], start + 10);
  expect([...fewer.devices.keys()]).toEqual(['Trace_0']);
  expect(fewer.devices.get('Trace_0')?.askedAt).toBe(start);
  expect(succeed(fewer, 'Trace_1', start + 10)).toBe(fewer);
});

test('polls no device whose status is less than 10 s old [STAT-04]', () => {
  const schedule = watch(emptySchedule, ['Trace_0'], start, start - 4_000);
  expect(nextLookAt(schedule, start)).toBe(start + 6_000);
  expect(takeDue(schedule, start + 5_999).serials).toEqual([]);
  expect(takeDue(schedule, start + 6_000).serials).toEqual(['Trace_0']);
});

test('forgets failures but keeps the time of the last poll when polling stops [STAT-04]', () => {
  const asked = begin(watch(emptySchedule, ['Trace_0'], start), 'Trace_0', start);
  const resting = rest(fail(asked, 'Trace_0', start + 100));
  expect(resting.devices.get('Trace_0')).toEqual({ failures: 0, isAsking: false, askedAt: start, nextAt: null });
  expect(nextLookAt(resting, start + 100)).toBeNull();
  expect(nextLookAt(watch(resting, ['Trace_0'], start + 1_000), start + 1_000)).toBe(start + 30_000);
});

test('does not count a failed manual check while polling is stopped [STAT-04]', () => {
  const failed = fail(begin(emptySchedule, 'Trace_0', start), 'Trace_0', start + 100);
  expect(failed.devices.get('Trace_0')).toMatchObject({ failures: 0, nextAt: null });
});
