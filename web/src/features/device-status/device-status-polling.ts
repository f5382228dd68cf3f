import { useStreamEvent, useStreamState } from '#lib/stream/stream-provider.tsx';
import { showToast } from '#ui/dialogs/toast.tsx';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import { deviceStatusEvent } from '@trace/contract/device-status/device-status.stream';
import { deviceStatusTexts } from '@trace/contract/device-status/device-status.texts';
import type { Device } from '@trace/contract/devices/devices.schema';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { DevicePoll } from './device-status-poll-schedule.ts';
import type { StatusPoller } from './device-status-poller.ts';

export interface StatusChecks {
  /** Asks for one device now. */
  check: (device: Device) => void;
  /** Null until it has been loaded. */
  poller: StatusPoller | null;
}

const loadChecker = () => import('./device-status-checker.ts');

/** Checks of single devices: by hand always, and by themselves while push is cut (STAT-04). */
export function useStatusChecks(devices: readonly Device[]): StatusChecks {
  const queryClient = useQueryClient();
  const { isCut } = useStreamState();
  const poller = useLatePoller();
  const serials = devices.map(({ serialNumber }) => serialNumber).join();
  useEffect(() => {
    if (!isCut || !poller || serials === '') return undefined;
    return poller.run(serials.split(','));
  }, [isCut, poller, serials]);
  const hear = useCallback(({ serialNumber }: DeviceStatusView) => poller?.hear(serialNumber), [poller]);
  useStreamEvent(deviceStatusEvent, hear);
  const check = async ({ serialNumber, name }: Device) => {
    if (await refresh(queryClient, serialNumber)) return;
    showToast({ tone: 'failed', title: deviceStatusTexts.checkFailed, text: deviceStatusTexts.checkFailedText(name) });
  };
  return { poller, check: (device) => void check(device) };
}

async function refresh(queryClient: QueryClient, serial: string): Promise<boolean> {
  try {
    const { statusPollerOf } = await loadChecker();
    return await statusPollerOf(queryClient).refresh(serial);
  } catch {
    return false;
  }
}

/**
 * What asks comes after what a page starts with: as soon as it is known whether push works, for without a way to the
 * server it could not be loaded any more.
 */
function useLatePoller(): StatusPoller | null {
  const queryClient = useQueryClient();
  const { phase } = useStreamState();
  const [poller, setPoller] = useState<StatusPoller | null>(null);
  useEffect(() => {
    // A part that is missing makes the page load itself anew.
    if (poller || phase === 'connecting' || !navigator.onLine) return;
    loadChecker().then(
      ({ statusPollerOf }) => setPoller(statusPollerOf(queryClient)),
      // It is tried again when the stream comes or goes.
      () => undefined,
    );
  }, [poller, phase, queryClient]);
  return poller;
}

/** Where the asking for each device stands. */
export function useDevicePolls({ poller }: StatusChecks): ReadonlyMap<string, DevicePoll> {
  return useSyncExternalStore(poller?.onChecks ?? never, poller?.readChecks ?? none);
}

const never = () => () => undefined;
const nobody: ReadonlyMap<string, DevicePoll> = new Map();
const none = () => nobody;
