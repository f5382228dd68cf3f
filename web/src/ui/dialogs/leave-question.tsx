import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { DiscardQuestion } from './dialog.tsx';

type Answer = (isStaying: boolean) => void;

/**
 * Shown while a page holds typed text. A link to another page and Back ask first, and the browser asks before a reload.
 * The end of the session still leaves.
 */
export function LeaveQuestion() {
  const { history } = useRouter();
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    let pending: Answer | undefined;
    const unblock = history.block({
      blockerFn: ({ currentLocation, nextLocation }) =>
        currentLocation.pathname !== nextLocation.pathname &&
        new Promise<boolean>((resolve) => {
          pending = resolve;
          setAnswer(() => resolve);
        }),
    });
    return () => {
      unblock();
      // Signing out takes the page away and leads to another one.
      pending?.(false);
    };
  }, [history]);
  if (answer === null) return null;
  const give = (isStaying: boolean) => {
    setAnswer(null);
    answer(isStaying);
  };
  return <DiscardQuestion onKeep={() => give(true)} onDiscard={() => give(false)} />;
}
