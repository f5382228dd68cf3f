// Limits of panic contacts. Row PANIC-07.
import { DAY_MS, HOUR_MS } from '../kernel/time.ts';

/** The channels to a contact, and the wearer's own channels besides the portal. */
export const contactChannels = ['push', 'email', 'sms'] as const;
export type ContactChannel = (typeof contactChannels)[number];

/** Each address of a contact agrees by its own link, because the addresses can belong to different people. */
export const addressKinds = ['email', 'phone'] as const;
export type AddressKind = (typeof addressKinds)[number];

export const addressStates = ['invited', 'agreed', 'declined', 'stopped'] as const;
export type AddressState = (typeof addressStates)[number];

/** The address that a channel needs. Push goes to the browsers of the Trace account with the email address. */
export const addressOf = { push: 'email', email: 'email', sms: 'phone' } as const satisfies Record<
  ContactChannel,
  AddressKind
>;

export const testOutcomes = ['sent', 'queued', 'no_browser', 'no_server', 'failed'] as const;
export type ContactTestOutcome = (typeof testOutcomes)[number];

export const panicContactRules = {
  most: 5,
  nameMaxLength: 60,
  /** How long an invitation can be answered. */
  invitationMs: 14 * DAY_MS,
  /** Invitation messages of one user in `windowMs`. */
  invitationsPerUser: 10,
  /** Invitation messages to one address in `windowMs`, of all users together. */
  invitationsPerAddress: 3,
  windowMs: DAY_MS,
  /** How long a user cannot invite an address that declined or stopped. */
  refusalMs: 30 * DAY_MS,
  /** Tests to one contact in `testWindowMs`. */
  testsPerWindow: 3,
  testWindowMs: HOUR_MS,
} as const;

interface ChainTiming {
  readonly nextContactMs: number;
  readonly supportMs: number;
}

/** When a contact is notified, counted from 0, in a panic that nobody takes (PANIC-04). */
export const contactDueMs = (index: number, { nextContactMs }: ChainTiming): number => index * nextContactMs;

/** When company and support are notified. Without a contact they take the place of the second contact. */
export const helpDueMs = (contacts: number, { nextContactMs, supportMs }: ChainTiming): number =>
  contacts === 0 ? nextContactMs : supportMs;

/** The path of the page on which a contact answers. The token stays in the fragment, which no server logs. */
export const CONTACT_PAGE = '/panic-contact';

export const contactLink = (portalUrl: string, token: string): string => `${portalUrl}${CONTACT_PAGE}#${token}`;

interface ReachedContact extends Readonly<Record<AddressKind, { readonly state: AddressState } | null>> {
  readonly channels: readonly ContactChannel[];
}

/** Whether a panic reaches a contact: an address agreed that one of the chosen channels uses. */
export const isReached = ({ channels, ...addresses }: ReachedContact): boolean =>
  channels.some((channel) => addresses[addressOf[channel]]?.state === 'agreed');
