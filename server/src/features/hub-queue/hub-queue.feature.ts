// Events of hubs from the queue of the hub service: read by one process, stored once, recorded as panics.
// Serves everyone whose device is linked to a hub, and support staff on the page Panic System.
// Rows PANIC-01, PANIC-02.
import { HOUR_MS, SECOND_MS } from '@trace/contract/kernel/time';
import { retainedSince } from '@trace/contract/retention/retention.rules';
import type { Feature } from '#platform/feature/feature';
import type { Jobs } from '#platform/jobs/jobs';
import type { HubQueue } from '#server/integrations/hub-queue/hub-queue';
import { createQueueMessages, type QueueMessagesDependencies } from './hub-queue.messages.service.ts';
import type { HubQueueMonitor } from './hub-queue.port.ts';
import { createQueueReader } from './hub-queue.reader.service.ts';
import { createRounds } from './hub-queue.rounds.service.ts';
import { deleteOldRounds } from './hub-queue.rounds.store.ts';
import { hubQueueRoutes } from './hub-queue.routes.ts';
import { createQueueState } from './hub-queue.state.service.ts';
import { deleteOldConnections, deleteOldEvents, hasFailed } from './hub-queue.store.ts';

/** An alarm may be among the events that failed. */
const RETRY_MS = 10 * SECOND_MS;

export interface HubQueueDependencies extends QueueMessagesDependencies {
  jobs: Jobs;
  /** Null: no queue is configured. */
  queue: HubQueue | null;
  pollSec: number;
}

export function createHubQueueFeature(
  dependencies: HubQueueDependencies,
): Feature & { readonly monitor: HubQueueMonitor } {
  const { database, clock, jobs, queue } = dependencies;
  const isConfigured = queue !== null;
  const messages = createQueueMessages(dependencies);
  const state = createQueueState({ ...dependencies, isConfigured });
  const rounds = createRounds({ ...dependencies, isConfigured });
  jobs.schedule('hub-queue.retry', RETRY_MS, () => messages.retryFailed(), hasFailed);
  jobs.schedule('hub-queue.sweep', HOUR_MS, async () => {
    const now = clock.now();
    await deleteOldRounds(database.sql, new Date(now.getTime() - HOUR_MS));
    await deleteOldConnections(database.sql, retainedSince('hubEvents', now));
  });
  return {
    name: 'hub-queue',
    monitor: { figures: state.figures },
    routes: hubQueueRoutes(rounds, state),
    retention: [{ kind: 'hubEvents', take: deleteOldEvents }],
    start: async () => (queue === null ? () => {} : createQueueReader({ ...dependencies, queue, messages }).start()),
  };
}
