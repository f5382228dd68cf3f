import type { DialCode } from '@trace/contract/accounts/accounts.phone.rules';

/** Letters without their accents, so that `cote` finds Côte d’Ivoire. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();

/**
 * Returns the matches for `search` in the prefix selector (AUTH-06), best match first.
 * Matches are names with this start, words with this start, the dial code with or without its plus, and the two
 * letters.
 * Returns all entries for an empty search and for an entry's own text, because an opened field contains that text.
 */
export function findDialCodes(entries: readonly DialCode[], search: string): DialCode[] {
  const wanted = plain(search.trim());
  if (wanted === '' || entries.some(({ label, dialCode }) => plain(`${label} ${dialCode}`) === wanted)) {
    return [...entries];
  }
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry, wanted) }))
    .filter(({ rank }) => rank < Infinity)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
}

function rankOf({ country, label, dialCode }: DialCode, wanted: string): number {
  const name = plain(label);
  const digits = wanted.replace(/^\+/, '');
  if (dialCode === `+${digits}`) return 0;
  if (name.startsWith(wanted)) return 1;
  if (country.toLowerCase() === wanted) return 2;
  if (/^\d+$/.test(digits) && dialCode.startsWith(`+${digits}`)) return 3;
  if (name.split(/[\s(&-]+/).some((word) => word.startsWith(wanted))) return 4;
  return name.includes(wanted) ? 5 : Infinity;
}
