import { api, failureWords } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import type { LoadedLine } from '#ui/dialogs/csv-row-list.tsx';
import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { managedCertificationRules } from '@trace/contract/certification/certification.rules';
import {
  addCertification,
  confirmCertification,
  listCertifications,
  loadCertifications,
  releaseCertification,
  revokeCertification,
} from '@trace/contract/certification/certification.staff.api';
import { certificationStaffTexts as texts } from '@trace/contract/certification/certification.staff.texts';
import type { BodyOf } from '@trace/contract/kernel/endpoint';

const managedKey = ['managed-certifications'] as const;

/** Certifications by number, name or email, ordered by number. */
export const managedCertificationsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...managedKey, search],
    queryFn: ({ signal, pageParam: after }) => {
      const query = { search, after, limit: managedCertificationRules.pageSize };
      return api.call(listCertifications, { query }, { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });

function useChange<Input, Answer>(change: (input: Input) => Promise<Answer>, done: (answer: Answer) => string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    meta: { isFailureShownInPlace: true },
    onSuccess: (answer) => showToast({ tone: 'done', about: 'certifications', text: done(answer) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: managedKey }),
  });
}

const complain = (otherwise: string) => (error: Error) =>
  showToast({ tone: 'failed', about: 'certifications', text: failureWords(error, otherwise) });

export const useAddCertification = () =>
  useChange(
    (body: BodyOf<typeof addCertification>) => api.call(addCertification, { body }),
    ({ outcome }) => (outcome === 'changed' || outcome === 'unchanged' ? texts.addedAs[outcome] : texts.addedAs.added),
  );

export const useRevokeCertification = () =>
  useChange(
    (body: BodyOf<typeof revokeCertification>) => api.call(revokeCertification, { body }),
    () => texts.revoked,
  );

/** Confirms the claim of a number. */
export function useConfirmClaim() {
  const { mutate, isPending } = useChange(
    (number: string) => api.call(confirmCertification, { body: { number } }),
    () => texts.confirmed,
  );
  return {
    isPending,
    run: (number: string, onSettled: () => void) =>
      mutate(number, { onError: complain(texts.confirmFailed), onSettled }),
  };
}

/** Takes a number from its account, or ends its claim. */
export function useReleaseCertification() {
  const { mutate, isPending } = useChange(
    (number: string) => api.call(releaseCertification, { body: { number } }),
    () => texts.released,
  );
  return {
    isPending,
    run: (number: string, onSettled: () => void) =>
      mutate(number, { onError: complain(texts.releaseFailed), onSettled }),
  };
}

/** Sends a file of the training provider, and returns the outcome of each row. */
export function useLoadCertifications() {
  const queryClient = useQueryClient();
  return async (body: Uint8Array, isDryRun: boolean): Promise<readonly LoadedLine[]> => {
    const { rows } = await api.call(loadCertifications, { query: { dryRun: isDryRun ? 'true' : 'false' }, body });
    if (!isDryRun) await queryClient.invalidateQueries({ queryKey: managedKey });
    return rows.map(({ line, number, outcome, problem }) => ({
      ...{ line, name: number, outcome: texts.outcomes[outcome], note: problem },
      isRefused: outcome === 'bad',
      hasProblem: outcome === 'bad',
    }));
  };
}
