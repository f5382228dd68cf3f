import { failureWords } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import type { Device } from '@trace/contract/devices/devices.schema';
import { deviceCommandsTexts } from '@trace/contract/device-commands/device-commands.texts';
import { subscriptionTexts } from '@trace/contract/subscription/subscription.texts';
import { liveTexts } from '@trace/contract/tracking/tracking.live.texts';
import { trackingTexts } from '@trace/contract/tracking/tracking.texts';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createLiveLease, type LiveLease } from './tracking-lease.ts';
import { askReach, type Reach } from '../tracking.queries.ts';

export type LivePhase = 'stopped' | 'starting' | 'tracking';

export interface LiveSession {
  phase: LivePhase;
  /** The followed device, as in the current list. */
  device: Device | null;
  /** The followed device after leaving the list, until another device is followed. */
  gone: Device | null;
  /** Why following could not start or has ended, until the next start (LIVE-12). */
  failure: LiveFailure | null;
  start: (device: Device) => Promise<void>;
  stop: () => void;
}

/** `serial`: the device that was not followed, or not any longer. */
export interface LiveFailure {
  serial: string;
  title: string;
  text: string;
}

export interface LiveSessionParts {
  devices: readonly Device[];
  isPremium: boolean;
}

type View = Pick<LiveSession, 'phase' | 'device' | 'gone' | 'failure'>;

const idle: View = { phase: 'stopped', device: null, gone: null, failure: null };

/**
 * Follows one device at a time: stopped, starting, tracking. Ends when the component unmounts or when the followed
 * device leaves `devices`. No other device is followed instead.
 */
export function useLiveSession({ devices, isPremium }: LiveSessionParts): LiveSession {
  const [view, setView] = useState<View>(idle);
  const held = useRef<LiveLease | null>(null);

  const stop = useCallback(() => {
    held.current?.stop();
    held.current = null;
    setView(({ gone }) => ({ ...idle, gone }));
  }, []);

  useEffect(() => stop, [stop]);

  // A layout effect runs before any component that shows the session unmounts and would release the lease that ended
  // with the plan.
  useLayoutEffect(() => {
    if (isPremium || held.current === null) return;
    held.current.noteOver();
    held.current.stop();
    held.current = null;
  }, [isPremium]);

  const start = useCallback(async (device: Device) => {
    const cancel = (failure: LiveFailure) => {
      if (held.current !== lease) return;
      held.current = null;
      lease.stop();
      setView({ ...idle, failure });
    };
    const lease = createLiveLease(device.serialNumber, (error) => cancel(ended(device, failureWords(error))));
    held.current?.stop();
    held.current = lease;
    setView({ ...idle, phase: 'starting', device });
    try {
      const reach = await askReach(device.serialNumber);
      showReachToast(device, reach);
      if (held.current !== lease) return;
      const outcome = await lease.start();
      if (outcome.outcome === 'failed') return cancel(failed(device, outcome.message ?? trackingTexts.failedText));
      if (held.current === lease) setView({ ...idle, phase: 'tracking', device });
    } catch (error) {
      cancel(failed(device, failureWords(error, deviceCommandsTexts.unknownError)));
    }
  }, []);

  const now = listed(devices, view.device);
  if (view.device && !now) setView({ ...idle, gone: view.device });
  else if (now && !isPremium) setView({ ...idle, failure: ended(now, subscriptionTexts.premiumRequired) });
  useEffect(() => {
    if (!view.gone) return;
    held.current?.stop();
    held.current = null;
  }, [view.gone]);

  return { ...view, device: now, start, stop };
}

/**
 * Returns the current version of the device, which may have been renamed, or null when the device has left the list.
 */
export function listed(devices: readonly Device[], device: Device | null): Device | null {
  return devices.find(({ serialNumber }) => serialNumber === device?.serialNumber) ?? null;
}

const failed = ({ serialNumber: serial }: Device, text: string): LiveFailure => ({
  serial,
  title: trackingTexts.failedTitle,
  text,
});

const ended = ({ serialNumber: serial }: Device, text: string): LiveFailure => ({
  serial,
  title: liveTexts.endedTitle,
  text,
});

/** Returns the text shown when the followed device has left the list. */
export const goneWords = ({ name, serialNumber }: Device): string =>
  `${trackingTexts.ended} ${trackingTexts.gone(name, serialNumber)}`;

/** A sleeping device has a lasting notice of its own. */
function showReachToast({ name, serialNumber }: Device, reach: Reach | null): void {
  const about = `live ${serialNumber}`;
  if (reach === 'online') showToast({ tone: 'info', about, text: trackingTexts.isOnline(name) });
  if (reach === 'offline') showToast({ tone: 'failed', about, text: trackingTexts.isOffline(name) });
}
