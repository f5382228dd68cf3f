import { isPassing } from '#lib/http/api.ts';
import { usePollWhileDisconnected } from '#lib/stream/poll-while-disconnected.ts';
import { retryPauseMs } from '#lib/stream/stream.ts';
import type { Stop } from '#lib/stop.ts';
import { useStreamEvent } from '#lib/stream/stream-provider.tsx';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { DataOf } from '@trace/contract/kernel/stream';
import { SECOND_MS } from '@trace/contract/kernel/time';
import type { PingWait } from '@trace/contract/ping/ping.schema';
import { pingFinishedEvent } from '@trace/contract/ping/ping.stream';
import { useCallback, useEffect } from 'react';
import { settlePing, type PingArea } from './ping-ends.ts';
import { expectWake, readExpectedWaits, takeExpected } from './ping-expected.ts';
import { lookAtPing, pingWaitsQuery } from './ping.waits.queries.ts';

/** Short, because a user is waiting for the outcome. */
const ASK_WHILE_CUT_MS = 15 * SECOND_MS;

/**
 * Handles the outcomes of the user's pings for all pages of an area, including pings that were already waiting when
 * this page was opened.
 */
export default function PingEndsHost({ area }: { area: PingArea }): null {
  const queryClient = useQueryClient();
  const { data } = useQuery(pingWaitsQuery);
  useEffect(() => {
    if (!data) return undefined;
    for (const wait of data.waits) expectWake(wait);
    return askForEnds(data.waits, (wait) => askForEnd(queryClient, wait, area));
  }, [data, queryClient, area]);
  const finish = useCallback(
    ({ serialNumber, outcome }: DataOf<typeof pingFinishedEvent>) =>
      settlePing(queryClient, { serialNumber, deviceName: serialNumber }, outcome, area),
    [queryClient, area],
  );
  useStreamEvent(pingFinishedEvent, finish);
  usePollWhileDisconnected(pingWaitsQuery.queryKey, ASK_WHILE_CUT_MS);
  return null;
}

/**
 * Asks for the outcome of each ended wait and retries until every outcome has been shown. The list of waits may not
 * change again.
 */
function askForEnds(waits: readonly PingWait[], ask: (wait: PingWait) => Promise<boolean>): Stop {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasStopped = false;
  const askAll = async (failures: number) => {
    const ended = readExpectedWaits().filter(({ id }) => waits.every((wait) => wait.id !== id));
    const isTold = await Promise.all(ended.map(ask));
    if (hasStopped || isTold.every(Boolean)) return;
    timer = setTimeout(() => void askAll(failures + 1), retryPauseMs(failures + 1, Math.random()));
  };
  void askAll(0);
  return () => {
    hasStopped = true;
    clearTimeout(timer);
  };
}

/** Returns whether the outcome of the ping is known by now. */
async function askForEnd(queryClient: QueryClient, wait: PingWait, area: PingArea): Promise<boolean> {
  try {
    settlePing(queryClient, wait, await lookAtPing(wait.id), area);
  } catch (error) {
    if (isPassing(error)) return false;
    // The device or the access to the device is gone, so there is no outcome to show.
    takeExpected(wait.id);
  }
  return true;
}
