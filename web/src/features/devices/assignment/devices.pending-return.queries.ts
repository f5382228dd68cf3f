import { api, failureWords } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { endAssignment, listTakenDevices } from '@trace/contract/devices/assignment/devices.taken.api';
import { takenTexts as texts } from '@trace/contract/devices/assignment/devices.taken.texts';

/** Devices taken from the user that the user has not yet confirmed as given back. */
export const takenQuery = queryOptions({
  queryKey: ['devices', 'taken'],
  meta: { offlineRoles: ['user', 'installer'] },
  queryFn: ({ signal }) => api.call(listTakenDevices, {}, { signal }),
});

/** Gives a device back: a device of the user, or a device taken from the user. */
export function useGiveBack() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (serial: string) => api.call(endAssignment, { params: { serial } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: (_done, serial) => showToast({ tone: 'done', about: `return ${serial}`, text: texts.givenBack }),
    onError: (error, serial) =>
      showToast({ tone: 'failed', about: `return ${serial}`, text: failureWords(error, texts.takenFailed) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['devices'] }),
  });
}
