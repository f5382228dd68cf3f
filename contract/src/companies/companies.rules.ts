import { DAY_MS, HOUR_MS } from '../kernel/time.ts';

/** COMP-02 T41: what a logo may be before it is read; the server keeps a smaller picture of its own making. */
export const logoRules = {
  /** 'Image size must be less than 5MB': this many bytes are too many. */
  tooBigBytes: 5 * 2 ** 20,
  maxPixelsPerSide: 4_096,
  /** Longest side of what is kept. */
  keptPixels: 512,
  /** What a file dialogue offers; the server looks at the content and never at the name. */
  accept: 'image/png,image/jpeg',
  /** A logo that was uploaded and not used is forgotten. */
  draftMs: HOUR_MS,
} as const;

/** COMP-07: an invitation link ends by itself. */
export const invitationRules = { lastsMs: 14 * DAY_MS, maxUses: 50 } as const;

/** Accepted members, and invitations that stand in the list, of one company. */
export const MOST_MEMBERS = 500;

export const companyLengths = { name: 120, email: 254, phone: 40, website: 300, abnAcn: 20, address: 300 } as const;

const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Free of control characters and of marks that turn the direction of the text around it. */
export const isPlainLine = (text: string): boolean => !INVISIBLE.test(text);

/** T47: shown as text and as a tel: link. */
export function isPhone(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length;
  return /^[0-9+(). -]+$/.test(text) && digits >= 5 && digits <= 18;
}

/** COMP-02 T47: an address of the web, without a password in it. */
export function isWebsite(text: string): boolean {
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !isPlainLine(text) || !URL.canParse(text)) return false;
  const { protocol, username, password, hostname } = new URL(text);
  return (
    (protocol === 'http:' || protocol === 'https:') && username === '' && password === '' && hostname.includes('.')
  );
}

const ABN_WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

/** ABN: 11 digits; one less in the first, weighted, the sum is a multiple of 89. */
function isAbn(digits: string): boolean {
  const sum = ABN_WEIGHTS.reduce((total, weight, at) => total + weight * (Number(digits[at]) - (at === 0 ? 1 : 0)), 0);
  return digits.length === 11 && sum % 89 === 0;
}

const ACN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 1];

/** ACN: 9 digits; the last completes the weighted sum of the others to a multiple of ten. */
function isAcn(digits: string): boolean {
  const sum = ACN_WEIGHTS.reduce((total, weight, at) => total + weight * Number(digits[at]), 0);
  return digits.length === 9 && (10 - (sum % 10)) % 10 === Number(digits[8]);
}

/** COMP-02: the bare digits of an ABN or ACN, or null when it is neither; people write it in groups. */
export function abnAcnOf(text: string): string | null {
  const digits = text.replaceAll(' ', '');
  if (!/^\d+$/.test(digits) || /^0+$/.test(digits)) return null;
  return isAbn(digits) || isAcn(digits) ? digits : null;
}

/** As people read it: 51 824 753 556, 004 085 616. */
export const shownAbnAcn = (digits: string): string => digits.replaceAll(/(?<=\d)(?=(\d{3})+$)/g, ' ');

/** COMP-07: where an invitation link leads. */
export const invitationUrl = (portalUrl: string, token: string): string => `${portalUrl}/?company_invite=${token}`;
