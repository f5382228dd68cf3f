import { isRefusal } from '#lib/http/api.ts';
import { usePollWhileDisconnected } from '#lib/stream/poll-while-disconnected.ts';
import { applyPushedUpdate } from '#lib/stream/stream-cache-updates.ts';
import { useStreamEvent } from '#lib/stream/stream-provider.tsx';
import { showToast } from '#ui/dialogs/toast.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Device } from '@trace/contract/devices/devices.schema';
import { devicesChangedEvent } from '@trace/contract/devices/devices.stream';
import { helloEvent } from '@trace/contract/kernel/stream';
import type { PingQuota, PingWait } from '@trace/contract/ping/ping.schema';
import { pingQuotaEvent } from '@trace/contract/ping/ping.stream';
import { useCallback, useState } from 'react';
import { toastOfFailure } from './ping-refusals.ts';
import { pingQuotaQuery, pingsKey } from './ping.queries.ts';
import { pingWaitsQuery, usePingWaits } from './waits/ping.waits.queries.ts';

export interface PingActions {
  ping: (device: Device) => void;
  /** The serials of the devices that are being asked right now. */
  asking: ReadonlySet<string>;
  /** Pending pings of sleeping devices, by serial (PING-09). */
  waits: ReadonlyMap<string, PingWait>;
}

/**
 * The outcome handling is needed only after an answer, so the module is imported lazily. Loading begins with the page's
 * first request for waits.
 */
const loadPendingPings = () => import('./waits/ping-pending.ts');

/** Sends and tracks pings on a user's page. */
export function usePingActions(onLimit: () => void): PingActions {
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState<ReadonlySet<string>>(new Set());
  const waits = usePingWaits();
  useQuotaStream();
  usePingsOfListedDevices();

  const pinging = useMutation({
    mutationFn: async ({ serialNumber, name }: Device) =>
      (await loadPendingPings()).askDevice(queryClient, { serialNumber, deviceName: name }, 'user'),
    meta: { isFailureShownInPlace: true },
    onMutate: ({ serialNumber }) => setAsking((before) => new Set(before).add(serialNumber)),
    onSettled: (_outcome, _error, { serialNumber }) => setAsking((before) => without(before, serialNumber)),
    onError: (error, { serialNumber }) => {
      // The page answers the limit with the offer of premium (PING-04).
      if (isRefusal(error, 'daily_ping_limit')) onLimit();
      else showToast(toastOfFailure(error, serialNumber));
      void queryClient.invalidateQueries({ queryKey: pingQuotaQuery.queryKey });
      // Another page has begun a ping that this page does not know yet.
      if (isRefusal(error, 'conflict')) void queryClient.invalidateQueries({ queryKey: pingWaitsQuery.queryKey });
    },
  });

  return { ping: pinging.mutate, asking, waits };
}

function useQuotaStream(): void {
  const queryClient = useQueryClient();
  const count = useCallback(
    (quota: PingQuota) => applyPushedUpdate(queryClient, pingQuotaQuery.queryKey, () => quota),
    [queryClient],
  );
  const recount = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: pingQuotaQuery.queryKey }),
    [queryClient],
  );
  useStreamEvent(pingQuotaEvent, count);
  useStreamEvent(helloEvent, recount);
  usePollWhileDisconnected(pingQuotaQuery.queryKey);
  usePollWhileDisconnected(pingsKey);
}

/** Reloads the pings when the devices change: the positions of a removed device are no longer the person's to see. */
function usePingsOfListedDevices(): void {
  const queryClient = useQueryClient();
  const reload = useCallback(() => void queryClient.invalidateQueries({ queryKey: pingsKey }), [queryClient]);
  useStreamEvent(devicesChangedEvent, reload);
}

function without(serials: ReadonlySet<string>, serial: string): ReadonlySet<string> {
  return new Set([...serials].filter((each) => each !== serial));
}
