import { HOUR_MS } from '@trace/contract/kernel/time';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { useBrowserNow } from './now.ts';

test('the first frame reads the clock when nothing has shown an age for an hour', async () => {
  const seen: number[] = [];
  const look = () => renderHook(() => seen.push(useBrowserNow('halfMinute')));
  const before = await look();
  await vi.waitUntil(() => seen.length > 0);
  await before.unmount();
  seen.splice(0);
  const realNow = Date.now;
  const hourLater = realNow() + HOUR_MS;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + HOUR_MS);
  onTestFinished(() => clock.mockRestore());

  await look();
  await vi.waitUntil(() => seen.length > 0);

  expect(seen[0]).toBeGreaterThanOrEqual(hourLater);
});
