import { serverNowMs } from '#lib/stream/server-clock.ts';
import { useNow } from '#lib/now.ts';
import { focusManager, useQueryClient } from '@tanstack/react-query';
import { SECOND_MS } from '@trace/contract/kernel/time';
import type { PingQuota } from '@trace/contract/ping/ping.schema';
import { useEffect } from 'react';
import { pingQuotaQuery } from './ping.queries.ts';

/** Past what is known of the server's clock: asked too early, it would answer with the old day. */
const MARGIN_MS = SECOND_MS;

/**
 * PING-04: asks for the new day of the pings as soon as the server has begun it. Each tick sets the timer anew, since one
 * that ran while the computer slept is late; a page that nobody sees asks when it is seen.
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
