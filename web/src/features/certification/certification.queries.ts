import { api } from '#lib/http/api.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { answerClaim } from '@trace/contract/certification/certification.claim.api';
import type { BodyOf } from '@trace/contract/kernel/endpoint';
import { checkCertification, getOwnCertification, getTraining } from '@trace/contract/certification/certification.api';

export interface CertificationApplicant {
  firstName: string;
  lastName: string;
  email: string;
}

export const ownCertificationQuery = queryOptions({
  queryKey: ['own-certification'],
  meta: { offlineRoles: ['installer'] },
  queryFn: ({ signal }) => api.call(getOwnCertification, {}, { signal }),
});

export const trainingQuery = queryOptions({
  queryKey: ['training'],
  queryFn: ({ signal }) => api.call(getTraining, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Asks whether the applicant is certified; without a number by e-mail and name. */
export async function askCertification(
  applicant: CertificationApplicant,
  number: string | null,
  signal: AbortSignal,
): Promise<boolean> {
  const body = number === null ? applicant : { ...applicant, number };
  const { verified } = await api.call(checkCertification, { body }, { signal });
  return verified;
}

export function useAnswerClaim() {
  return useMutation({
    mutationFn: (body: BodyOf<typeof answerClaim>) => api.call(answerClaim, { body }),
    meta: { isFailureShownInPlace: true },
  });
}
