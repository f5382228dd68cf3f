import { SECOND_MS } from '@trace/contract/kernel/time';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { Answered } from './location-access.answer.queries.ts';

const SHOWN_MS = 2 * SECOND_MS;

/**
 * Manages the focus of a request. After an answer, the place takes the focus from the removed button and soon passes
 * the focus on to the next place. Buttons never get the focus, so a second Enter answers no other request.
 */
export function useAnsweredPlace(answered: Answered | undefined, onSeen: (answered: Answered) => void) {
  const ref = useRef<HTMLDivElement>(null);
  const leave = useEffectEvent((seen: Answered) => {
    if (ref.current?.contains(document.activeElement)) focusAfter(ref.current);
    onSeen(seen);
  });
  useLayoutEffect(() => {
    const { activeElement } = document;
    const isOurs = activeElement === document.body || ref.current?.contains(activeElement) === true;
    if (answered && isOurs) ref.current?.focus({ preventScroll: true });
  }, [answered]);
  useEffect(() => {
    if (!answered) return undefined;
    const timer = setTimeout(() => leave(answered), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [answered]);
  /** Fewer words and no buttons would let the rest of the list slide up. */
  const keepHeight = () => {
    if (ref.current) ref.current.style.minHeight = `${ref.current.getBoundingClientRect().height}px`;
  };
  return { ref, keepHeight };
}

function focusAfter(place: HTMLElement): void {
  const next = place.nextElementSibling ?? place.previousElementSibling ?? place.closest('main');
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}
