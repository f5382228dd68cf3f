import { deliveryTexts as texts } from '@trace/contract/firmware/firmware.device.texts';
import { SECOND_MS } from '@trace/contract/kernel/time';
import type { Clock } from '#platform/clock/clock';
import { createTurns } from '#platform/grouping/turns';
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
export function createDeliveryTurns(clock: Pick<Clock, 'now'>) {
  const turns = createTurns(AT_ONCE);

  return async function takeTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const askedMs = clock.now().getTime();
    await turns.take();
    try {
      const isLate = clock.now().getTime() - askedMs > WAIT_MS;
      if (isLate) throw new Refusal('unavailable', texts.busy, { retryAfterSec: RETRY_AFTER_SEC });
      return await work();
    } finally {
      turns.give();
    }
  };
}
