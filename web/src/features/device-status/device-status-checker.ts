import type { QueryClient } from '@tanstack/react-query';
import { checkStatus, rememberCheck } from './device-status.check.queries.ts';
import { statusesQuery } from './device-status.queries.ts';
import { createStatusPoller, type StatusPoller } from './device-status-poller.ts';

const pollers = new WeakMap<QueryClient, StatusPoller>();

/** Returns the status poller of this query client. Its rate limits outlive the page that polled. */
export function statusPollerOf(queryClient: QueryClient): StatusPoller {
  const poller = pollers.get(queryClient) ?? createPoller(queryClient);
  pollers.set(queryClient, poller);
  return poller;
}

function createPoller(queryClient: QueryClient): StatusPoller {
  return createStatusPoller({
    ask: checkStatus,
    keep: (serial, answer) => rememberCheck(queryClient, serial, answer),
    knownAt: () => queryClient.getQueryState(statusesQuery.queryKey)?.dataUpdatedAt ?? 0,
  });
}
