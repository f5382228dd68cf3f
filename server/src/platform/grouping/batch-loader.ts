/**
 * Batches all keys requested in one turn of the event loop into one call of `ask`. The busier the server, the fewer
 * calls. No answer is cached, so the next turn asks again. `ask` omits keys without a value.
 */
export function createBatchLoader<Key, Value>(
  ask: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let waiting: { keys: Set<Key>; answers: Promise<ReadonlyMap<Key, Value>> } | undefined;

  const open = () => {
    const keys = new Set<Key>();
    const answers = nextTurn().then(() => {
      waiting = undefined;
      return ask([...keys]);
    });
    return { keys, answers };
  };

  return async (key) => {
    waiting ??= open();
    waiting.keys.add(key);
    return (await waiting.answers).get(key);
  };
}

/** Loads several keys in a single batch. Keys without a value are omitted. */
export async function loadAll<Key, Value>(
  load: (key: Key) => Promise<Value | undefined>,
  keys: readonly Key[],
): Promise<Map<Key, Value>> {
  const found = await Promise.all(keys.map(async (key) => [key, await load(key)] as const));
  return new Map(found.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])));
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
