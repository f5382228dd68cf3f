export const HIDDEN = '[hidden]';

/**
 * NMEA sentences, degrees with minutes as modems print them, and numbers with enough decimals to be degrees. Seconds of
 * a time do not match.
 */
const positions: readonly RegExp[] = [
  /\$[A-Z]{5},\S*/g,
  /\b\d{3,5}\.\d{3,},?\s?[NSEW]\b/gi,
  /\b(?:lat|lng|lon|latitude|longitude)(?:_?e\d)?\b["']?\s*(?:[:=]\s*)?["']?-?\d+(?:\.\d+)?/gi,
  /(?<![\d.:])-?\d{1,3}\.\d{3,}(?!\d|\.\d)/g,
  /-?\d{1,3}\s*°[^,;]{0,24}/g,
];

/** The value after a word for a secret. */
const secrets =
  /\b((?:[a-z]+[_-])?(?:pass(?:word|wd)?|pwd|secret|token|api[_-]?key|psk|pin|puk))\b["']?\s*[:=]\s*\S+/gi;

/**
 * Returns a device's own text without possible positions or secrets, for users who may see the state but not the
 * location.
 */
export function redacted(text: string): string {
  const placeless = positions.reduce((rest, position) => rest.replace(position, HIDDEN), text);
  return placeless.replace(secrets, `$1=${HIDDEN}`);
}
