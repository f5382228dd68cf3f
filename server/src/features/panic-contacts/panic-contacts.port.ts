import type { AddressKind, ContactChannel } from '@trace/contract/panic-contacts/panic-contacts.rules';
import type { Executor } from '#platform/db/database';

/** A contact who agreed, with the addresses and channels that agreed. */
export interface AgreedContact {
  readonly contactId: string;
  /** The name that the user gave. */
  readonly name: string;
  /** The account with the confirmed email address, for push and the portal. Null: no account. */
  readonly accountId: string | null;
  /** Null: the email address has not agreed. */
  readonly email: string | null;
  /** E.164. Null: the phone number has not agreed. */
  readonly phone: string | null;
  /** Not empty. */
  readonly channels: readonly ContactChannel[];
}

export interface PanicSettings {
  /** A monthly test of the whole chain. */
  readonly wantsDrills: boolean;
  /** The user's own channels besides the portal. */
  readonly channels: readonly ContactChannel[];
  /** The number of the user's profile. Null: no SMS to the user. */
  readonly phone: string | null;
}

export type ContactEndHandler = (tx: Executor, contactId: string) => Promise<void>;
export type AddressRemovalHandler = (tx: Executor, contactId: string, kind: AddressKind) => Promise<void>;

export interface PanicContactsPort {
  /** The agreed contacts, in the user's order. `forDrill`: only contacts that agreed to tests, by these addresses. */
  agreedOf(executor: Executor, userId: string, forDrill: boolean): Promise<readonly AgreedContact[]>;
  /** Whether the contact has agreed. Locks the consent until commit, so that it cannot end meanwhile. */
  lockAgreed(tx: Executor, contactId: string): Promise<boolean>;
  /** Runs in the transaction in which a contact is removed, stops, or gets another address and with it another id. */
  onEnded(handler: ContactEndHandler): void;
  /** Runs in the transaction in which an address of a contact is removed and another address stays agreed. */
  onAddressRemoved(handler: AddressRemovalHandler): void;
  settingsOf(executor: Executor, userId: string): Promise<PanicSettings>;
  /** The users who agreed to a monthly test. */
  wantingDrills(executor: Executor): Promise<readonly string[]>;
  /** The page on which a contact stops, for the end of each email to the contact. */
  stopLinkOf(contactId: string): string;
}
