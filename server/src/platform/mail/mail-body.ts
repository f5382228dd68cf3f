// The body of a waiting email is sealed, because it can contain a sign-in code or a link.
import type { Secrets } from '#platform/secrets/secrets';

import type { MailRow } from './mail.store.ts';

export interface Body {
  readonly text: string;
  readonly html: string | null;
}

const contextOf = (key: string): string => `mail:${key}`;

export const sealBody = (secrets: Secrets, key: string, body: Body): string =>
  secrets.seal(JSON.stringify(body), contextOf(key));

/** Returns null when the body is gone, or was sealed with a key that this server does not have. */
export function openBody(secrets: Secrets, row: Pick<MailRow, 'key' | 'sealed' | 'text' | 'html'>): Body | null {
  if (row.text !== null) return { text: row.text, html: row.html };
  if (row.sealed === null) return null;
  try {
    return JSON.parse(secrets.open(row.sealed, contextOf(row.key))) as Body;
  } catch {
    return null;
  }
}
