import type { PagedQuery } from '#ui/data/table/more-button.tsx';
import { useMutation } from '@tanstack/react-query';
import type { IncidentDetails } from '@trace/contract/panic/panic.schema';
import type { PanicStep, TimelinePage } from '@trace/contract/panic/panic.steps.schema';
import { useState } from 'react';
import type { IncidentCalls } from './panic-calls.ts';

/**
 * Adds the newest lines to the lines on the page. Begins anew after a pause in which more lines came than one answer
 * holds, because the lines between are unknown.
 */
function withNewest(
  shown: TimelinePage,
  { steps, earlierSteps }: Pick<IncidentDetails, 'steps' | 'earlierSteps'>,
): TimelinePage {
  if (steps.length === 0) return shown;
  const start = shown.steps.findIndex(({ id }) => id === steps[0]?.id);
  if (start === -1) return { steps, next: earlierSteps };
  const newest = shown.steps.slice(start);
  const isSame = newest.length === steps.length && newest.every((step, index) => step === steps[index]);
  return isSame ? shown : { steps: [...shown.steps.slice(0, start), ...steps], next: shown.next };
}

/** The lines of the timeline on the page, and the button that loads earlier ones. */
export function useTimelinePages(
  incident: IncidentDetails,
  calls: IncidentCalls,
): { readonly steps: readonly PanicStep[]; readonly more: PagedQuery } {
  const [shown, setShown] = useState<TimelinePage>({ steps: incident.steps, next: incident.earlierSteps });
  const current = withNewest(shown, incident);
  if (current !== shown) setShown(current);
  const earlier = useMutation({
    mutationFn: calls.steps,
    meta: { isFailureShownInPlace: true },
    // The list may have begun anew meanwhile.
    onSuccess: ({ steps, next }, after) =>
      setShown((before) => (before.next === after ? { steps: [...steps, ...before.steps], next } : before)),
  });
  const fetchNextPage: PagedQuery['fetchNextPage'] = async () => {
    try {
      if (current.next !== null) await earlier.mutateAsync(current.next);
      return { isFetchNextPageError: false, error: null };
    } catch (error) {
      return { isFetchNextPageError: true, error };
    }
  };
  const more = { hasNextPage: current.next !== null, isFetchingNextPage: earlier.isPending, fetchNextPage };
  return { steps: current.steps, more };
}
