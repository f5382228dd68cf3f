import { setTimeout as wait } from 'node:timers/promises';

const LOOK_EVERY_MS = 20;

/** Polls until the condition holds. Returns false on timeout. */
export async function holdsWithin(waitMs: number, holds: () => boolean | Promise<boolean>): Promise<boolean> {
  const giveUpMs = performance.now() + waitMs;
  while (!(await holds())) {
    if (performance.now() > giveUpMs) return false;
    await wait(LOOK_EVERY_MS);
  }
  return true;
}
