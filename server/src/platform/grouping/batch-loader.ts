import { setTimeout as wait } from 'node:timers/promises';

/** A query for each key costs far more than one query for many. A list of devices waits for four batches (decision 047). */
const APART_MS = 4;

/**
 * Batches keys into calls of `ask` that are at least `apartMs` apart. The first key after a pause waits for the end of
 * its turn of the event loop only, so a quiet server answers at once, and a busy server makes few calls. Caches no
 * answer: each call begins after its keys were requested. `ask` omits keys without a value.
 */
export function createBatchLoader<Key, Value>(
  ask: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
  apartMs = APART_MS,
): (key: Key) => Promise<Value | undefined> {
  let waiting: { keys: Set<Key>; answers: Promise<ReadonlyMap<Key, Value>> } | undefined;
  let lastAskedMs = -Infinity;

  const open = () => {
    const keys = new Set<Key>();
    const pauseMs = lastAskedMs + apartMs - performance.now();
    const answers = (pauseMs > 0 ? wait(pauseMs) : nextTurn()).then(() => {
      waiting = undefined;
      lastAskedMs = performance.now();
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
