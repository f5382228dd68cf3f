import type { PartsHealth } from '#platform/health/parts-health';
import { createHubQueueClient, type HubQueuePlace } from './hub-queue.client.ts';
import { countQueueCalls } from './hub-queue.counted.ts';
import type { HubQueue } from './hub-queue.ts';

/** The counted client of the queue. Null: no queue is configured. */
export function openHubQueue(place: HubQueuePlace | null, parts: PartsHealth): HubQueue | null {
  if (place !== null) return countQueueCalls(createHubQueueClient(place), parts.callsOf('hubQueue'));
  parts.switchOff('hubQueue');
  return null;
}
