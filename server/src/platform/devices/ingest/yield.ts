// Positions yield to pages that open their streams, as after a restart (decision 049). Node accepts one connection per
// turn of the event loop, so a turn with a large batch of positions delays every page that has not connected yet.

/** The longest wait of a batch, so that pages that come and go all the time cannot stop positions. */
export const YIELD_AT_MOST_MS = 500;
const LOOK_EVERY_MS = 5;

/** Resolves when `mustYield` returns false, or after the longest wait. Real time, because the wait is for the network. */
export async function yieldWhile(mustYield: () => boolean): Promise<void> {
  const untilMs = performance.now() + YIELD_AT_MOST_MS;
  while (mustYield() && performance.now() < untilMs) await pause();
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LOOK_EVERY_MS);
  });
}
