import { activity } from '#lib/session/activity.ts';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { useIdleEnd } from './auth.idle.queries.ts';

/** Lazy, because dialogs are a fifth of a page's start code, and this dialog appears only after an hour. */
const IdleDialog = lazy(() => import('./auth-idle-dialog.tsx'));

/** Asks five minutes before an idle session ends (SESS-04), in every tab. An answer in any tab counts for all tabs. */
export function AuthIdleWarning() {
  const phase = useSyncExternalStore(activity.onPhase, activity.readPhase);
  useIdleEnd(phase);
  return <Suspense>{phase !== 'active' && <IdleDialog onConfirm={activity.confirm} />}</Suspense>;
}
