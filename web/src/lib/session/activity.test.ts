import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { createActivity, type Activity } from './activity.ts';

interface Tab {
  page: EventTarget;
  activity: Activity;
  phases: string[];
  touches: () => number;
}

const ends: (() => void)[] = [];

/** A tab of the same browser: hears the others by a real BroadcastChannel. */
function openTab(name = 'test-activity'): Tab {
  const page = new EventTarget();
  const channel = new BroadcastChannel(name);
  const activity = createActivity({ page, channel });
  const phases: string[] = [];
  let touches = 0;
  const stop = activity.start();
  activity.onPhase(() => phases.push(activity.readPhase()));
  activity.onTouch(() => {
    touches += 1;
  });
  ends.push(() => {
    stop();
    channel.close();
  });
  return { page, activity, phases, touches: () => touches };
}

/** Messages between tabs travel in real time. */
const realSetTimeout = globalThis.setTimeout;
const delivered = () => new Promise<void>((resolve) => void realSetTimeout(resolve, 30));

async function pass(minutes: number): Promise<void> {
  vi.advanceTimersByTime(minutes * MINUTE_MS);
  await delivered();
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.useRealTimers();
});

test('warns five minutes before 60 idle minutes are over, then ends the session [SESS-04]', async () => {
  const tab = openTab();
  await pass(54.9);
  expect(tab.phases).toEqual([]);
  await pass(0.2);
  expect(tab.phases).toEqual(['warned']);
  await pass(4.7);
  expect(tab.phases).toEqual(['warned']);
  await pass(0.3);
  expect(tab.phases).toEqual(['warned', 'over']);
});

test.each(['mousedown', 'mousemove', 'keypress', 'scroll', 'touchstart'])(
  'a %s restarts the 60 minutes [SESS-03]',
  async (sign) => {
    const tab = openTab();
    await pass(50);
    tab.page.dispatchEvent(new Event(sign));
    await pass(54);
    expect(tab.phases).toEqual([]);
    await pass(1.5);
    expect(tab.phases).toEqual(['warned']);
  },
);

test('other events, such as a pushed position, do not count as activity [SESS-03]', async () => {
  const tab = openTab();
  await pass(50);
  for (const other of ['message', 'resize', 'focus', 'visibilitychange']) tab.page.dispatchEvent(new Event(other));
  await pass(5.2);
  expect(tab.phases).toEqual(['warned']);
});

test('activity in one tab keeps the other tabs active [SESS-03]', async () => {
  const [one, two] = [openTab(), openTab()];
  for (let round = 0; round < 4; round += 1) {
    await pass(30);
    one.page.dispatchEvent(new Event('mousemove'));
    await delivered();
  }
  expect([one.phases, two.phases]).toEqual([[], []]);
  await pass(55.2);
  expect([one.phases, two.phases]).toEqual([['warned'], ['warned']]);
});

test('the OK of one tab applies to all tabs and notifies the server [SESS-04]', async () => {
  const [one, two] = [openTab(), openTab()];
  await pass(56);
  const before = one.touches();
  // While the warning is open, a mouse move is not an answer.
  two.page.dispatchEvent(new Event('mousemove'));
  expect(two.phases).toEqual(['warned']);
  one.activity.confirm();
  await delivered();
  expect([one.phases, two.phases]).toEqual([
    ['warned', 'active'],
    ['warned', 'active'],
  ]);
  expect(one.touches()).toBe(before + 1);
  expect(one.activity.headers()).toEqual({});
  await pass(54);
  expect(one.phases).toEqual(['warned', 'active']);
});

test('while a user only reads, one tab notifies the server once a minute [SESS-03]', async () => {
  const one = openTab();
  // No two tabs look at the clock at the same moment.
  await pass(1 / 12);
  const two = openTab();
  const touches = () => one.touches() + two.touches();
  for (let step = 0; step < 60; step += 1) {
    one.page.dispatchEvent(new Event('scroll'));
    await pass(1 / 12);
  }
  expect(touches()).toBeGreaterThanOrEqual(4);
  expect(touches()).toBeLessThanOrEqual(5);
  const soFar = touches();
  await pass(20);
  expect(touches()).toBeLessThanOrEqual(soFar + 1);
});

test('a call without recent activity is marked as a background call [SESS-03]', async () => {
  const tab = openTab();
  expect(tab.activity.headers()).toEqual({});
  await pass(1.1);
  expect(tab.activity.headers()).toEqual({ 'x-trace-background': '1' });
  tab.page.dispatchEvent(new Event('keypress'));
  expect(tab.activity.headers()).toEqual({});
});

test('a laptop that wakes up after the session end shows the end, despite the waking input [SESS-03]', async () => {
  const tab = openTab();
  vi.setSystemTime(Date.now() + 3 * 60 * MINUTE_MS);
  tab.page.dispatchEvent(new Event('mousemove'));
  expect(tab.phases).toEqual(['over']);
});
