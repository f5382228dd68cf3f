import { api, isRefusal } from '#lib/http/api.ts';
import { applyPushedUpdate } from '#lib/stream/stream-cache-updates.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerRequest, listAccess } from '@trace/contract/location-access/location-access.api';
import type { AccessRequest } from '@trace/contract/location-access/location-access.schema';
import { locationAccessTexts } from '@trace/contract/location-access/location-access.texts';
import { accessUserTexts } from '@trace/contract/location-access/location-access.user.texts';
import { aboutAccess, accessQuery } from '../location-access.queries.ts';

export interface Answered {
  request: AccessRequest;
  answer: 'approved' | 'denied';
}

/** Returns the consequence of an answer in words that name the device. */
export function answeredText({ request, answer }: Answered): string {
  const { requester, deviceName, minutes } = request;
  if (answer === 'denied') return accessUserTexts.denied(deviceName);
  return accessUserTexts.approved({
    name: requester?.name ?? locationAccessTexts.formerPerson,
    device: deviceName,
    minutes,
  });
}

export function useAnswerRequest(onAnswered: (answered: Answered) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: sendAnswer,
    meta: { isFailureShownInPlace: true },
    onSuccess: (_done, answered) => {
      onAnswered(answered);
      // Removes the request at once. Reloading the list may take long or fail, and meanwhile the request would show as
      // unanswered.
      applyPushedUpdate(
        queryClient,
        accessQuery.queryKey,
        (before) => before && withoutRequest(before, answered.request),
      );
      showToast({ tone: 'done', about: aboutAccess(answered.request.serialNumber), text: answeredText(answered) });
    },
    onError: (_error, { request }) =>
      showToast({
        tone: 'failed',
        about: aboutAccess(request.serialNumber),
        title: locationAccessTexts.respondFailedTitle,
        text: locationAccessTexts.respondFailed,
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accessQuery.queryKey }),
  });
}

const withoutRequest = <Access extends { addressed: AccessRequest[] }>(
  access: Access,
  { id }: AccessRequest,
): Access => ({
  ...access,
  addressed: access.addressed.filter((each) => each.id !== id),
});

/** Sends an answer. An identical earlier answer, from this window or another window, counts as success. */
async function sendAnswer(answered: Answered): Promise<void> {
  const { request, answer } = answered;
  try {
    await api.call(answerRequest, { params: { id: request.id }, body: { answer } });
  } catch (error) {
    if (!isRefusal(error, 'conflict') || !(await isAnsweredSo(answered))) throw error;
  }
}

async function isAnsweredSo({ request, answer }: Answered): Promise<boolean> {
  const { addressed, given } = await api.call(listAccess, {});
  const isGiven = given.some(({ id }) => id === request.id);
  return answer === 'approved' ? isGiven : !isGiven && addressed.every(({ id }) => id !== request.id);
}
