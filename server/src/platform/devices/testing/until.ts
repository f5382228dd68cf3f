// Waits until a condition is true, and fails with its description after a limit.
import { setTimeout as wait } from 'node:timers/promises';

const DEADLINE_MS = 15_000;
const LOOK_EVERY_MS = 5;

export async function until(isTrue: () => boolean | Promise<boolean>, deadlineMs = DEADLINE_MS): Promise<void> {
  const giveUpMs = performance.now() + deadlineMs;
  while (!(await isTrue())) {
    if (performance.now() > giveUpMs) throw new Error(`still not true after ${deadlineMs} ms: ${isTrue.toString()}`);
    await wait(LOOK_EVERY_MS);
  }
}
