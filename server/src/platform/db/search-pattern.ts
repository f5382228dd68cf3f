/**
 * Returns a LIKE pattern that matches any part of the searched text and takes % and _ literally. A search of one or two
 * letters matches only the beginning of a word, because no index finds fewer than three letters within a word. The
 * searched column holds lower-case words, each after a blank.
 */
export function searchPattern(search: string): string {
  const wanted = search.normalize('NFC').toLowerCase();
  const isShort = /^[\p{L}\p{N}]{1,2}$/u.test(wanted);
  return `%${isShort ? ' ' : ''}${wanted.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
