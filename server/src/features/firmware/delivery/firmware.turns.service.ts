import { deliveryTexts as texts } from '@trace/contract/firmware/firmware.device.texts';
import { SECOND_MS } from '@trace/contract/kernel/time';
import type { Clock } from '#platform/clock/clock';
import { Refusal } from '#platform/refusal/refusal';

/** Half of the connections to the database remain for people and for messages of devices. */
const AT_ONCE = 8;
/** Most clients give up by then. */
const WAIT_MS = 30 * SECOND_MS;
const RETRY_AFTER_SEC = 60;

/**
 * Runs a limited number of requests at once and queues the others. Without the queue, ten thousand devices that ask at
 * once would wait for a connection to the database longer than its pool allows.
 */
export function createTurns(clock: Pick<Clock, 'now'>) {
  const queue: (() => void)[] = [];
  let running = 0;

  return async function takeTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const askedMs = clock.now().getTime();
    if (running >= AT_ONCE) await new Promise<void>((resolve) => queue.push(resolve));
    else running += 1;
    try {
      const isLate = clock.now().getTime() - askedMs > WAIT_MS;
      if (isLate) throw new Refusal('unavailable', texts.busy, { retryAfterSec: RETRY_AFTER_SEC });
      return await work();
    } finally {
      // The turn passes to the next request, so that a newcomer cannot overtake the queue.
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
