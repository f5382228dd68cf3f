import { useLayoutEffect, useRef } from 'react';

/**
 * Moves the keyboard focus to `ref` when a change of `shown` removes or disables the pressed control.
 * Without this hook the focus would restart at the top of the page. A control that can disappear calls `notePress`.
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

/** A removed element loses the focus to the page at once, a disabled element only with the next frame. */
const isFocusLost = (active: Element | null): boolean =>
  active === document.body || active?.matches(':disabled') === true;
