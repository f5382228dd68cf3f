import { api, failureWords, isRefusal } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  endBreakGlass,
  openBreakGlass,
  readBreakGlass,
} from '@trace/contract/location-access/break-glass/location-access.break-glass.api';
import { BREAK_GLASS_POLL_MS } from '@trace/contract/location-access/break-glass/location-access.break-glass.rules';
import type { BreakGlassAccess } from '@trace/contract/location-access/break-glass/location-access.break-glass.schema';
import { breakGlassTexts as texts } from '@trace/contract/location-access/break-glass/location-access.break-glass.texts';
import { readSupportPosition } from '@trace/contract/tracking/tracking.support.api';
import { aboutAccess } from '../location-access.queries.ts';

const keyOf = (serial: string) => ['break-glass', serial] as const;

/** `aheadMs`: how far the server's clock, which decides the end, is ahead of the local clock. */
const withClock = <Answer extends { asOf: string }>(answer: Answer) => ({
  ...answer,
  aheadMs: Date.parse(answer.asOf) - Date.now(),
});

/** The staff member's own access to a device's location. */
export const breakGlassQuery = (serial: string) =>
  queryOptions({
    queryKey: keyOf(serial),
    queryFn: async ({ signal }) => withClock(await api.call(readBreakGlass, { params: { serial } }, { signal })),
  });

/** The last known position. Each read is a view in the user's access log, so the page forgets it when it closes. */
export const supportPositionQuery = (access: BreakGlassAccess) =>
  queryOptions({
    queryKey: [...keyOf(access.serialNumber), 'position', access.id],
    queryFn: async ({ signal, client }) => {
      try {
        return await api.call(readSupportPosition, { params: { serial: access.serialNumber } }, { signal });
      } catch (error) {
        // Another page ended the access.
        if (isRefusal(error, 'gone'))
          client.setQueryData(breakGlassQuery(access.serialNumber).queryKey, (before) =>
            before?.access?.id === access.id ? { ...before, access: null } : before,
          );
        throw error;
      }
    },
    refetchInterval: BREAK_GLASS_POLL_MS,
    gcTime: 0,
    retry: false,
  });

/** Opens the access. The form shows a failure itself. */
export function useOpenBreakGlass(serial: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { ticketId: string; reason: string }) => api.call(openBreakGlass, { params: { serial }, body }),
    meta: { isFailureShownInPlace: true },
    onSuccess: (answer) => queryClient.setQueryData(breakGlassQuery(serial).queryKey, withClock(answer)),
  });
}

/** Ends the access. An access that has already ended counts as success. */
export function useEndBreakGlass(serial: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      try {
        await api.call(endBreakGlass, { params: { serial } });
      } catch (error) {
        if (!isRefusal(error, 'not_found')) throw error;
      }
    },
    meta: { isFailureShownInPlace: true },
    onSuccess: () => {
      queryClient.setQueryData(breakGlassQuery(serial).queryKey, (before) => before && { ...before, access: null });
      showToast({ tone: 'done', about: aboutAccess(serial), text: texts.ended });
    },
    onError: (error) =>
      showToast({ tone: 'failed', about: aboutAccess(serial), text: failureWords(error, texts.endFailed) }),
  });
}
