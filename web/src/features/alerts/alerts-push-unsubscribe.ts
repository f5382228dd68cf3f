import { useEffect } from 'react';

/** Support staff get no pushed messages: where they sign in, nothing more is pushed of whoever used that browser before. */
export function useUnsubscribePush(isStaff: boolean): void {
  useEffect(() => {
    if (isStaff && 'Notification' in window && Notification.permission === 'granted') void leave();
  }, [isStaff]);
}

async function leave(): Promise<void> {
  try {
    await (await import('./alerts-push-renewal.ts')).leavePush();
  } catch {
    // Tried again with the next page.
  }
}
