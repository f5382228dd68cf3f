import type { DialCode } from '@trace/contract/accounts/accounts.phone.rules';

/** Letters without their accents, so that `cote` finds Côte d’Ivoire. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();

/**
 * What somebody means who types `search` into the prefix selector (AUTH-06), the likeliest first: a name that begins
 * so, a word that does, the dial code with or without its plus, the two letters. Everything for an empty search and
 * for an entry's own text, which stands in the field when it is opened.
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
