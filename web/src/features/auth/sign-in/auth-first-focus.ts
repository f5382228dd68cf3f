import { useEffect, useRef } from 'react';

/** Focuses the field of a step that has just opened, because somebody asked for it. */
export function useFirstFocus() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}
