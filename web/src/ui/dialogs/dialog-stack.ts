import { useLayoutEffect, useState } from 'react';
import { createStore, useStore } from '#lib/store.ts';

/** The open dialogs, in the order of opening. */
const open = createStore<readonly symbol[]>([]);

/** Returns whether this dialog is on top. Escape closes only the top dialog and leaves the dialogs below open. */
export function useIsTopDialog(isOpen: boolean): boolean {
  const [own] = useState(() => Symbol('dialog'));
  const top = useStore(open).at(-1);
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    open.set([...open.get(), own]);
    return () => open.set(open.get().filter((each) => each !== own));
  }, [isOpen, own]);
  return top === undefined || top === own;
}
