import { createStore } from '#lib/store.ts';

export type ToastTone = 'done' | 'failed' | 'info';

export interface Toast {
  /** The part before the colon in a text 'title: text' of the portal. */
  title?: string;
  text: string;
  tone: ToastTone;
  /** Subject, with the serial of the device. A toast replaces the toast about the same subject. */
  about: string;
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

/** Adds a toast to the list, in place of the toast about the same subject. */
export function addToast(toast: Toast): void {
  const added = { ...toast, id: nextId };
  nextId += 1;
  const shown = shownToasts.get();
  const isReplacing = shown.some(({ about }) => about === toast.about);
  const next = isReplacing ? shown.map((each) => (each.about === toast.about ? added : each)) : [...shown, added];
  shownToasts.set(next.slice(-MOST_SHOWN));
}

export function dismissToast(id: number): void {
  const shown = shownToasts.get();
  if (shown.some((toast) => toast.id === id)) shownToasts.set(shown.filter((toast) => toast.id !== id));
}
