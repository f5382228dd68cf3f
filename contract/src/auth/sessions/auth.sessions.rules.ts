import { MINUTE_MS } from '../../kernel/time.ts';

/** SESS-04: how long before the end of an idle session the user is asked. */
export const IDLE_WARNING_MS = 5 * MINUTE_MS;

/** The first match gives the name: later browsers carry the names of the browsers that they descend from. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*Safari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * Describes a browser by its user agent (SESS-05): `Firefox on Windows`. This is a hint: a client may send any user
 * agent.
 */
export function deviceInWords(userAgent: string): string {
  const browser = firstOf(browsers, userAgent);
  const system = firstOf(systems, userAgent);
  if (browser === null && system === null) return 'Unknown browser';
  return system === null ? browser! : `${browser ?? 'Browser'} on ${system}`;
}

function firstOf(known: readonly (readonly [RegExp, string])[], userAgent: string): string | null {
  return known.find(([form]) => form.test(userAgent))?.[1] ?? null;
}
