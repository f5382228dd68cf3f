import { sql, type RawBuilder } from 'kysely';

const escaped = (text: string): string => text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&');

/** The pattern for LIKE on lower-case text, or for ILIKE, that finds `text` literally anywhere. */
export const containing = (text: string): string => `%${escaped(text)}%`;

/** The pattern for LIKE on lower-case text, or for ILIKE, that finds `text` literally at the beginning. */
export const beginningWith = (text: string): string => `${escaped(text)}%`;

/**
 * Whether a column of lower-case words, each after a blank, contains the search. The column has a trigram index. A
 * search that gives the index no trigram would read all rows. So one or two letters, and a letter with signs behind it,
 * match only the beginning of a word, and ASCII signs alone match nothing.
 */
export function matchesWords(column: RawBuilder<unknown>, search: string): RawBuilder<boolean> {
  const wanted = search.normalize('NFC');
  if (/^[ -/:-@[-`{-~]*$/u.test(wanted)) return sql`false`;
  const isShort = /^[\p{L}\p{N}](?:[\p{L}\p{N}]|[^\p{L}\p{N}]+)?$/u.test(wanted);
  return sql`${column} like ${containing(isShort ? ` ${wanted}` : wanted)}`;
}
