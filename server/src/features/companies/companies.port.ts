import type { CompanyCard } from '@trace/contract/companies/companies.card.schema';
import type { CompanyRelation } from '@trace/contract/companies/companies.schema';
import type { Role } from '@trace/contract/kernel/roles';
import type { Actor } from '#platform/actor/actor';
import type { Executor } from '#platform/db/database';

/** What companies ask about devices. The feature that owns devices provides it, since that feature uses companies. */
export interface CompanyDevices {
  /** For how many devices each of these companies stands, by the company's id. */
  countsOf(companies: readonly { id: string; ownerId: string }[]): Promise<ReadonlyMap<string, number>>;
  /** How many of the devices that a company stands for each person has registered. */
  registeredBy(company: { id: string; ownerId: string }): Promise<ReadonlyMap<string, number>>;
  /** Whether the person is the user of a device that this company stands for. */
  isUserOf(accountId: string, company: { id: string; ownerId: string }): Promise<boolean>;
}

/** What other features may ask of companies. */
export interface CompaniesPort {
  /** Registers the provider of facts about devices; called once, while the server is composed. */
  useDevices(devices: CompanyDevices): void;
  /** The company of an invitation link that works now; null when it has ended, is used up, or never was. */
  invitedTo(token: string): Promise<{ invitationId: string; companyId: string; name: string } | null>;
  /**
   * Uses an invitation for somebody: an installer becomes an accepted employee, a user a customer. Counts the use, tells
   * the owner by mail and writes the audit row. Changes nothing unless it answers `joined`.
   */
  join(
    tx: Executor,
    joiner: { invitationId: string; personId: string; role: Role },
  ): Promise<'joined' | 'ended' | 'already_member'>;
  /** The company that a person belongs to and how, or null. */
  companyOf(personId: string): Promise<{ id: string; name: string; relation: CompanyRelation } | null>;
  /** Of these people, those who own a company: which one, by the person's id. */
  ownedBy(personIds: readonly string[], executor?: Executor): Promise<ReadonlyMap<string, string>>;
  /** The owner and the accepted employees of these companies, by the company's id. */
  peopleOf(companyIds: readonly string[], executor?: Executor): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Since when each of these people has belonged to the company that they belong to now. */
  joinedAt(personIds: readonly string[], executor?: Executor): Promise<ReadonlyMap<string, Date>>;
  /** The company that a person owns or is an accepted employee of, and who owns it; customers have none. */
  belongingOf(personId: string): Promise<{ companyId: string; name: string; ownerId: string } | null>;
  /**
   * Lets through who may do this with the devices of a company, else refuses as the matrix says; what it found stays
   * true until the transaction ends.
   */
  requireFor(
    tx: Executor,
    actor: Actor,
    companyId: string,
    action: 'handOverDevices' | 'bringDevices',
  ): Promise<{ name: string; ownerId: string }>;
  /** GUARD-05: the cards of these companies by their id. */
  cardsOf(companyIds: readonly string[], executor?: Executor): Promise<ReadonlyMap<string, CompanyCard>>;
  /** GUARD-05: the cards of the companies that these people own, by the person's id. */
  cardsOfOwners(personIds: readonly string[], executor?: Executor): Promise<ReadonlyMap<string, CompanyCard>>;
}
