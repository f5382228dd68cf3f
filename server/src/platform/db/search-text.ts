const escaped = (text: string): string => text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&');

/** The LIKE pattern of a text in lower case that contains `text` literally. */
export const containing = (text: string): string => `%${escaped(text)}%`;

/** The LIKE pattern of a text in lower case that begins with `text` literally. */
export const beginningWith = (text: string): string => `${escaped(text)}%`;
