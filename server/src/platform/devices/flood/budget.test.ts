import { expect, test } from 'vitest';

import { createBudgets } from './budget.ts';

test('a budget refills when the clock was set back by an hour [I-25]', () => {
  const budgets = createBudgets({ sustainedPerSec: 5, burst: 2, bytesPerMin: 1_000 });
  const startMs = 1_700_000_000_000;
  const spend = (sec: number): boolean => budgets.spend('Trace_1', 1, startMs + sec * 1_000) === 0;
  expect([spend(0), spend(0), spend(0)]).toEqual([true, true, false]);
  expect([spend(-3_600), spend(-3_599), spend(-3_599), spend(-3_599)]).toEqual([false, true, true, false]);
});
