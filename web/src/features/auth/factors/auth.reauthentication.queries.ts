import { api } from '#lib/http/api.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { prove, startProof } from '@trace/contract/auth/factors/auth.proof.api';
import type { Proof } from '@trace/contract/auth/factors/auth.proof.schema';

/** What a proof needs, asked anew for each dialog: the question to a passkey is answered once. */
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
