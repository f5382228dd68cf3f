import { useEffect } from 'react';

/** Support staff get no push messages. When staff sign in, push also ends for the previous user of this browser. */
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
