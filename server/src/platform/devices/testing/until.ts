// Waits until a condition is true, and fails with its description after a limit.
import { setTimeout as wait } from 'node:timers/promises';

const DEADLINE_MS = 15_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 50;

export async function until(isTrue: () => boolean | Promise<boolean>, deadlineMs = DEADLINE_MS): Promise<void> {
  const giveUpMs = performance.now() + deadlineMs;
  for (let pauseMs = FIRST_PAUSE_MS; !(await isTrue()); pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    if (performance.now() > giveUpMs) throw new Error(`still not true after ${deadlineMs} ms: ${isTrue.toString()}`);
    await wait(pauseMs);
  }
}
