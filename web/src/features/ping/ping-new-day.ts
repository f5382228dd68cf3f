import { serverNowMs } from '#lib/stream/server-clock.ts';
import { useNow } from '#lib/now.ts';
import { focusManager, useQueryClient } from '@tanstack/react-query';
import { SECOND_MS } from '@trace/contract/kernel/time';
import type { PingQuota } from '@trace/contract/ping/ping.schema';
import { useEffect } from 'react';
import { pingQuotaQuery } from './ping.queries.ts';

/** Allows for the uncertainty of the server's clock. A request sent too early would return the old day. */
const MARGIN_MS = SECOND_MS;

/**
 * PING-04: reloads the ping quota as soon as the server starts a new day. Each tick resets the timer, because a timer
 * that ran while the computer slept is late. A hidden page reloads when visible.
 */
export function useNewDay(quota: PingQuota | undefined): void {
  const queryClient = useQueryClient();
  const nowMs = useNow('halfMinute');
  const resetsAt = quota?.resetsAt;
  useEffect(() => {
    if (resetsAt === undefined) return undefined;
    const ask = () => {
      if (focusManager.isFocused()) void queryClient.invalidateQueries({ queryKey: pingQuotaQuery.queryKey });
    };
    const timer = setTimeout(ask, Math.max(0, Date.parse(resetsAt) + MARGIN_MS - serverNowMs()));
    return () => clearTimeout(timer);
  }, [queryClient, resetsAt, nowMs]);
}
