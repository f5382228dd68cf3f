const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 50;

/**
 * Asks again until the answer satisfies, or fails with the last one after fifteen seconds. The pauses grow, because
 * each question takes processor time from the work that the test waits for.
 */
export async function eventually<Value>(
  ask: () => Promise<Value> | Value,
  isRight: (value: Value) => boolean,
  withinMs = 15_000,
): Promise<Value> {
  const until = performance.now() + withinMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    const value = await ask();
    if (isRight(value)) return value;
    if (performance.now() > until)
      throw new Error(`it did not come to pass within ${withinMs} ms; last: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
