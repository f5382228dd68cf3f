import { failureWords, isRefusal } from '#lib/api.ts';
import { formatCoordinates } from '#lib/format.ts';
import { showToast } from '#ui/toast.tsx';
import { useMutation } from '@tanstack/react-query';
import { deviceTableTexts as texts } from '@trace/contract/devices/devices.list.texts';
import { ApiError } from '@trace/contract/kernel/client';
import type { PingOutcome } from '@trace/contract/ping/ping.schema';
import { sendPing } from './ping.queries.ts';

interface LocateOptions {
  serial: string;
  name: string;
  onLocated: () => void;
  /** The device's user has to allow it, or no longer does. */
  onGrantRequired: () => void;
}

/** IDEV-03: an installer asks a device where it is, and is told how that ended. */
export function useLocate({ serial, name, onLocated, onGrantRequired }: LocateOptions) {
  const tellFailed = (message: string | null) =>
    showToast({ tone: 'failed', title: texts.pingFailed, text: texts.pingFailedText(serial, message) });

  const tell = (outcome: PingOutcome): void => {
    if (outcome.outcome === 'located') {
      const text = texts.locatedText(name, formatCoordinates(outcome.location));
      showToast({ tone: 'done', title: texts.located, text });
      return onLocated();
    }
    if (outcome.outcome === 'waiting') return showToast({ tone: 'info', text: texts.locationWaits(name) });
    if (outcome.outcome === 'no_fix') return tellFailed(texts.noFix);
    return tellFailed(outcome.outcome === 'failed' ? outcome.message : texts.noAnswer);
  };

  return useMutation({
    mutationFn: () => sendPing(serial, crypto.randomUUID()),
    meta: { isFailureShownInPlace: true },
    onSuccess: tell,
    onError: (error) => {
      if (isRefusal(error, 'grant_required')) return onGrantRequired();
      if (error instanceof ApiError && error.refusal !== null && error.refusal.code !== 'internal')
        return tellFailed(failureWords(error));
      showToast({ tone: 'failed', title: texts.pingError, text: texts.pingErrorText });
    },
  });
}
