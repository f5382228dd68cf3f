import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { PanicAttentionProps } from './panic-attention.tsx';
import { activeIncidentsQuery } from '../panic.queries.ts';
import { usePanicStream } from '../panic.stream.ts';

/** Loaded with the first incident. */
const PanicAttention = lazy(() => import('./panic-attention.tsx'));

type PanicWatchProps = Omit<PanicAttentionProps, 'incidents'>;

/** Watches for incidents on each page of a signed-in person (PANIC-03, PANIC-04). */
export function PanicWatch(props: PanicWatchProps) {
  usePanicStream();
  const { data: incidents } = useQuery(activeIncidentsQuery(props.audience));
  const [wasActive, setActive] = useState(false);
  // A closed incident stays on the screen after the last active one is gone.
  if (!wasActive && incidents?.length) setActive(true);
  return <Suspense>{wasActive && incidents && <PanicAttention {...props} incidents={incidents} />}</Suspense>;
}
