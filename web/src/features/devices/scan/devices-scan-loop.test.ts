import { expect, test, vi } from 'vitest';
import { HINT_AFTER_FRAMES, LOOK_EVERY_MS, lookForCodes } from './devices-scan-loop.ts';

/** Runs the loop over these frames and then aborts. */
async function look(frames: readonly (readonly string[])[]) {
  const controller = new AbortController();
  const seen: string[] = [];
  const waits: number[] = [];
  const onNothing = vi.fn();
  const left = [...frames];
  await lookForCodes(
    {
      read: async () => left.shift() ?? [],
      wait: async (ms) => {
        waits.push(ms);
        if (left.length === 0) controller.abort();
      },
      onCodes: (codes) => seen.push(...codes),
      onNothing,
    },
    controller.signal,
  );
  return { seen, waits, hints: onNothing.mock.calls.length };
}

const empty = (count: number) => Array.from({ length: count }, () => []);

test('pauses after each frame and reports every code [REG-13]', async () => {
  expect(await look([[], ['a'], ['b']])).toEqual({ seen: ['a', 'b'], waits: Array(3).fill(LOOK_EVERY_MS), hints: 0 });
});

test('gives a hint once when no frame has a code, and again only after a code [REG-13]', async () => {
  expect((await look(empty(HINT_AFTER_FRAMES - 1))).hints).toBe(0);
  expect((await look(empty(3 * HINT_AFTER_FRAMES))).hints).toBe(1);
  expect((await look([...empty(HINT_AFTER_FRAMES - 1), ['a'], ...empty(2)])).hints).toBe(0);
});

test('reports no code that was read after the dialog closed [REG-13]', async () => {
  const controller = new AbortController();
  const onCodes = vi.fn();
  const read = async () => {
    controller.abort();
    return ['late'];
  };
  await lookForCodes({ read, wait: async () => undefined, onCodes, onNothing: onCodes }, controller.signal);
  expect(onCodes).not.toHaveBeenCalled();
});
