import { expect, test, vi } from 'vitest';
import { createGroupedCall } from './grouped-call.ts';

test('questions asked while a call is under way go together into the next one', async () => {
  const finish: (() => void)[] = [];
  const run = vi.fn(async (inputs: readonly number[]) => {
    await new Promise<void>((resolve) => finish.push(resolve));
    return inputs.map((input) => input * 2);
  });
  const double = createGroupedCall(run);

  const first = double(1);
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1));
  const others = [double(2), double(3)];
  finish[0]!();
  expect(await first).toBe(2);
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2));
  finish[1]!();
  expect(await Promise.all(others)).toEqual([4, 6]);
  expect(run.mock.calls).toEqual([[[1]], [[2, 3]]]);
});

test('a failure reaches the askers of that call alone', async () => {
  const run = vi.fn(async (inputs: readonly number[]) => inputs).mockRejectedValueOnce(new Error('away'));
  const echo = createGroupedCall(run);
  const failing = Promise.all([echo(1), echo(2)]);
  await expect(failing).rejects.toThrow('away');
  expect(await echo(3)).toBe(3);
});
