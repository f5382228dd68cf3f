import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { IncidentDetails } from '@trace/contract/panic/panic.schema';
import { useEffect } from 'react';
import { incidentQuery, panicKey } from './panic.queries.ts';
import type { Closing, IncidentCalls } from './incident/panic-calls.ts';

/** Sends an answer to an incident. The page shows a failure itself, because the page covers the toasts. */
function useAnswer<Input>(calls: IncidentCalls, send: (input: Input) => Promise<IncidentDetails>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    meta: { isFailureShownInPlace: true },
    onSuccess: async (incident) => {
      // A read that started before the answer would show the earlier state.
      await queryClient.cancelQueries({ queryKey: incidentQuery(calls).queryKey });
      queryClient.setQueryData(incidentQuery(calls).queryKey, incident);
      void queryClient.invalidateQueries({ queryKey: panicKey });
    },
    // A refusal says that the incident has changed, such as that another person was faster.
    onError: () => void queryClient.invalidateQueries({ queryKey: panicKey }),
  });
}

export const useTake = (calls: IncidentCalls) => useAnswer(calls, () => calls.take());

export const useRelease = (calls: IncidentCalls) => useAnswer(calls, () => calls.release());

export const useClose = (calls: IncidentCalls) => useAnswer(calls, (closing: Closing) => calls.close(closing));

export const useNote = (calls: IncidentCalls) => useAnswer(calls, (text: string) => calls.note(text));

/** A note that is being written. It outlives the page of the incident, which another alarm or Minimise closes. */
export function useNoteDraft({ key }: IncidentCalls) {
  const queryClient = useQueryClient();
  // The cache ends with the session of the person.
  const queryKey = [...panicKey, 'note', key];
  return {
    read: () => queryClient.getQueryData<string>(queryKey) ?? null,
    keep: (text: string) => void queryClient.setQueryData(queryKey, text),
    drop: () => queryClient.removeQueries({ queryKey }),
  };
}

/** Records once that a person sees the incident. A page in the background counts when the person returns. */
export function useSeen({ see }: IncidentCalls, isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return undefined;
    const controller = new AbortController();
    const record = () => {
      if (document.visibilityState !== 'visible') return;
      controller.abort();
      // The next visit repeats a lost call.
      see().catch(() => undefined);
    };
    document.addEventListener('visibilitychange', record, { signal: controller.signal });
    record();
    return () => controller.abort();
  }, [see, isShown]);
}
