import { createStore } from '../store.ts';

/** The server's `date` header has whole seconds. A smaller difference would make every shown age jump with each answer. */
const RESOLUTION_MS = 1_000;

let heardAt: number | null = null;
/** How far the server's clock is ahead of the browser's, in ms. */
export const clockAheadMs = createStore(0);

/** Records a response of the server. `date` is the server's own clock, if given (whole seconds). */
export function noteServerTime(date: string | null = null): void {
  heardAt = Date.now();
  const serverMs = Date.parse(date ?? '');
  const nextMs = serverMs - heardAt;
  if (Math.abs(nextMs - clockAheadMs.get()) > RESOLUTION_MS) clockAheadMs.set(nextMs);
}

/** Returns when this page last received a response, in ms of the browser's clock. This is the age of the data shown. */
export const lastResponseAt = (): number | null => heardAt;

/** The server's clock, to within a second and the way of an answer: a browser's own may be wrong by hours. */
export const serverNowMs = (): number => Date.now() + clockAheadMs.get();
