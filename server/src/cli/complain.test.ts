import { writeFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { complain } from './complain.ts';

test('a command that finds the disk full says so in a sentence [SCALE-05]', () => {
  const print = vi.spyOn(console, 'error').mockReturnValue();
  const write = (): number => {
    try {
      // Every write to this device finds it full.
      writeFileSync('/dev/full', 'x');
      return 0;
    } catch (error) {
      return complain(error);
    }
  };
  expect(write()).toBe(1);
  expect(print.mock.calls).toEqual([['The disk is full. Free space, then run the command again.']]);
  print.mockRestore();
});
