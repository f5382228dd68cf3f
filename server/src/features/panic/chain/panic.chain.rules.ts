import type { PanicChannel, PanicRole } from '@trace/contract/panic/panic.rules';

export interface ChainSettings {
  readonly nextContactMs: number;
  readonly supportMs: number;
}

/** A possible recipient of an incident. */
export interface ChainPerson {
  readonly role: PanicRole;
  readonly accountId: string | null;
  readonly contactId: string | null;
  readonly wearerId: string | null;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly channels: readonly PanicChannel[];
}

export interface PlannedRecipient extends ChainPerson {
  /** 1 for the first contact; null for the other roles. */
  readonly rank: number | null;
  readonly dueMs: number;
}

/** The people around one wearer. `wearer` null: the devices have no user. */
export interface WearerChain {
  readonly wearer: ChainPerson | null;
  readonly isPremium: boolean;
  /** Contacts with consent, in the user's order. */
  readonly contacts: readonly ChainPerson[];
  /** The installer and the company of the devices. */
  readonly company: readonly ChainPerson[];
}

/**
 * The chain of a real incident (PANIC-04, PANIC-09). The wearer and the first contact are notified at once, each further
 * contact after `nextContactMs`, company and support after `supportMs`. Without a contact, company and support follow
 * after `nextContactMs`. Without a wearer both are notified at once. On the free plan the portal alone shows the
 * incident to the wearer (PANIC-03).
 */
export function planChain(
  chains: readonly WearerChain[],
  support: readonly ChainPerson[],
  settings: ChainSettings,
): PlannedRecipient[] {
  if (chains.length === 0) return unique(after(0, support));
  const planned = chains.flatMap((chain) => planOne(chain, settings));
  const supportDue = Math.min(...chains.flatMap((chain) => helpAfterMs(chain, settings) ?? []));
  return unique([...planned, ...(Number.isFinite(supportDue) ? after(supportDue, support) : [])]);
}

/**
 * A drill or a test by support: the wearer and the contacts with consent to tests, at once (PANIC-08). On the free plan
 * the portal alone shows the test to the wearer, as it would show an incident.
 */
export function planTest(chains: readonly WearerChain[], support: readonly ChainPerson[]): PlannedRecipient[] {
  const people = chains.flatMap(({ wearer, isPremium, contacts }) => {
    if (wearer !== null && !isPremium) return after(0, [inPortal(wearer)]);
    const called = ranked(contacts).map((contact) => ({ ...contact, dueMs: 0 }));
    return [...after(0, wearer === null ? [] : [wearer]), ...called];
  });
  return unique([...people, ...after(0, support)]);
}

function planOne(chain: WearerChain, settings: ChainSettings): PlannedRecipient[] {
  const { wearer, isPremium, contacts, company } = chain;
  const help = helpAfterMs(chain, settings);
  const helpers = help === null ? [] : after(help, company);
  if (wearer === null) return helpers;
  if (!isPremium) return after(0, [inPortal(wearer)]);
  const called = ranked(contacts).map((contact) => ({
    ...contact,
    dueMs: (contact.rank - 1) * settings.nextContactMs,
  }));
  return [...after(0, [wearer]), ...called, ...helpers];
}

/** When the company and support are notified. Null: never, on the free plan. */
function helpAfterMs({ wearer, isPremium, contacts }: WearerChain, settings: ChainSettings): number | null {
  if (wearer === null) return 0;
  if (!isPremium) return null;
  return contacts.length === 0 ? settings.nextContactMs : settings.supportMs;
}

const inPortal = (wearer: ChainPerson): ChainPerson => ({ ...wearer, channels: ['portal'] });

const after = (dueMs: number, people: readonly ChainPerson[]): PlannedRecipient[] =>
  people.map((person) => ({ ...person, rank: null, dueMs }));

const ranked = (contacts: readonly ChainPerson[]): (ChainPerson & { rank: number })[] =>
  contacts.map((contact, index) => ({ ...contact, rank: index + 1 }));

/** A person with two places in the chain keeps the earlier place. */
function unique(planned: readonly PlannedRecipient[]): PlannedRecipient[] {
  const byPerson = new Map<string, PlannedRecipient>();
  for (const recipient of planned.toSorted((one, other) => one.dueMs - other.dueMs)) {
    const person = recipient.accountId ?? recipient.contactId;
    if (person !== null && !byPerson.has(person)) byPerson.set(person, recipient);
  }
  return [...byPerson.values()];
}
