import { activity } from '#lib/session/activity.ts';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { useIdleEnd } from './auth.idle.queries.ts';

/** Dialogs are a fifth of what a page would start with, and this one comes after an hour. */
const IdleDialog = lazy(() => import('./auth-idle-dialog.tsx'));

/** Asks five minutes before an idle session ends (SESS-04), in every tab; the answer of one is that of all. */
export function AuthIdleWarning() {
  const phase = useSyncExternalStore(activity.onPhase, activity.readPhase);
  useIdleEnd(phase);
  return <Suspense>{phase !== 'active' && <IdleDialog onConfirm={activity.confirm} />}</Suspense>;
}
