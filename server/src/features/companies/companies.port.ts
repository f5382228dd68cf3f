import type { CompanyCard, CompanyRelation } from '@trace/contract/companies/companies.schema';
import type { Role } from '@trace/contract/kernel/roles';
import type { Executor } from '#platform/db/database';

/** What other features may ask of companies. */
export interface CompaniesPort {
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
  /** GUARD-05: the cards of these companies by their id. */
  cardsOf(companyIds: readonly string[]): Promise<ReadonlyMap<string, CompanyCard>>;
  /** GUARD-05: the cards of the companies that these people own, by the person's id. */
  cardsOfOwners(personIds: readonly string[]): Promise<ReadonlyMap<string, CompanyCard>>;
}
