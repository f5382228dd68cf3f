import { useEffect, useRef } from 'react';

/** Focuses the field of a step that the user has just opened. */
export function useFirstFocus() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}
