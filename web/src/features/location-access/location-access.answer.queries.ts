import { api } from '#lib/api.ts';
import { showToast } from '#ui/toast.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerRequest } from '@trace/contract/location-access/location-access.api';
import type { AccessRequest } from '@trace/contract/location-access/location-access.schema';
import { locationAccessTexts } from '@trace/contract/location-access/location-access.texts';
import { accessUserTexts } from '@trace/contract/location-access/location-access.user.texts';
import { accessQuery } from './location-access.queries.ts';

interface Answered {
  request: AccessRequest;
  answer: 'approved' | 'denied';
}

export function useAnswerRequest() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ request, answer }: Answered) =>
      api.call(answerRequest, { params: { id: request.id }, body: { answer } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: (_done, { request, answer }) => {
      const text =
        answer === 'approved'
          ? accessUserTexts.approved(request.requester?.name ?? locationAccessTexts.formerPerson, request.minutes)
          : accessUserTexts.denied;
      showToast({ tone: 'done', text });
    },
    onError: () =>
      showToast({
        tone: 'failed',
        title: locationAccessTexts.respondFailedTitle,
        text: locationAccessTexts.respondFailed,
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accessQuery.queryKey }),
  });
}
