import { useIsPhone } from '#ui/is-phone.ts';
import { useEffect, useEffectEvent, useRef } from 'react';

/** Focuses the field of a step that the user has just opened. */
export function useFirstFocus() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}

/** Focuses the first field of a page, but not on a phone, whose keyboard would cover half of the page. */
export function useDesktopFocus<Field extends HTMLElement>() {
  const isPhone = useIsPhone();
  const field = useRef<Field>(null);
  const begin = useEffectEvent(() => {
    // The page is hidden until the microtask in which the skeleton gives way, and a hidden field takes no focus.
    if (!isPhone) queueMicrotask(() => field.current?.focus());
  });
  useEffect(() => begin(), []);
  return field;
}
