import { api, failureWords, isRefusal } from '#lib/http/api.ts';
import { refusedField } from '#lib/http/refused-field.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { removeDevice, renameDevice } from '@trace/contract/devices/registration/devices.registration.api';
import { registrationTexts as texts } from '@trace/contract/devices/registration/devices.registration.texts';
import { ApiError } from '@trace/contract/kernel/client';
import { keepNewClaim } from './registration/devices-new-claims.ts';
import { devicesQuery } from './devices.queries.ts';

/** Gives a device another name, or none. */
export function useRenameDevice(serial: string) {
  const reload = useReloadDevices();
  return useMutation({
    mutationFn: (nickname: string) => api.call(renameDevice, { params: { serial }, body: { nickname } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: () => {
      showToast({ tone: 'done', about: `name ${serial}`, text: texts.renamed });
      return reload();
    },
    onError: (error) => {
      if (refusedField(error) !== null) return;
      showToast({ tone: 'failed', about: `name ${serial}`, text: failureWords(error) });
    },
  });
}

/** Removes a device (UDASH-09, IDEV-06). A device that is already removed also leaves the list. */
export function useRemoveDevice(serial: string) {
  const reload = useReloadDevices();
  return useMutation({
    mutationFn: (confirmation: string | null) => api.call(removeDevice, { params: { serial }, body: { confirmation } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: ({ claimCode }) => {
      showToast({ tone: 'done', about: `removal ${serial}`, text: texts.removed(serial) });
      if (claimCode !== null) keepNewClaim({ serial, claimCode });
      return reload();
    },
    onError: (error) => {
      if (refusedField(error) !== null) return;
      const text = removalFailure(error);
      showToast({ tone: 'failed', about: `removal ${serial}`, title: texts.deletionError, text });
      if (isRefusal(error, 'not_found')) void reload();
    },
  });
}

/** Returns the error text: a refusal concerns the device, every other error the connection to the database. */
function removalFailure(error: Error): string {
  const isRefused = error instanceof ApiError && error.refusal !== null && error.refusal.code !== 'internal';
  return isRefused ? texts.deleteFailed(failureWords(error)) : texts.removeFailed(failureWords(error));
}

/** Returns a function that invalidates all device queries. */
export function useReloadDevices() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey });
}
