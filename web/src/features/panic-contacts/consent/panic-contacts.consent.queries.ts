import { api, isRefusal } from '#lib/http/api.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  answerPanicConsent,
  changePanicConsent,
  seePanicConsent,
  stopPanicConsent,
  type ConsentPage,
} from '@trace/contract/panic-contacts/consent/panic-contacts.consent.api';

export const consentQuery = (token: string) =>
  queryOptions({
    queryKey: ['panic-contact-consent', token],
    queryFn: ({ signal }) => api.call(seePanicConsent, { body: { token } }, { signal }),
    retry: false,
    // An answer ends the invitation, so a later read would find a dead link.
    staleTime: Number.POSITIVE_INFINITY,
    // An open invitation may have been answered in another tab, or withdrawn.
    refetchOnWindowFocus: ({ state: { data } }) => (data?.kind === 'invitation' ? 'always' : false),
  });

/** Each answer is the page as it is afterwards. */
function useStep<Input>(token: string, send: (input: Input) => Promise<ConsentPage>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    meta: { isFailureShownInPlace: true },
    onSuccess: (page) => queryClient.setQueryData(consentQuery(token).queryKey, page),
    onError: (error) => {
      // Answered in another tab, or withdrawn: the page shows that the link no longer works, and the way to stop.
      if (isRefusal(error, 'gone')) void queryClient.invalidateQueries({ queryKey: consentQuery(token).queryKey });
    },
  });
}

export const useAnswerConsent = (token: string) =>
  useStep(token, (answer: { agrees: boolean; allowsDrills: boolean }) =>
    api.call(answerPanicConsent, { body: { token, ...answer } }),
  );

/** `link` is the contact's own link. The page may have been opened by an invitation. */
export const useChangeConsent = (token: string, link: string) =>
  useStep(token, (allowsDrills: boolean) =>
    api.call(changePanicConsent, { body: { token: tokenIn(link), allowsDrills } }),
  );

export const useStopConsent = (token: string, link: string) =>
  useStep(token, () => api.call(stopPanicConsent, { body: { token: tokenIn(link) } }));

const tokenIn = (link: string): string => new URL(link).hash.slice(1);
