import { useLayoutEffect, useRef } from 'react';

/**
 * Where the keyboard goes on when what was pressed has gone, or is off, with a change of `shown`: the place of `ref`,
 * instead of the top of the page. `notePress` is to be called by what may go.
 */
export function useFocusAfter<Place extends HTMLElement>(shown: unknown) {
  const ref = useRef<Place>(null);
  const isOurs = useRef(false);
  useLayoutEffect(() => {
    if (isOurs.current && isFocusLost(document.activeElement)) ref.current?.focus({ preventScroll: true });
    isOurs.current = false;
  }, [shown]);
  const notePress = () => {
    isOurs.current = true;
  };
  return { ref, notePress };
}

/** What has gone leaves it to the page at once, what is disabled only with the next picture. */
const isFocusLost = (active: Element | null): boolean =>
  active === document.body || active?.matches(':disabled') === true;
