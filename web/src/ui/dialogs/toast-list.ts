import { createStore } from '#lib/store.ts';

export type ToastTone = 'done' | 'failed' | 'info';

export interface Toast {
  /** The part before the colon in a text 'title: text' of the portal. */
  title?: string;
  text: string;
  tone: ToastTone;
}

export interface ShownToast extends Toast {
  id: number;
}

/** More would cover the page; the oldest makes room. */
const MOST_SHOWN = 4;
const SHOWN_MS = 6_000;
/** A refusal includes the next step and takes longer to read. */
const FAILURE_SHOWN_MS = 10_000;

export const shownToasts = createStore<readonly ShownToast[]>([]);
let nextId = 1;

/** Adds a toast to the list and removes the toast after a reading time. */
export function addToast(toast: Toast): void {
  const id = nextId;
  nextId += 1;
  shownToasts.set([...shownToasts.get(), { ...toast, id }].slice(-MOST_SHOWN));
  setTimeout(() => dismissToast(id), toast.tone === 'failed' ? FAILURE_SHOWN_MS : SHOWN_MS);
}

export function dismissToast(id: number): void {
  const shown = shownToasts.get();
  if (shown.some((toast) => toast.id === id)) shownToasts.set(shown.filter((toast) => toast.id !== id));
}
