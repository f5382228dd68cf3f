import { isPlainLine } from '../kernel/name.ts';
import { DAY_MS, HOUR_MS } from '../kernel/time.ts';

/**
 * COMP-02 T41: limits for a logo file before the server reads the file. The server stores a smaller picture that it
 * creates.
 */
export const logoRules = {
  /** 'Image size must be less than 5MB': this many bytes are too many. */
  tooBigBytes: 5 * 2 ** 20,
  maxPixelsPerSide: 4_096,
  /** Longest side of the stored picture. */
  keptPixels: 512,
  /** File types that a file dialogue offers. The server checks the content and never the name. */
  accept: 'image/png,image/jpeg',
  /** A logo that was uploaded and not used is forgotten. */
  draftMs: HOUR_MS,
} as const;

/** AUTH-21: mails with invitations of employees to one address, for all companies together. */
export const invitationMailLimit = { mails: 3, windowMs: 6 * HOUR_MS } as const;

/** COMP-07: an invitation link expires. */
export const invitationRules = { lastsMs: 14 * DAY_MS, maxUses: 50 } as const;

/** Accepted members plus listed invitations of one company. */
export const MOST_MEMBERS = 500;

/** Customers of a company per answer. */
export const CUSTOMER_PAGE_SIZE = 50;

export const companyLengths = { name: 120, email: 254, phone: 40, website: 300, abnAcn: 20, address: 300 } as const;

/** T47: shown as text and as a tel: link. */
export function isPhone(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length;
  return /^[0-9+(). -]+$/.test(text) && digits >= 5 && digits <= 18;
}

/** COMP-02 T47: checks for a web address without a password. */
export function isWebsite(text: string): boolean {
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !isPlainLine(text) || !URL.canParse(text)) return false;
  const { protocol, username, password, hostname } = new URL(text);
  return (
    (protocol === 'http:' || protocol === 'https:') && username === '' && password === '' && hostname.includes('.')
  );
}

const ABN_WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

/** ABN: 11 digits. With the first digit reduced by one, the weighted sum is a multiple of 89. */
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

/**
 * COMP-02: returns the bare digits of an ABN or ACN, or null when the text is neither. Users type the digits in groups.
 */
export function abnAcnOf(text: string): string | null {
  const digits = text.replaceAll(' ', '');
  if (!/^\d+$/.test(digits) || /^0+$/.test(digits)) return null;
  return isAbn(digits) || isAcn(digits) ? digits : null;
}

/** Formats the digits in groups: 51 824 753 556, 004 085 616. */
export const shownAbnAcn = (digits: string): string => digits.replaceAll(/(?<=\d)(?=(\d{3})+$)/g, ' ');

/** COMP-07, T30: where an invitation link leads. The token stands in the fragment, which no server and no log sees. */
export const invitationUrl = (portalUrl: string, token: string): string =>
  `${portalUrl}/sign-up#company_invite=${token}`;
