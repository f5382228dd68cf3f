import type { QueueState } from '@trace/contract/hub-queue/hub-queue.schema';

export interface HubQueueFigures {
  readonly state: QueueState;
  /** When a process last asked the queue. */
  readonly lastPollAt: Date | null;
  /** Approximate. Null: unknown. */
  readonly waiting: number | null;
  readonly setAsideLastDay: number;
}

/** The queue of hub events, in numbers. */
export interface HubQueueMonitor {
  figures(): Promise<HubQueueFigures>;
}
