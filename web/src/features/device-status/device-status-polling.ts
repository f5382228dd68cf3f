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
  /** Checks one device now. */
  check: (device: Device) => void;
  /** Null until the poller has been loaded. */
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
    const text = deviceStatusTexts.checkFailedText(name);
    showToast({ tone: 'failed', about: `status ${serialNumber}`, title: deviceStatusTexts.checkFailed, text });
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
 * Loads the poller after the first parts of a page, as soon as the state of push is known. Without a connection to the
 * server the poller could no longer be loaded.
 */
function useLatePoller(): StatusPoller | null {
  const queryClient = useQueryClient();
  const { phase } = useStreamState();
  const [poller, setPoller] = useState<StatusPoller | null>(null);
  useEffect(() => {
    // A missing chunk makes the page reload, so the poller is not loaded while offline.
    if (poller || phase === 'connecting' || !navigator.onLine) return;
    loadChecker().then(
      ({ statusPollerOf }) => setPoller(statusPollerOf(queryClient)),
      // Loading is retried when the stream connects or disconnects.
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
