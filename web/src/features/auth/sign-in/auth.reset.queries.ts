import { api } from '#lib/http/api.ts';
import { useMutation } from '@tanstack/react-query';
import { requestReset, resetPassword } from '@trace/contract/auth/sign-up/auth.reset.api';
import type { BodyOf } from '@trace/contract/kernel/endpoint';

const inPlace = { meta: { isFailureShownInPlace: true } };

export function useRequestReset() {
  return useMutation({ mutationFn: (email: string) => api.call(requestReset, { body: { email } }), ...inPlace });
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (body: BodyOf<typeof resetPassword>) => api.call(resetPassword, { body }),
    ...inPlace,
  });
}
