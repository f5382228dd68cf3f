import type { CallCounter } from '#platform/health/parts-health';
import type { HubQueue } from './hub-queue.ts';

/** Counts the calls of the queue for the metrics. */
export function countQueueCalls(queue: HubQueue, calls: CallCounter): HubQueue {
  const counted = async <Answer extends { readonly outcome: string }>(call: Promise<Answer>): Promise<Answer> => {
    const answer = await call;
    if (answer.outcome === 'refused' || answer.outcome === 'unavailable') calls.failed();
    else calls.answered();
    return answer;
  };
  return {
    ...queue,
    receive: (waitSec, signal) => counted(queue.receive(waitSec, signal)),
    delete: (receipt) => counted(queue.delete(receipt)),
  };
}
