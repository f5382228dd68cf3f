import { setTimeout as wait } from 'node:timers/promises';

/** A query for each key costs far more than one query for many. A list of devices waits for four batches (decision 047). */
const APART_MS = 4;
/** A call for so many requests shows a busy server, so the next call waits longer and answers more (decision 051). */
const MANY_REQUESTS = 4;
const BUSY_APART_MS = 6;

/**
 * Batches keys into calls of `ask` that are at least `apartMs` apart. The first key after a pause waits for the end of
 * its turn of the event loop only, so a quiet server answers at once, and a busy server makes few calls. Caches no
 * answer: each call begins after its keys were requested. `ask` omits keys without a value.
 */
export function createBatchLoader<Key, Value>(
  ask: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
  apartMs?: number,
): (key: Key) => Promise<Value | undefined> {
  let waiting: { keys: Set<Key>; answers: Promise<ReadonlyMap<Key, Value>> } | undefined;
  let requests = 0;
  let lastAskedMs = -Infinity;
  let pauseMs = 0;

  const open = () => {
    const keys = new Set<Key>();
    const leftMs = lastAskedMs + pauseMs - performance.now();
    const answers = (leftMs > 0 ? wait(leftMs) : nextTurn()).then(() => {
      waiting = undefined;
      lastAskedMs = performance.now();
      pauseMs = apartMs ?? pauseAfter(requests);
      requests = 0;
      return ask([...keys]);
    });
    return { keys, answers };
  };

  return async (key) => {
    waiting ??= open();
    waiting.keys.add(key);
    requests += 1;
    return (await waiting.answers).get(key);
  };
}

/** How long the call after a call for so many requests waits. */
export const pauseAfter = (requests: number): number => (requests >= MANY_REQUESTS ? BUSY_APART_MS : APART_MS);

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
