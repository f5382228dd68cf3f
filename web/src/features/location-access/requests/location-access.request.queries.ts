import { api, failureWords } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { requestAccess, withdrawRequest } from '@trace/contract/location-access/location-access.api';
import type { AccessMinutes } from '@trace/contract/location-access/location-access.rules';
import type { AccessGrant, AccessRequest } from '@trace/contract/location-access/location-access.schema';
import { accessRequestTexts as words } from '@trace/contract/location-access/location-access.request.texts';
import { locationAccessTexts as texts } from '@trace/contract/location-access/location-access.texts';
import { aboutAccess, accessQuery, endGrant } from '../location-access.queries.ts';

export interface OwnAccess {
  /** The installer's unanswered request. */
  request: AccessRequest | undefined;
  /** The installer's unexpired grant. */
  grant: AccessGrant | undefined;
}

/** Returns the signed-in installer's access to the locations of devices, and how far the server's clock is ahead. */
export function useOwnAccess(): { of: (serialNumber: string) => OwnAccess; aheadMs: number } {
  const { data } = useQuery(accessQuery);
  return {
    of: (serial) => ({
      request: data?.sent.find(({ serialNumber }) => serialNumber === serial),
      grant: data?.held.find(({ serialNumber }) => serialNumber === serial),
    }),
    aheadMs: data?.aheadMs ?? 0,
  };
}

/** Returns a mutation for the installer's access to a device. Shows a toast when done and always reloads the list. */
function useAccessChange<Variables>(
  serialOf: (of: Variables) => string,
  change: (variables: Variables) => Promise<unknown>,
  done: (of: Variables) => string,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    meta: { isFailureShownInPlace: true },
    onSuccess: (_answer, of) => showToast({ tone: 'done', about: aboutAccess(serialOf(of)), text: done(of) }),
    onError: (error, of) =>
      showToast({
        tone: 'failed',
        about: aboutAccess(serialOf(of)),
        title: texts.requestFailed,
        text: failureWords(error),
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accessQuery.queryKey }),
  });
}

/** LOCREQ-01. */
export const useRequestAccess = (serial: string) =>
  useAccessChange(
    () => serial,
    (minutes: AccessMinutes) => api.call(requestAccess, { params: { serial }, body: { minutes } }),
    words.sent,
  );

export const useWithdraw = () =>
  useAccessChange(
    ({ serialNumber }) => serialNumber,
    ({ id }: AccessRequest) => api.call(withdrawRequest, { params: { id } }),
    () => words.withdrawn,
  );

export const useGiveUp = () =>
  useAccessChange(
    ({ serialNumber }) => serialNumber,
    ({ id }: AccessGrant) => endGrant(id),
    () => words.gaveUp,
  );
