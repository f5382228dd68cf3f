import { failureWords, isRefusal } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { deviceTableTexts as texts } from '@trace/contract/fleet/fleet.table.texts';
import { ApiError } from '@trace/contract/kernel/client';
import { aboutPing } from './ping-subject.ts';
import { locateFailed } from './ping-toasts.ts';
import { askDevice } from './waits/ping-pending.ts';
import { pingWaitsQuery, usePingWaits } from './waits/ping.waits.queries.ts';

interface LocateOptions {
  serial: string;
  name: string;
  onLocated: () => void;
  /** The device's user has to grant access, or has withdrawn access. */
  onGrantRequired: () => void;
}

/**
 * IDEV-03: an installer requests the position of a device and sees the outcome. A request to a sleeping device waits
 * (PING-09).
 */
export function useLocate({ serial, name, onLocated, onGrantRequired }: LocateOptions) {
  const queryClient = useQueryClient();
  const mutationKey = ['locate', serial];
  const locating = useMutation({
    mutationKey,
    mutationFn: () => askDevice(queryClient, { serialNumber: serial, deviceName: name }, 'installer'),
    meta: { isFailureShownInPlace: true },
    onSuccess: ({ outcome }) => {
      if (outcome === 'located') onLocated();
    },
    onError: (error) => {
      // Begun on another page, and not yet known here.
      if (isRefusal(error, 'conflict')) void queryClient.invalidateQueries({ queryKey: pingWaitsQuery.queryKey });
      if (isRefusal(error, 'grant_required')) return onGrantRequired();
      if (error instanceof ApiError && error.refusal !== null && error.refusal.code !== 'internal')
        return showToast(locateFailed(serial, failureWords(error)));
      showToast({ tone: 'failed', about: aboutPing(serial), title: texts.pingError, text: texts.pingErrorText });
    },
  });
  // `isPending` reaches the button one render too late to stop an immediate second press.
  const locate = () => {
    if (queryClient.isMutating({ mutationKey }) === 0) locating.mutate();
  };
  return {
    locate,
    isLocating: locating.isPending,
    wait: usePingWaits().get(serial),
  };
}
