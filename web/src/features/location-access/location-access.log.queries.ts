import { api, failureWords } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { listLooks } from '@trace/contract/location-access/location-access.looks.api';
import { LOOKS_PAGE_SIZE } from '@trace/contract/location-access/location-access.rules';
import type { AccessGrant } from '@trace/contract/location-access/location-access.schema';
import { locationAccessTexts } from '@trace/contract/location-access/location-access.texts';
import { accessUserTexts } from '@trace/contract/location-access/location-access.user.texts';
import { aboutAccess, accessQuery, endGrant, looksKey, RELOAD_MS } from './location-access.queries.ts';

/** The access log, newest first, optionally of one device. */
export const looksQuery = (serialNumber: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...looksKey, serialNumber ?? ''],
    meta: { offlineRoles: ['user'] },
    queryFn: ({ signal, pageParam }) =>
      api.call(listLooks, { query: { serialNumber, after: pageParam, limit: LOOKS_PAGE_SIZE } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    // At once by the stream, and at the latest so.
    refetchInterval: RELOAD_MS,
  });

export function useEndAccess() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: AccessGrant) => endGrant(id),
    meta: { isFailureShownInPlace: true },
    onSuccess: (_done, { holder, deviceName, serialNumber }) =>
      showToast({
        tone: 'done',
        about: aboutAccess(serialNumber),
        text: accessUserTexts.ended(holder?.name ?? locationAccessTexts.formerPerson, deviceName),
      }),
    onError: (error, { serialNumber }) =>
      showToast({
        tone: 'failed',
        about: aboutAccess(serialNumber),
        text: failureWords(error, accessUserTexts.endFailed),
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accessQuery.queryKey }),
  });
}
