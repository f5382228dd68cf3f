import { api } from '#lib/http/api.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { prove, startProof } from '@trace/contract/auth/factors/auth.proof.api';
import type { Proof } from '@trace/contract/auth/factors/auth.proof.schema';

/**
 * Loads the requirements of a re-authentication anew for each dialog, because a passkey challenge can be answered only
 * once.
 */
export function useProofQuestion() {
  return useQuery({
    queryKey: ['auth', 'proof'],
    queryFn: ({ signal }) => api.call(startProof, {}, { signal }),
    gcTime: 0,
    staleTime: Infinity,
  });
}

export function useProve() {
  return useMutation({
    mutationFn: (body: Proof) => api.call(prove, { body }),
    meta: { isFailureShownInPlace: true },
  });
}
