import { api } from '#lib/http/api.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  askRemoval,
  cancelRemoval,
  confirmSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  signInSecondStep,
  startSecondFactor,
  turnOffSecondFactor,
} from '@trace/contract/auth/factors/auth.second-factor.api';
import type { SecondStep } from '@trace/contract/auth/factors/auth.second-factor.schema';

const secondFactorKey = ['auth', 'second-factor'] as const;

export const secondFactorQuery = queryOptions({
  queryKey: secondFactorKey,
  meta: { offlineRoles: ['user', 'installer'] },
  queryFn: ({ signal }) => api.call(getSecondFactor, {}, { signal }),
});

const inPlace = { isFailureShownInPlace: true };

export function useSecondStep() {
  return useMutation({
    mutationFn: (body: SecondStep) => api.call(signInSecondStep, { body }),
    meta: inPlace,
  });
}

export function useAskRemoval() {
  return useMutation({ mutationFn: () => api.call(askRemoval, {}), meta: inPlace });
}

export function useCancelRemoval() {
  return useMutation({ mutationFn: (token: string) => api.call(cancelRemoval, { body: { token } }), meta: inPlace });
}

/** The common error handler shows failures, because no part of the page waits for the answer. */
export function useStartSecondFactor() {
  return useMutation({ mutationFn: () => api.call(startSecondFactor, {}) });
}

export function useConfirmSecondFactor() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => api.call(confirmSecondFactor, { body: { code } }),
    meta: inPlace,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: secondFactorKey }),
  });
}

export function useRenewRecoveryCodes() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(renewRecoveryCodes, {}),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: secondFactorKey }),
  });
}

export function useTurnOffSecondFactor() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(turnOffSecondFactor, {}),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: secondFactorKey }),
  });
}
