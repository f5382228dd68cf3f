import { useStreamState } from '#lib/stream-provider.tsx';
import { showToast } from '#ui/toast.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { deviceStatusTexts } from '@trace/contract/device-status/device-status.texts';
import type { Device } from '@trace/contract/devices/devices.schema';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { checkStatus, rememberCheck } from './device-status.check.queries.ts';
import type { DevicePoll } from './device-status-poll-schedule.ts';
import { createStatusPoller } from './device-status-poller.ts';

export interface StatusChecks {
  checks: ReadonlyMap<string, DevicePoll>;
  /** Asks for one device now. */
  refresh: (serial: string) => void;
}

/** Checks of single devices: by hand always, and by themselves while push is cut. `devices` must be stable. */
export function useStatusChecks(devices: readonly Device[]): StatusChecks {
  const queryClient = useQueryClient();
  const { isCut } = useStreamState();
  const poller = useMemo(
    () =>
      createStatusPoller({
        ask: async (serial) => rememberCheck(queryClient, serial, await checkStatus(serial)),
        onCheckFailed: (serial) =>
          tellCheckFailed(devices.find((device) => device.serialNumber === serial)?.name ?? serial),
      }),
    [queryClient, devices],
  );
  useEffect(() => {
    if (!isCut) return undefined;
    return poller.run(devices.map(({ serialNumber }) => serialNumber));
  }, [isCut, poller, devices]);
  return { checks: useSyncExternalStore(poller.onChecks, poller.readChecks), refresh: poller.refresh };
}

function tellCheckFailed(name: string): void {
  showToast({ tone: 'failed', title: deviceStatusTexts.checkFailed, text: deviceStatusTexts.checkFailedText(name) });
}
