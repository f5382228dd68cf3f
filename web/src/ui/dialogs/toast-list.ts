import { createStore } from '#lib/store.ts';

export type ToastTone = 'done' | 'failed' | 'info';

export interface Toast {
  /** The part before the colon in a text 'title: text' of the portal. */
  title?: string;
  text: string;
  tone: ToastTone;
  /** Device and subject. A toast replaces the one about the same. */
  about?: string;
  /** The page itself shows the result, so that only screen readers get the text. */
  isOnPage?: boolean;
}

export interface ShownToast extends Toast {
  id: number;
}

/** More would cover the sidebar; the oldest makes room. */
const MOST_SHOWN = 3;

export const shownToasts = createStore<readonly ShownToast[]>([]);
let nextId = 1;

/** Adds a toast to the list, in place of the one about the same. */
export function addToast(toast: Toast): void {
  const added = { ...toast, id: nextId };
  nextId += 1;
  const shown = shownToasts.get();
  const isReplacing = shown.some((each) => isAboutSame(each, toast));
  const next = isReplacing ? shown.map((each) => (isAboutSame(each, toast) ? added : each)) : [...shown, added];
  shownToasts.set(next.slice(-MOST_SHOWN));
}

export function dismissToast(id: number): void {
  const shown = shownToasts.get();
  if (shown.some((toast) => toast.id === id)) shownToasts.set(shown.filter((toast) => toast.id !== id));
}

function isAboutSame(one: Toast, other: Toast): boolean {
  if (one.about !== undefined && one.about === other.about) return true;
  return one.title === other.title && one.text === other.text;
}
