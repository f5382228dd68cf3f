import { failureWords } from '#lib/http/api.ts';
import { formatWakeTime } from '#lib/wake-format.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import type { DeviceStatusView } from '@trace/contract/device-status/device-status.schema';
import type { Device } from '@trace/contract/devices/devices.schema';
import { deviceCommandsTexts } from '@trace/contract/device-commands/device-commands.texts';
import { ApiError } from '@trace/contract/kernel/client';
import { trackingTexts } from '@trace/contract/tracking/tracking.texts';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createLiveLease, type LiveLease } from './tracking-lease.ts';
import { askReach, type Reach } from '../tracking.queries.ts';

export type LivePhase = 'stopped' | 'starting' | 'tracking';

export interface LiveSession {
  phase: LivePhase;
  /** The followed one, as the list has it. */
  device: Device | null;
  /** The one that was followed when it left the list, until another is. */
  gone: Device | null;
  start: (device: Device | null) => Promise<void>;
  stop: () => void;
}

export interface LiveSessionParts {
  devices: readonly Device[];
  isPremium: boolean;
  /** What is known of them: when a sleeping one wakes. */
  statuses: ReadonlyMap<string, DeviceStatusView>;
}

type View = Pick<LiveSession, 'phase' | 'device' | 'gone'>;

/**
 * Follows one device at a time: stopped, starting, tracking. Ends when the component goes, and when the followed one is no
 * longer among `devices`; nobody else is followed in its place.
 */
export function useLiveSession({ devices, isPremium, statuses }: LiveSessionParts): LiveSession {
  const [view, setView] = useState<View>({ phase: 'stopped', device: null, gone: null });
  const held = useRef<LiveLease | null>(null);

  const stop = useCallback(() => {
    held.current?.stop();
    held.current = null;
    setView(({ gone }) => ({ phase: 'stopped', device: null, gone }));
  }, []);

  useEffect(() => stop, [stop]);

  // Before anything that shows it goes, and would give back what ended with the plan.
  useLayoutEffect(() => {
    if (!isPremium) held.current?.noteOver();
  }, [isPremium]);

  // Read when a device is started; no start begins anew because it changes.
  const known = useRef(statuses);
  useLayoutEffect(() => {
    known.current = statuses;
  }, [statuses]);

  const start = useCallback(
    async (device: Device | null) => {
      if (!device)
        return showToast({ tone: 'failed', title: trackingTexts.noDeviceTitle, text: trackingTexts.noDeviceText });
      const cancel = (text: string) => {
        if (held.current !== lease) return;
        stop();
        showToast({ tone: 'failed', title: trackingTexts.failedTitle, text });
      };
      const lease = createLiveLease(device.serialNumber, (error) =>
        cancel(`${trackingTexts.ended} ${failureWords(error)}`),
      );
      held.current?.stop();
      held.current = lease;
      setView({ phase: 'starting', device, gone: null });
      try {
        const reach = await askReach(device.serialNumber);
        showReachToast(device, reach, known.current.get(device.serialNumber)?.expectedAt ?? null);
        if (held.current !== lease) return;
        const outcome = await lease.start();
        if (outcome.outcome === 'failed') return cancel(outcome.message ?? trackingTexts.failedText);
        if (held.current === lease) setView({ phase: 'tracking', device, gone: null });
      } catch (error) {
        cancel(
          error instanceof ApiError
            ? failureWords(error, deviceCommandsTexts.unknownError)
            : deviceCommandsTexts.unknownError,
        );
      }
    },
    [stop],
  );

  const now = listed(devices, view.device);
  if (view.device && !now) setView({ phase: 'stopped', device: null, gone: view.device });
  useEffect(() => {
    if (!view.gone) return;
    held.current?.stop();
    held.current = null;
  }, [view.gone]);

  return { ...view, device: now, start, stop };
}

/** The device as it is now: it may have been renamed. Null when it is not in the list any more. */
export function listed(devices: readonly Device[], device: Device | null): Device | null {
  return devices.find(({ serialNumber }) => serialNumber === device?.serialNumber) ?? null;
}

/** What a person reads when the device that they followed has gone. */
export const goneWords = ({ name, serialNumber }: Device): string =>
  `${trackingTexts.ended} ${trackingTexts.gone(name, serialNumber)}`;

/** Says so where nothing else on the page does. */
export function useGoneToast({ gone }: LiveSession): void {
  useEffect(() => {
    if (gone) showToast({ tone: 'failed', text: goneWords(gone) });
  }, [gone]);
}

function showReachToast({ name }: Device, reach: Reach | null, wakesAt: string | null): void {
  if (reach === 'online') showToast({ tone: 'info', text: trackingTexts.isOnline(name) });
  if (reach === 'sleeping') showToast({ tone: 'info', text: sleepWords(name, wakesAt) });
  if (reach === 'offline') showToast({ tone: 'failed', text: trackingTexts.isOffline(name) });
}

const sleepWords = (name: string, wakesAt: string | null): string =>
  wakesAt === null
    ? trackingTexts.isAsleep(name)
    : trackingTexts.isAsleepUntil(name, formatWakeTime(wakesAt, Date.now()));
