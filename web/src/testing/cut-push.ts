import { expect } from 'vitest';
import type { FakeServer } from './fake-server/fake-server.ts';

/** Refuses every new stream. After three failed attempts the page treats push as unavailable. */
export async function cutPush({ server: { stream } }: { server: Pick<FakeServer, 'stream'> }): Promise<void> {
  const tries = stream.opened().length;
  stream.setOpenable(false);
  stream.drop();
  for (const nth of [1, 2]) {
    // An attempt fails a moment after the start, and the next attempt waits for an online event.
    await expect
      .poll(() => {
        dispatchEvent(new Event('online'));
        return stream.opened().length;
      })
      .toBeGreaterThanOrEqual(tries + nth);
  }
}
