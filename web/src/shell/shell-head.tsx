import { createContext, use, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** The place for the head of a page in the shell: null until drawn, undefined outside of a shell. */
export const ShellHeadPlace = createContext<HTMLElement | null | undefined>(undefined);

/** Puts the head of a page into the shell, which stays when the page changes. */
export function ShellHead({ children }: { children: ReactNode }) {
  const place = use(ShellHeadPlace);
  return place ? createPortal(children, place) : null;
}
