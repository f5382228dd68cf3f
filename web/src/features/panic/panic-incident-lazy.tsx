import { LoadingText } from '#ui/layout/loading-text.tsx';
import { panicScreenTexts as texts } from '@trace/contract/panic/panic.screen.texts';
import { lazy, Suspense } from 'react';
import type { PanicIncidentProps } from './panic-incident.tsx';

/** The pages share a single part, which loads with the first incident. */
const PanicIncident = lazy(() => import('./panic-incident.tsx'));

/** An incident on a page. */
export function PanicIncidentPart(props: PanicIncidentProps) {
  return (
    <Suspense fallback={<LoadingText>{texts.loadingIncident}</LoadingText>}>
      <PanicIncident {...props} />
    </Suspense>
  );
}
