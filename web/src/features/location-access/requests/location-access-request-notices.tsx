import { useBrowserNow } from '#lib/now.ts';
import { timeLeftMs } from '@trace/contract/location-access/location-access.rules';
import type { AccessRequest } from '@trace/contract/location-access/location-access.schema';
import { locationAccessTexts } from '@trace/contract/location-access/location-access.texts';
import { useState } from 'react';
import { LocationAccessRequestNotice } from './location-access-request-notice.tsx';
import classes from './location-access-request-notices.module.css';
import { useHasSettledLayout } from './location-access-click-guard.ts';
import type { Answered } from './location-access.answer.queries.ts';

interface RequestNoticesProps {
  requests: readonly AccessRequest[];
  /** How far the server's clock is ahead of the local clock. */
  aheadMs: number;
}

/**
 * Shows the requests with requester, duration and two answers. An answered request keeps its place briefly. After every
 * change of the list, presses are ignored briefly, because buttons may have moved under the finger.
 */
export default function LocationAccessRequestNotices({ requests, aheadMs }: RequestNoticesProps) {
  const nowMs = useBrowserNow('second') + aheadMs;
  const [answers, setAnswers] = useState<readonly Answered[]>([]);
  const shown = withAnswered(requests, answers).map((request) => ({
    request,
    leftMs: timeLeftMs(request.expiresAt, nowMs),
    answered: answers.find((each) => each.request.id === request.id),
  }));
  const hasSettled = useHasSettledLayout(
    shown.map(({ request, leftMs, answered }) => [request.id, answered?.answer, leftMs === null].join(' ')).join(),
  );
  if (shown.length === 0) return null;
  return (
    <section className={classes.requests} aria-label={locationAccessTexts.card}>
      {shown.map((each) => (
        <LocationAccessRequestNotice
          key={each.request.id}
          {...each}
          nowMs={nowMs}
          hasSettled={hasSettled}
          onAnswered={(answered) => setAnswers((before) => [...before, answered])}
          onSeen={(answered) => setAnswers((before) => before.filter((one) => one !== answered))}
        />
      ))}
    </section>
  );
}

/** Merges the server's list with answered requests that the server no longer returns, newest first. */
function withAnswered(requests: readonly AccessRequest[], answers: readonly Answered[]): AccessRequest[] {
  const gone = answers.map(({ request }) => request).filter(({ id }) => requests.every((each) => each.id !== id));
  return [...requests, ...gone].sort((a, b) => b.requestedAt.localeCompare(a.requestedAt) || a.id.localeCompare(b.id));
}
