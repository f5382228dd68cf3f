import { HOUR_MS, SECOND_MS } from '../../kernel/time.ts';

/** REG-03: how a page waits for a device that is not there yet: this often, and this long times the attempt's number. */
export const verificationRules = { attempts: 6, waitMs: 2 * SECOND_MS } as const;

/** How long to wait before an attempt, counted from 1; the first comes at once. */
export const verificationWaitMs = (attempt: number): number => (attempt === 1 ? 0 : verificationRules.waitMs * attempt);

/** REG-09: claim codes in the letters of Crockford's base 32, five bits each: at least 80 bits, 100 in those made here. */
export const claimRules = {
  alphabet: '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
  minLength: 16,
  maxLength: 64,
  madeLength: 20,
  groupLength: 5,
  /** Wrong codes of one person before the others of `perMs` are not looked at any more. */
  tries: 10,
  perMs: HOUR_MS,
} as const;

/** A claim code as it was typed or read, as it is compared: capitals, no gaps, and the letters that people mix up as one. */
export const normaliseClaim = (text: string): string =>
  text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');

/** Whether a normalised code can be a claim code at all. */
export const isClaimCode = (code: string): boolean =>
  code.length >= claimRules.minLength &&
  code.length <= claimRules.maxLength &&
  Array.from(code).every((letter) => claimRules.alphabet.includes(letter));

/** As it stands on a label: in groups that can be read aloud. */
export const groupedClaim = (code: string): string =>
  code.match(new RegExp(`.{1,${claimRules.groupLength}}`, 'g'))?.join('-') ?? '';

const LABEL_PREFIX = 'trace:';

/** What the QR code of a label says: `trace:SERIAL` or `trace:SERIAL:CLAIM`. */
export const labelText = (serial: string, claimCode: string | null): string =>
  `${LABEL_PREFIX}${serial}${claimCode === null ? '' : `:${normaliseClaim(claimCode)}`}`;

/** Reads what stands on a label; a bare serial counts too. Null for the QR code of something else. */
export function readLabel(text: string): { serialNumber: string; claimCode: string | null } | null {
  const content = text.trim();
  const isOurs = content.toLowerCase().startsWith(LABEL_PREFIX);
  const [serialNumber = '', claim, ...rest] = (isOurs ? content.slice(LABEL_PREFIX.length) : content).split(':');
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(serialNumber) || rest.length > 0 || (claim !== undefined && !isOurs)) return null;
  return { serialNumber, claimCode: claim === undefined || claim === '' ? null : normaliseClaim(claim) };
}

/** IDEV-08: what an import takes. */
export const importRules = {
  columns: ['serial_number', 'nickname', 'claim_code', 'assign_to'],
  mostRows: 10_000,
  mostBytes: 4 * 2 ** 20,
} as const;
