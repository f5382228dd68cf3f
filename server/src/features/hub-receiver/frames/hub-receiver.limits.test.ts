import { MINUTE_MS } from '@trace/contract/kernel/time';
import { expect, test } from 'vitest';
import { fakeClock } from '#testing/fake-clock';
import { createMinuteLimit } from './hub-receiver.limits.service.ts';

test('a flood from many networks silences no other network [PANIC-05]', () => {
  const limit = createMinuteLimit(fakeClock(), 2);
  for (let nth = 0; nth < 60_000; nth += 1) limit.count(`network ${nth}`);
  limit.count('network 0');
  expect([limit.isReached('network 0'), limit.isReached('network 1'), limit.isReached('home')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('the counts of a network begin anew each minute [PANIC-05]', () => {
  const clock = fakeClock();
  const limit = createMinuteLimit(clock, 1);
  limit.count('home');
  expect(limit.isReached('home')).toBe(true);
  clock.set(new Date(clock.now().getTime() + MINUTE_MS));
  expect(limit.isReached('home')).toBe(false);
});
