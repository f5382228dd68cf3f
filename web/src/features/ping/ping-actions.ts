import { isRefusal } from '#lib/api.ts';
import { useStreamEvent } from '#lib/stream-provider.tsx';
import { showToast } from '#ui/toast.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Device } from '@trace/contract/devices/devices.schema';
import { helloEvent, type DataOf } from '@trace/contract/kernel/stream';
import type { PingOutcome, PingQuota } from '@trace/contract/ping/ping.schema';
import { pingFinishedEvent, pingQuotaEvent } from '@trace/contract/ping/ping.stream';
import { useCallback, useRef, useState } from 'react';
import { isShownWaiting, pingQuotaQuery, rememberOutcome, sendCancel, sendPing } from './ping.queries.ts';
import { toastOf, toastOfFailure } from './ping-outcomes.ts';

export interface PingActions {
  ping: (device: Device) => void;
  /** The serials of the devices that are being asked right now. */
  asking: ReadonlySet<string>;
  cancel: (serial: string, id: string) => void;
  isCancelling: boolean;
}

const MOST_REMEMBERED = 100;

/**
 * The pings of this page: asking, cancelling, and telling each end once, whether it came as answer or pushed. What
 * was begun elsewhere only changes what is shown, unless this page said that the device is waited for.
 */
export function usePingActions(devices: readonly Device[], onLimit: () => void): PingActions {
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState<ReadonlySet<string>>(new Set());
  const begun = useRef<string[]>([]);
  const told = useRef<string[]>([]);

  const settle = useCallback(
    (serial: string, outcome: PingOutcome) => {
      const { id } = outcome;
      const isOurs = begun.current.includes(id) || isShownWaiting(queryClient, serial, id);
      rememberOutcome(queryClient, serial, outcome);
      if (!isOurs || outcome.outcome === 'waiting' || told.current.includes(id)) return;
      told.current = withNewest(told.current, id);
      const toast = toastOf(outcome, devices.find(({ serialNumber }) => serialNumber === serial)?.name ?? serial);
      if (toast) showToast(toast);
    },
    [queryClient, devices],
  );

  usePingStream(settle);

  const pinging = useMutation({
    mutationFn: ({ device, id }: { device: Device; id: string }) => sendPing(device.serialNumber, id),
    meta: { isFailureShownInPlace: true },
    onMutate: ({ device }) => setAsking((before) => new Set(before).add(device.serialNumber)),
    onSettled: (_outcome, _error, { device }) => setAsking((before) => without(before, device.serialNumber)),
    onSuccess: (outcome, { device }) => settle(device.serialNumber, outcome),
    onError: (error) => {
      showToast(toastOfFailure(error));
      void queryClient.invalidateQueries({ queryKey: pingQuotaQuery.queryKey });
      if (isRefusal(error, 'daily_ping_limit')) onLimit();
    },
  });

  const cancelling = useMutation({
    mutationFn: ({ id }: { serial: string; id: string }) => sendCancel(id),
    onSuccess: (outcome, { serial }) => settle(serial, outcome),
  });

  const ping = (device: Device) => {
    const id = crypto.randomUUID();
    begun.current = withNewest(begun.current, id);
    pinging.mutate({ device, id });
  };

  return {
    ping,
    asking,
    cancel: (serial, id) => cancelling.mutate({ serial, id }),
    isCancelling: cancelling.isPending,
  };
}

function usePingStream(settle: (serial: string, outcome: PingOutcome) => void): void {
  const queryClient = useQueryClient();
  const finish = useCallback(
    ({ serialNumber, outcome }: DataOf<typeof pingFinishedEvent>) => settle(serialNumber, outcome),
    [settle],
  );
  const count = useCallback(
    (quota: PingQuota) => void queryClient.setQueryData(pingQuotaQuery.queryKey, quota),
    [queryClient],
  );
  const recount = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: pingQuotaQuery.queryKey }),
    [queryClient],
  );
  useStreamEvent(pingFinishedEvent, finish);
  useStreamEvent(pingQuotaEvent, count);
  useStreamEvent(helloEvent, recount);
}

function withNewest(ids: readonly string[], id: string): string[] {
  return [...ids, id].slice(-MOST_REMEMBERED);
}

function without(serials: ReadonlySet<string>, serial: string): ReadonlySet<string> {
  return new Set([...serials].filter((each) => each !== serial));
}
