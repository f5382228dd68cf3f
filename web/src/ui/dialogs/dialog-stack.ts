import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { Stop } from '#lib/stop.ts';

/** The open dialogs, in the order of opening. */
let open: readonly symbol[] = [];
const listeners = new Set<() => void>();

function change(next: readonly symbol[]): void {
  open = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): Stop {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

const readTop = (): symbol | undefined => open.at(-1);

/** Returns whether this dialog is on top. Escape closes only the top dialog and leaves the dialogs below open. */
export function useIsTopDialog(isOpen: boolean): boolean {
  const [own] = useState(() => Symbol('dialog'));
  const top = useSyncExternalStore(subscribe, readTop);
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    change([...open, own]);
    return () => change(open.filter((each) => each !== own));
  }, [isOpen, own]);
  return top === undefined || top === own;
}
