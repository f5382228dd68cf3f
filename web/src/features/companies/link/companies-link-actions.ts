import { api, failureWords } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { makeInvitationLink } from '@trace/contract/companies/companies.api';
import { companiesTexts as texts } from '@trace/contract/companies/companies.texts';
import { rememberLink } from '../companies.queries.ts';

/** Creates an invitation link. The previous link ends (COMP-07). */
export function useMakeLink(companyId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(makeInvitationLink, { params: { id: companyId } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: ({ link, hasReplaced }) => {
      rememberLink(queryClient, companyId, link);
      showToast({ tone: 'done', about: 'link', text: hasReplaced ? texts.linkRenewed : texts.linkCreated });
    },
    onError: (error) => showToast({ tone: 'failed', about: 'link', text: failureWords(error, texts.linkFailed) }),
  });
}

/** Copies the link to the clipboard. A browser may refuse. */
export async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    showToast({ tone: 'done', about: 'link', text: texts.linkCopied });
  } catch {
    // Without permission, or without a secure address, the person marks and copies the text in the field.
    showToast({ tone: 'failed', about: 'link', text: texts.copyFailed });
  }
}
