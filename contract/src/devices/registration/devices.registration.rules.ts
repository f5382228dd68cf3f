import { HOUR_MS, SECOND_MS } from '../../kernel/time.ts';

/** REG-03: how a page waits for a device that is not there yet: this often, and this long times the attempt's number. */
export const verificationRules = { attempts: 6, waitMs: 2 * SECOND_MS } as const;

/** How long to wait before an attempt, counted from 1; the first comes at once. */
export const verificationWaitMs = (attempt: number): number => (attempt === 1 ? 0 : verificationRules.waitMs * attempt);

/**
 * REG-09: claim codes use Crockford's base 32 alphabet with five bits per letter. Codes have at least 80 bits, and 100
 * bits when generated here.
 */
export const claimRules = {
  alphabet: '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
  minLength: 16,
  maxLength: 64,
  madeLength: 20,
  groupLength: 5,
  /** Wrong codes per person after which further codes within `perMs` are no longer checked. */
  tries: 10,
  perMs: HOUR_MS,
} as const;

/**
 * Normalises a typed or scanned claim code for comparison: capitals, no gaps, and one form for letters that people
 * confuse.
 */
export const normaliseClaim = (text: string): string =>
  text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');

/** Whether a normalised code can be a claim code at all. */
export const isClaimCode = (code: string): boolean =>
  code.length >= claimRules.minLength &&
  code.length <= claimRules.maxLength &&
  Array.from(code).every((letter) => claimRules.alphabet.includes(letter));

/** Formats the code for a label, in groups that can be read aloud. */
export const groupedClaim = (code: string): string =>
  code.match(new RegExp(`.{1,${claimRules.groupLength}}`, 'g'))?.join('-') ?? '';

const LABEL_PREFIX = 'trace:';

/** Returns the content of a label's QR code: `trace:SERIAL` or `trace:SERIAL:CLAIM`. */
export const labelText = (serial: string, claimCode: string | null): string =>
  `${LABEL_PREFIX}${serial}${claimCode === null ? '' : `:${normaliseClaim(claimCode)}`}`;

/** The content of a label. */
export interface Label {
  serialNumber: string;
  claimCode: string | null;
}

/** Parses the content of a label, including a bare serial. Returns null for an unrelated QR code. */
export function readLabel(text: string): Label | null {
  const content = text.trim();
  const isOurs = content.toLowerCase().startsWith(LABEL_PREFIX);
  const [serialNumber = '', claim, ...rest] = (isOurs ? content.slice(LABEL_PREFIX.length) : content).split(':');
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(serialNumber) || rest.length > 0 || (claim !== undefined && !isOurs)) return null;
  return { serialNumber, claimCode: claim === undefined || claim === '' ? null : normaliseClaim(claim) };
}

/** IDEV-08: limits and columns of an import. */
export const importRules = {
  columns: ['serial_number', 'nickname', 'claim_code', 'assign_to'],
  mostRows: 10_000,
  mostBytes: 4 * 2 ** 20,
} as const;
