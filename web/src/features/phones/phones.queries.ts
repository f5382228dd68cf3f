import { api } from '#lib/http/api.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { addPhone, listPhones, renewPhoneSecret } from '@trace/contract/phones/phones.api';
import { phonesRules } from '@trace/contract/phones/phones.rules';
import type { Phone } from '@trace/contract/phones/phones.schema';

const phonesKey = ['phones'] as const;

export type SetUpState = 'waiting' | 'connected' | 'located';

/** How far the app is with the newest secret. Reports from before are of the previous set-up. */
export function stateOf(phone: Phone | undefined): SetUpState {
  const { lastReportAt = null, lastPositionAt = null, secretMadeAt = '' } = phone ?? {};
  if (lastReportAt === null || lastReportAt < secretMadeAt) return 'waiting';
  return lastPositionAt === null ? 'connected' : 'located';
}

/** The phones of the signed-in user, asked again until the app of this phone has sent a position. */
export const phoneQuery = (serial: string) =>
  queryOptions({
    queryKey: phonesKey,
    queryFn: ({ signal }) => api.call(listPhones, {}, { signal }),
    select: ({ phones }) => phones.find(({ serialNumber }) => serialNumber === serial),
    refetchInterval: (query) => {
      const phone = query.state.data?.phones.find(({ serialNumber }) => serialNumber === serial);
      return stateOf(phone) === 'located' ? false : phonesRules.askEveryMs;
    },
  });

const inPlace = { isFailureShownInPlace: true };

export function useAddPhone() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => api.call(addPhone, { body: { name } }),
    meta: inPlace,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: phonesKey }),
  });
}

export function useRenewSecret(serial: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(renewPhoneSecret, { params: { serial } }),
    meta: inPlace,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: phonesKey }),
  });
}
