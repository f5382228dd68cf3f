import { useStore } from '#lib/store.ts';
import { lazy, Suspense, useEffect } from 'react';
import { addToast, shownToasts, type Toast } from './toast-list.ts';
import classes from './toast.module.css';

const loadItems = () => import('./toast-items.tsx');
const ToastItems = lazy(loadItems);

/** Shows how an action ended. Screen readers announce failures at once, other toasts at the next pause. */
export function showToast(toast: Toast): void {
  addToast(toast);
}

/**
 * The place for toasts: in the sidebar, on a phone over the header. It stays in the page when empty, because an
 * announcement needs an existing live region.
 */
export function Toaster() {
  const toasts = useStore(shownToasts);
  // Before the first toast, which may say that the network is lost.
  useEffect(() => void loadItems(), []);
  return (
    <div aria-live="polite" className={classes.place}>
      <Suspense>{toasts.length > 0 && <ToastItems toasts={toasts} />}</Suspense>
    </div>
  );
}
