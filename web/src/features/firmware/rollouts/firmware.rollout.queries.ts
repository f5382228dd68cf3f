import { api, failureWords } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { startRollout, steerRollout } from '@trace/contract/firmware/staff/firmware.staff.api';
import { rolloutTexts as texts } from '@trace/contract/firmware/staff/firmware.rollouts.texts';
import type { Release, Rollout } from '@trace/contract/firmware/staff/firmware.staff.schema';
import type { BodyOf } from '@trace/contract/kernel/endpoint';
import { releasesQuery, rolloutQuery, rolloutsQuery } from '../staff/firmware.staff.queries.ts';

const about = 'firmware rollout';

export type RolloutAction = BodyOf<typeof steerRollout>['action'];

/** `revision` is the one that the person sees, so that an action never meets a state that nobody has seen. */
export function useSteerRollout({ id, revision }: Rollout) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (action: RolloutAction) => api.call(steerRollout, { params: { id }, body: { action, revision } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: (rollout, action) => {
      showToast({ tone: 'done', about, text: texts.actionDone[action] });
      queryClient.setQueryData(rolloutQuery(id).queryKey, rollout);
    },
    onError: (error) => showToast({ tone: 'failed', about, text: failureWords(error, texts.actionFailed) }),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: rolloutQuery(id).queryKey });
      await queryClient.invalidateQueries({ queryKey: rolloutsQuery.queryKey });
    },
  });
}

/** The form shows a failure. */
export function useStartRollout({ version }: Release) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof startRollout>) => api.call(startRollout, { body }),
    meta: { isFailureShownInPlace: true },
    onSuccess: async () => {
      showToast({ tone: 'done', about, text: texts.start.done(version) });
      await queryClient.invalidateQueries({ queryKey: rolloutsQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: releasesQuery.queryKey });
    },
  });
}
