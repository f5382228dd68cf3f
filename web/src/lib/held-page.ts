import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/**
 * Keeps the page of a running action or of written text: Back and Forward are refused, and the browser asks before a
 * reload. The end of the session still leaves.
 */
export function useHeldPage(isHeld: boolean, onRefused: () => void): void {
  const { history } = useRouter();
  const refuse = useEffectEvent(onRefused);
  useEffect(() => {
    if (!isHeld) return undefined;
    return history.block({
      blockerFn: ({ action }) => {
        const isBrowser = action !== 'PUSH' && action !== 'REPLACE';
        if (isBrowser) refuse();
        return isBrowser;
      },
    });
  }, [history, isHeld]);
}
