export const HIDDEN = '[hidden]';

/** NMEA sentences, and numbers with so many decimals that they may be degrees; seconds of a time are not. */
const positions: readonly RegExp[] = [
  /\$[A-Z]{5},\S*/g,
  /\b(?:lat|lng|lon|latitude|longitude)\b["']?\s*[:=]?\s*["']?-?\d+(?:\.\d+)?/gi,
  /(?<![\d.:])-?\d{1,3}\.\d{3,}(?!\d|\.\d)/g,
  /-?\d{1,3}\s*°[^,;]{0,24}/g,
];

/** What stands behind a word for a secret. */
const secrets =
  /\b((?:[a-z]+[_-])?(?:pass(?:word|wd)?|pwd|secret|token|api[_-]?key|psk|pin|puk))\b["']?\s*[:=]\s*\S+/gi;

/** A device's own words without what may be a position or a secret: for people who may know how it is, not where. */
export function redacted(text: string): string {
  const placeless = positions.reduce((rest, position) => rest.replace(position, HIDDEN), text);
  return placeless.replace(secrets, `$1=${HIDDEN}`);
}
