import type { previewJoin } from '@trace/contract/companies/companies.customers.api';
import { MOST_MEMBERS } from '@trace/contract/companies/companies.rules';
import type { CompanyRelation } from '@trace/contract/companies/companies.schema';
import { companiesTexts as texts } from '@trace/contract/companies/companies.texts';
import type { AnswerOf } from '@trace/contract/kernel/endpoint';
import type { Role } from '@trace/contract/kernel/roles';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import { defineJob } from '#platform/jobs/jobs';
import type { Executor } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { countUse, findByHash, findCompanyOfInvitation, lockUse } from './companies.invitations.store.ts';
import { hashOf, limitsAt } from './companies.links.service.ts';
import type { LogosService } from './companies.logos.service.ts';
import { announceCompany } from './companies.events.ts';
import { countMembers, deleteInvitedTo, insertEmployee } from './companies.members.store.ts';
import type { CompaniesDependencies, Origin } from './companies.permission.service.ts';
import { findCompanyOf, findCompanyOfCustomer, lockCompany, type CompanyRow } from './companies.store.ts';
import { insertCustomer } from './customers/companies.customers.store.ts';
import { z } from 'zod';

/**
 * Runs after the commit of a link use: mails the owner the name of the joiner. The name of the job is stored with waiting
 * jobs, so it stays.
 */
export const MAIL_OWNER = defineJob(
  'companies.tellOwner',
  z.object({
    invitationId: z.string(),
    companyId: z.string(),
    personId: z.string(),
    as: z.enum(['member', 'customer']),
    uses: z.number(),
  }),
);

export type UseOfLink = z.infer<typeof MAIL_OWNER.payload>;

export interface Joiner {
  readonly invitationId: string;
  readonly personId: string;
  readonly role: Role;
  /** Confirmed; null where the caller knows the id alone. */
  readonly email: string | null;
  readonly origin: Origin | null;
}

type Joined = 'joined' | 'ended' | 'already_member' | 'full';

export type LinkUses = ReturnType<typeof createLinkUses>;

/** Invitation links from the side of the people who open them and join by them. */
export function createLinkUses(
  { database, clock, jobs }: CompaniesDependencies,
  logos: Pick<LogosService, 'dataAddress'>,
) {
  /** Returns the company behind an active invitation link. */
  const find = async (
    token: string,
  ): Promise<{ invitationId: string; companyId: string; name: string; logoId: string } | null> => {
    const row = await findByHash(database.sql, hashOf(token), limitsAt(clock.now()));
    return row && { invitationId: row.id, companyId: row.companyId, name: row.name, logoId: row.logoId };
  };

  /** Uses a link for a person. See the port. */
  const join = async (tx: Executor, { invitationId, personId, role, email, origin }: Joiner): Promise<Joined> => {
    const { at, maxUses } = limitsAt(clock.now());
    const companyId = await findCompanyOfInvitation(tx, invitationId);
    if (companyId === null || !(await lockCompany(tx, companyId))) return 'ended';
    if ((await companyOf(tx, personId)) !== null) return 'already_member';
    if (!(await lockUse(tx, invitationId, { at, maxUses }))) return 'ended';

    const joiner = { accountId: personId, email };
    const as = role === 'installer' ? 'member' : 'customer';
    if (as === 'member' && (await countMembers(tx, companyId)) >= MOST_MEMBERS) return 'full';
    if (as === 'member') await deleteInvitedTo(tx, companyId, joiner);
    const isIn =
      as === 'member'
        ? await insertEmployee(tx, companyId, joiner, at)
        : await insertCustomer(tx, companyId, personId, at);
    // A join to another company won the race. A join that the unique index refuses does not count as a use.
    if (!isIn) return 'already_member';

    await announceCompany(tx, companyId, [personId]);
    const uses = await countUse(tx, invitationId);
    const use: UseOfLink = { invitationId, companyId, personId, as, uses };
    await jobs.enqueue(tx, MAIL_OWNER, use, { key: `${invitationId}:${uses}` });
    await recordAudit(tx, {
      actorId: personId,
      action: 'company.join',
      subject: { type: 'company', id: companyId },
      details: { invitationId, as },
      requestId: origin?.requestId ?? null,
      address: origin?.address ?? null,
    });
    return 'joined';
  };

  /** Returns the only two details that a link shows: the company's name and logo (T30). */
  const see = async (token: string): Promise<{ name: string; hasLogo: boolean; logo: string | null }> => {
    const found = await find(token);
    if (found === null) throw new Refusal('not_found', texts.linkEnded);
    const logo = await logos.dataAddress(found.logoId);
    return { name: found.name, hasLogo: logo !== null, logo };
  };

  return {
    find,
    join,
    see,

    /** COMP-10: also says which company the signed-in person belongs to already, such as the link's own. */
    async preview(actor: Actor, token: string): Promise<AnswerOf<typeof previewJoin>> {
      if (actor.role === 'staff') throw new Refusal('forbidden', texts.forbidden);
      const shown = await see(token);
      const [found, own] = await Promise.all([find(token), companyOf(database.sql, actor.accountId)]);
      if (own === null) return { ...shown, belongsTo: null };
      const isSameCompany = own.id === found?.companyId;
      return { ...shown, belongsTo: { name: own.name, relation: relationOf(actor, own), isSameCompany } };
    },

    /** Uses a link for the signed-in person. */
    async redeem(actor: Actor, origin: Origin, token: string): Promise<{ name: string; relation: CompanyRelation }> {
      if (actor.role === 'staff') throw new Refusal('forbidden', texts.forbidden);
      const found = await find(token);
      if (found === null) throw new Refusal('not_found', texts.linkEnded);
      const { invitationId } = found;
      const { accountId: personId, role, email } = actor;
      await database.transaction(async (tx) => {
        const outcome = await join(tx, { invitationId, personId, role, email, origin });
        if (outcome === 'ended') throw new Refusal('not_found', texts.linkEnded);
        if (outcome === 'full') throw new Refusal('conflict', texts.tooManyMembers);
        if (outcome === 'already_member') {
          const own = await companyOf(tx, personId);
          throw new Refusal('conflict', own?.id === found.companyId ? texts.inThisCompany : texts.inCompany);
        }
      });
      return { name: found.name, relation: role === 'installer' ? 'member' : 'customer' };
    },
  };
}

/** The company that the person owns, works for or is a customer of. */
async function companyOf(executor: Executor, personId: string): Promise<CompanyRow | null> {
  return (await findCompanyOf(executor, personId)) ?? findCompanyOfCustomer(executor, personId);
}

function relationOf(actor: Actor, own: CompanyRow): CompanyRelation {
  if (actor.role === 'user') return 'customer';
  return own.ownerId === actor.accountId ? 'owner' : 'member';
}
