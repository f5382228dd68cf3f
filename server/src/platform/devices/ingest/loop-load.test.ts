import { expect, test } from 'vitest';

import { createLoopLoad } from './loop-load.ts';

function createLoop() {
  const spent = { active: 0, idle: 0 };
  return {
    pass: (active: number, idle: number): void => {
      spent.active += active;
      spent.idle += idle;
    },
    nowMs: () => spent.active + spent.idle,
    utilization: () => ({ ...spent, utilization: spent.active / (spent.active + spent.idle) }),
  };
}

test('the event loop is busy when the last tenth of a second had little idle time', () => {
  const loop = createLoop();
  const isBusy = createLoopLoad(loop);
  expect(isBusy()).toBe(false);
  loop.pass(90, 20);
  expect(isBusy()).toBe(true);
  loop.pass(0, 50);
  expect(isBusy()).toBe(true);
  loop.pass(10, 60);
  expect(isBusy()).toBe(false);
});
