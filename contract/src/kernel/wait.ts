import { HOUR_MS, MINUTE_MS, SECOND_MS } from './time.ts';

const [MINUTE_SEC, HOUR_SEC] = [MINUTE_MS / SECOND_MS, HOUR_MS / SECOND_MS];

/** Says when a refused call can be repeated. Rounded up, so that the next try is never too early. */
export function waitWords(seconds: number): string {
  if (seconds <= MINUTE_SEC) return `Try again in ${Math.max(1, Math.ceil(seconds))} s.`;
  if (seconds <= HOUR_SEC) return `Try again in ${Math.ceil(seconds / MINUTE_SEC)} minutes.`;
  return `Try again in ${Math.ceil(seconds / HOUR_SEC)} hours.`;
}
