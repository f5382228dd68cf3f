// A binary heap of timers by due time, so that thousands of trackers share a single timer of the machine.

interface QueuedTimer {
  readonly dueAtMs: number;
  readonly order: number;
  run: (() => void) | null;
}

export interface TimerQueue {
  /** Returns the timer's cancel. */
  add(dueAtMs: number, run: () => void): () => void;
  /** The due time of the next timer, or null without timers. */
  nextDueAtMs(): number | null;
  /** Runs the next timer if due by `untilMs`. Returns false otherwise. */
  runNext(untilMs: number): boolean;
}

export function createTimerQueue(): TimerQueue {
  const heap: QueuedTimer[] = [];
  let order = 0;

  const dropCancelled = (): void => {
    while (heap.length > 0 && heap[0]?.run === null) removeFirst(heap);
  };

  return {
    add(dueAtMs, run) {
      const timer: QueuedTimer = { dueAtMs, order: order++, run };
      insert(heap, timer);
      return () => {
        timer.run = null;
      };
    },
    nextDueAtMs() {
      dropCancelled();
      return heap[0]?.dueAtMs ?? null;
    },
    runNext(untilMs) {
      dropCancelled();
      const first = heap[0];
      if (first === undefined || first.dueAtMs > untilMs) return false;
      removeFirst(heap);
      const { run } = first;
      first.run = null;
      run?.();
      return true;
    },
  };
}

const isBefore = (one: QueuedTimer, other: QueuedTimer): boolean =>
  one.dueAtMs < other.dueAtMs || (one.dueAtMs === other.dueAtMs && one.order < other.order);

function insert(heap: QueuedTimer[], timer: QueuedTimer): void {
  let hole = heap.length;
  heap.push(timer);
  while (hole > 0) {
    const parentIndex = (hole - 1) >> 1;
    const parent = heap[parentIndex];
    if (parent === undefined || !isBefore(timer, parent)) break;
    heap[hole] = parent;
    hole = parentIndex;
  }
  heap[hole] = timer;
}

function removeFirst(heap: QueuedTimer[]): void {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let hole = 0;
  for (;;) {
    const childIndex = smallerChild(heap, hole);
    const child = heap[childIndex];
    if (child === undefined || !isBefore(child, last)) break;
    heap[hole] = child;
    hole = childIndex;
  }
  heap[hole] = last;
}

function smallerChild(heap: readonly QueuedTimer[], parentIndex: number): number {
  const leftIndex = 2 * parentIndex + 1;
  const left = heap[leftIndex];
  const right = heap[leftIndex + 1];
  const isRightFirst = left !== undefined && right !== undefined && isBefore(right, left);
  return isRightFirst ? leftIndex + 1 : leftIndex;
}
