import type { Stop } from '#lib/stop.ts';

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

let shown: readonly ShownToast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function change(next: readonly ShownToast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Adds a toast to the list and removes the toast after a reading time. */
export function addToast(toast: Toast): void {
  const id = nextId;
  nextId += 1;
  change([...shown, { ...toast, id }].slice(-MOST_SHOWN));
  setTimeout(() => dismissToast(id), toast.tone === 'failed' ? FAILURE_SHOWN_MS : SHOWN_MS);
}

export function dismissToast(id: number): void {
  if (shown.some((toast) => toast.id === id)) change(shown.filter((toast) => toast.id !== id));
}

export function readToasts(): readonly ShownToast[] {
  return shown;
}

export function subscribeToasts(listener: () => void): Stop {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
