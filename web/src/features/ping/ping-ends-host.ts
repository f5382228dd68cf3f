import { isPassing } from '#lib/api.ts';
import { useAskingWhileCut } from '#lib/ask-while-cut.ts';
import { useStreamEvent } from '#lib/stream-provider.tsx';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { DataOf } from '@trace/contract/kernel/stream';
import { SECOND_MS } from '@trace/contract/kernel/time';
import type { PingWait } from '@trace/contract/ping/ping.schema';
import { pingFinishedEvent } from '@trace/contract/ping/ping.stream';
import { useCallback, useEffect } from 'react';
import { settlePing, type PingArea } from './ping-ends.ts';
import { expectWake, readExpectedWaits, takeExpected } from './ping-expected.ts';
import { lookAtPing, pingWaitsQuery } from './ping.waits.queries.ts';

/** Somebody waits for it. */
const ASK_WHILE_CUT_MS = 15 * SECOND_MS;

/** For all pages of an area: the ends of the person's pings, also of those that waited since before this page was opened. */
export default function PingEndsHost({ area }: { area: PingArea }): null {
  const queryClient = useQueryClient();
  const { data } = useQuery(pingWaitsQuery);
  useEffect(() => {
    if (!data) return;
    for (const wait of data.waits) expectWake(wait);
    const ended = readExpectedWaits().filter(({ id }) => !data.waits.some((wait) => wait.id === id));
    for (const wait of ended) void askForEnd(queryClient, wait, area);
  }, [data, queryClient, area]);
  const finish = useCallback(
    ({ serialNumber, outcome }: DataOf<typeof pingFinishedEvent>) =>
      settlePing(queryClient, { serialNumber, deviceName: serialNumber }, outcome, area),
    [queryClient, area],
  );
  useStreamEvent(pingFinishedEvent, finish);
  useAskingWhileCut(pingWaitsQuery.queryKey, ASK_WHILE_CUT_MS);
  return null;
}

async function askForEnd(queryClient: QueryClient, wait: PingWait, area: PingArea): Promise<void> {
  try {
    settlePing(queryClient, wait, await lookAtPing(wait.id), area);
  } catch (error) {
    // The device or the right to see it has gone meanwhile: there is nothing to tell. What passes is asked again.
    if (!isPassing(error)) takeExpected(wait.id);
  }
}
