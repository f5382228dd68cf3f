/**
 * Answers all questions that are asked in one turn of the event loop by one call of `ask`: the busier the server, the
 * fewer calls. Nothing is kept: the next turn asks anew. `ask` answers without those keys that there is nothing for.
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

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
