import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { AddressKind } from '@trace/contract/panic-contacts/panic-contacts.rules';
import type { Secrets } from '#platform/secrets/secrets';

/** 128 bits, as in the links to stop. */
const SIGNATURE_BYTES = 16;

/**
 * The links of contacts. Tokens are derived from the recipient, so each message by one address has the same link. Each
 * address has a link of its own, which ends with the address. The link of an SMS is the short one.
 */
export function createPanicLinks({ secrets, portalUrl }: { secrets: Secrets; portalUrl(): string }) {
  const key = secrets.deriveKey('panic-link');
  const tokenOf = (recipientId: string): string => createHmac('sha256', key).update(recipientId).digest('base64url');
  const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
  const signatureOf = (recipientId: string): Buffer =>
    createHmac('sha256', key).update(`email ${recipientId}`).digest().subarray(0, SIGNATURE_BYTES);
  const mailedTokenOf = (recipientId: string): string =>
    `${recipientId}.${signatureOf(recipientId).toString('base64url')}`;
  return {
    hashOf,
    linkHashOf: (recipientId: string): Buffer => hashOf(tokenOf(recipientId)),
    /** The token stands in the fragment, which browsers do not send, so no log and no proxy sees it. */
    urlOf(recipientId: string, kind: AddressKind): string {
      const token = kind === 'phone' ? tokenOf(recipientId) : mailedTokenOf(recipientId);
      return `${portalUrl()}/emergency#${token}`;
    },
    /** The recipient of a mailed link, or null when the signature is wrong. */
    recipientIdOf(token: string): string | null {
      const [recipientId = '', signature = ''] = token.split('.');
      const given = Buffer.from(signature, 'base64url');
      const isValid = given.length === SIGNATURE_BYTES && timingSafeEqual(given, signatureOf(recipientId));
      return isValid ? recipientId : null;
    },
  };
}

export type PanicLinks = ReturnType<typeof createPanicLinks>;
