/**
 * Runs callbacks in the order of their arrival, `perTurn` of them in each turn of the event loop. Other work goes on
 * between the turns.
 */
export function createSpreadWork(perTurn: number): (run: () => void) => void {
  let waiting: (() => void)[] = [];

  const runSome = (): void => {
    const due = waiting.slice(0, perTurn);
    waiting = waiting.slice(perTurn);
    if (waiting.length > 0) setImmediate(runSome);
    for (const run of due) run();
  };

  return (run) => {
    waiting.push(run);
    if (waiting.length === 1) setImmediate(runSome);
  };
}
