import { useLayoutEffect, useRef } from 'react';

/**
 * A wait takes the place of the button that began it, and gives it back. Whoever pressed the one goes on from the same
 * place with the keyboard, instead of from the top of the page.
 */
export function useFocusAfter(isWaiting: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const isOurs = useRef(false);
  useLayoutEffect(() => {
    if (isOurs.current && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
    isOurs.current = false;
  }, [isWaiting]);
  const notePress = () => {
    isOurs.current = true;
  };
  return { ref, notePress };
}
