import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { addressKinds, contactLink, type AddressKind } from '@trace/contract/panic-contacts/panic-contacts.rules';
import type { Secrets } from '#platform/secrets/secrets';

/** 128 bits, so that the link in an SMS is short. */
const SIGNATURE_BYTES = 16;

export type ContactLinks = ReturnType<typeof createContactLinks>;

/** The links in messages to contacts, and the keyed hashes of addresses. */
export function createContactLinks({ secrets, portalUrl }: { secrets: Secrets; portalUrl(): string }) {
  const linkKey = secrets.deriveKey('panic-contact-link');
  const invitationKey = secrets.deriveKey('panic-contact-invitation');
  const addressKey = secrets.deriveKey('panic-contact-address');

  /** Links from before each address had its own stay valid as links by email. */
  const signatureOf = (contactId: string, kind: AddressKind): Buffer =>
    createHmac('sha256', linkKey)
      .update(kind === 'email' ? contactId : `${kind} ${contactId}`)
      .digest()
      .subarray(0, SIGNATURE_BYTES);

  return {
    /** An invitation's token, which the database holds as a hash alone. Derived, so that a job can make it again. */
    invitationOf(seed: string): { token: string; tokenHash: Buffer } {
      const token = createHmac('sha256', invitationKey).update(seed).digest('base64url');
      return { token, tokenHash: this.hashOf(token) };
    },

    /** A token of 256 bits needs no slow hash. */
    hashOf: (token: string): Buffer => createHash('sha256').update(token).digest(),

    linkOf: (token: string): string => contactLink(portalUrl(), token),

    /** The link by an address stays valid until the address is removed or the contact gets a new id. */
    stopLinkOf: (contactId: string, kind: AddressKind): string =>
      contactLink(portalUrl(), `${contactId}.${signatureOf(contactId, kind).toString('base64url')}`),

    /** The contact and the address of a stop link, or null when the signature is wrong. */
    contactOf(token: string): { contactId: string; kind: AddressKind } | null {
      const [contactId = '', signature = ''] = token.split('.');
      const given = Buffer.from(signature, 'base64url');
      if (given.length !== SIGNATURE_BYTES) return null;
      const kind = addressKinds.find((each) => timingSafeEqual(given, signatureOf(contactId, each)));
      return kind === undefined ? null : { contactId, kind };
    },

    /** Compares addresses without keeping them. */
    subjectOf: (address: string): Buffer => createHmac('sha256', addressKey).update(address).digest(),
  };
}
