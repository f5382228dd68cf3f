import { createHash, createHmac } from 'node:crypto';
import type { Secrets } from '#platform/secrets/secrets';

/** The links of contacts. A token is derived from the recipient, so each message of an incident has the same link. */
export function createPanicLinks({ secrets, portalUrl }: { secrets: Secrets; portalUrl(): string }) {
  const key = secrets.deriveKey('panic-link');
  const tokenOf = (recipientId: string): string => createHmac('sha256', key).update(recipientId).digest('base64url');
  const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
  return {
    hashOf,
    linkHashOf: (recipientId: string): Buffer => hashOf(tokenOf(recipientId)),
    /** The token stands in the fragment, which browsers do not send, so no log and no proxy sees it. */
    urlOf: (recipientId: string): string => `${portalUrl()}/emergency#${tokenOf(recipientId)}`,
  };
}

export type PanicLinks = ReturnType<typeof createPanicLinks>;
