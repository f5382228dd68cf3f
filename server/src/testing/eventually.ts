/** Asks again until the answer satisfies, or fails with the last one after fifteen seconds. */
export async function eventually<Value>(
  ask: () => Promise<Value> | Value,
  isRight: (value: Value) => boolean,
  withinMs = 15_000,
): Promise<Value> {
  const until = performance.now() + withinMs;
  for (;;) {
    const value = await ask();
    if (isRight(value)) return value;
    if (performance.now() > until)
      throw new Error(`it did not come to pass within ${withinMs} ms; last: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
