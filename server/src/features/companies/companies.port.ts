import type { CompanyCard } from '@trace/contract/companies/companies.card.schema';
import type { CompanyRelation } from '@trace/contract/companies/companies.schema';
import type { Role } from '@trace/contract/kernel/roles';
import type { Actor } from '#platform/actor/actor';
import type { Executor } from '#platform/db/database';

/**
 * Facts about devices that companies need. The devices feature provides this interface, because that feature depends on
 * companies.
 */
export interface CompanyDevices {
  /** How many devices belong to each of these companies, by the company's id. */
  countsOf(companyIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** How many of the devices that belong to a company each person has registered. */
  registeredBy(companyId: string): Promise<ReadonlyMap<string, number>>;
  /** Whether the person is the user of a device for which this company is responsible. */
  isUserOf(accountId: string, company: { id: string; ownerId: string }): Promise<boolean>;
  /** Gives the owner the company's devices that no member registered. Returns their number. */
  takeDeparted(tx: Executor, owner: Actor, origin: { requestId: string }, companyId: string): Promise<number>;
}

/** The interface of companies for other features. */
export interface CompaniesPort {
  /** Registers the provider of facts about devices; called once, while the server is composed. */
  useDevices(devices: CompanyDevices): void;
  /**
   * Returns the company of an active invitation link, or null when the link has ended, is used up, or never existed.
   */
  invitedTo(token: string): Promise<{ invitationId: string; companyId: string; name: string } | null>;
  /**
   * Uses an invitation for a person: an installer becomes an accepted employee, a user a customer. Counts the use,
   * mails the owner and writes the audit entry. Changes data only when the result is `joined`.
   */
  join(
    tx: Executor,
    joiner: { invitationId: string; personId: string; role: Role },
  ): Promise<'joined' | 'ended' | 'already_member' | 'full'>;
  /** The company that a person belongs to and how, or null. */
  companyOf(personId: string): Promise<{ id: string; name: string; relation: CompanyRelation } | null>;
  /** Returns the company that each owner among these people owns, by the person's id. */
  ownedBy(personIds: readonly string[], executor?: Executor): Promise<ReadonlyMap<string, string>>;
  /** The owner and the accepted employees of these companies, by the company's id. */
  peopleOf(companyIds: readonly string[], executor?: Executor): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Returns the date since when each of these people has belonged to the current company. */
  joinedAt(personIds: readonly string[], executor?: Executor): Promise<ReadonlyMap<string, Date>>;
  /**
   * Returns the company that a person owns or is an accepted employee of, and the owner. Customers have no such
   * company.
   */
  belongingOf(personId: string): Promise<{ companyId: string; name: string; ownerId: string } | null>;
  /**
   * Checks the permission for this action on a company's devices, or refuses as the matrix says. Locks the company, so
   * the result stays true until commit.
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
