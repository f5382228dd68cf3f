import { EVENT_POSITION_HEADER } from '@trace/contract/kernel/stream';

let start: string | null = null;
let newest: string | null = null;

/** Keeps where the server's events stood at its first answer to this page. */
export function keepEventPosition(headers: Headers): void {
  newest = headers.get(EVENT_POSITION_HEADER) ?? newest;
  start ??= newest;
}

/** Somebody else uses the page: what was told before the newest answer is not for them. */
export function restartEventPosition(): void {
  start = newest;
}

/** Nothing that this page shows is older: its stream begins there. Null while the server has not answered. */
export function startOfEvents(): string | null {
  return start;
}
