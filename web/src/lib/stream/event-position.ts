import { EVENT_POSITION_HEADER } from '@trace/contract/kernel/stream';

let start: string | null = null;
let newest: string | null = null;

/** Stores the event position of the server's first answer to this page that has one. Answers to strangers have none. */
export function keepEventPosition(headers: Headers): void {
  newest = headers.get(EVENT_POSITION_HEADER) ?? newest;
  start ??= newest;
}

/** Restarts at the newest answer for another user, who must not receive earlier events. */
export function restartEventPosition(): void {
  start = newest;
}

/**
 * Returns where the page's stream begins. All data on the page is at least as new. Null before the server's first
 * answer.
 */
export function startOfEvents(): string | null {
  return start;
}
