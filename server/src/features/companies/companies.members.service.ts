import type { Member } from '@trace/contract/companies/companies.schema';
import { companiesTexts as texts } from '@trace/contract/companies/companies.texts';
import { fullName } from '@trace/contract/kernel/full-name';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import type { Executor } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { announceCompany } from './companies.events.ts';
import { deleteCustomer } from './customers/companies.customers.store.ts';
import { endActive } from './companies.invitations.store.ts';
import { limitsAt } from './companies.links.service.ts';
import { emailOf, presentMembers } from './companies.member-accounts.service.ts';
import { mailOwnerOfLeaving } from './companies.mails.service.ts';
import { createMemberInvitations } from './companies.member-invitations.service.ts';
import { deleteMember, deleteMembership, findMember, listMemberRows } from './companies.members.store.ts';
import {
  companyEntryOf,
  companyPageOf,
  changeCompany,
  requirePermission,
  type CompaniesDependencies,
  type Origin,
} from './companies.permission.service.ts';
import { isNewOwnerGone, updateOwner } from './companies.store.ts';

export type MembersService = ReturnType<typeof createMembersService>;

export function createMembersService(dependencies: CompaniesDependencies) {
  const { database, clock, mail } = dependencies;

  /** Every employee can read the invitation link, so a former employee could join again with the link. */
  const endKnownLink = (tx: Executor, companyId: string): Promise<boolean> =>
    endActive(tx, companyId, limitsAt(clock.now()));

  return {
    ...createMemberInvitations(dependencies),

    async list(actor: Actor, companyId: string): Promise<Member[]> {
      const { row } = await requirePermission(dependencies, database.sql, actor, companyId, 'listMembers');
      return presentMembers(dependencies, actor, row, await listMemberRows(database.sql, companyId));
    },

    /** `isWithdrawal`: only a pending invitation ends. A person who has just accepted stays. */
    async remove(
      actor: Actor,
      origin: Origin,
      { id: companyId, memberId }: { id: string; memberId: string },
      { isWithdrawal }: { isWithdrawal: boolean },
    ): Promise<void> {
      const email = await emailOf(dependencies, companyId, memberId);
      await changeCompany(dependencies, actor, companyId, 'remove', async (tx, { row }) => {
        const member = await findMember(tx, companyId, memberId);
        if (member === null) throw new Refusal('not_found', texts.employeeNotFound);
        if (member.isOwner) throw new Refusal('conflict', texts.ownerNotRemoved);
        if (isWithdrawal && member.status !== 'pending') throw new Refusal('conflict', texts.alreadyAnswered);
        await deleteMember(tx, companyId, memberId);
        const hasEndedLink = member.status === 'accepted' && (await endKnownLink(tx, companyId));
        await announceCompany(tx, companyId, member.personId === null ? [] : [member.personId]);
        if (member.status === 'accepted' && email !== null) {
          const { name: company } = row;
          const text = texts.removedMailText({ company });
          const key = `company-removed:${memberId}`;
          await mail.send(tx, { to: email, subject: texts.removedMailSubject(company), text, reason: 'company', key });
        }
        const { personId, status } = member;
        await recordAudit(
          tx,
          companyEntryOf(actor, origin, 'company.remove', companyId, { memberId, personId, status, hasEndedLink }),
        );
      });
    },

    async leave(actor: Actor, origin: Origin, companyId: string): Promise<void> {
      await changeCompany(dependencies, actor, companyId, 'leave', async (tx, { row, relation }) => {
        const hasLeft =
          relation === 'customer'
            ? await deleteCustomer(tx, companyId, actor.accountId)
            : await deleteMembership(tx, companyId, actor.accountId);
        await announceCompany(tx, companyId, [actor.accountId]);
        if (!hasLeft) throw new Refusal('not_found', texts.membershipNotFound);
        const hasEndedLink = relation === 'member' && (await endKnownLink(tx, companyId));
        if (relation === 'member') await mailOwnerOfLeaving(dependencies, tx, { actor, origin, company: row });
        await recordAudit(tx, companyEntryOf(actor, origin, 'company.leave', companyId, { hasEndedLink }));
      });
    },

    async handOver(actor: Actor, origin: Origin, companyId: string, memberId: string): Promise<void> {
      const to = await emailOf(dependencies, companyId, memberId);
      const transfer = changeCompany(dependencies, actor, companyId, 'handOver', async (tx, { row }) => {
        const member = await findMember(tx, companyId, memberId);
        if (member === null) throw new Refusal('not_found', texts.employeeNotFound);
        const { personId } = member;
        const isTheirs =
          personId !== null &&
          !member.isOwner &&
          (await updateOwner(tx, companyId, actor.accountId, personId, clock.now()));
        if (!isTheirs) throw new Refusal('conflict', texts.notAccepted);
        await announceCompany(tx, companyId);
        const from = fullName(actor);
        const text = texts.handedOverMailText({ from, company: row.name, url: companyPageOf(dependencies) });
        const key = `company-handed-over:${origin.requestId}`;
        if (to !== null)
          await mail.send(tx, { to, subject: texts.handedOverMailSubject(row.name), text, reason: 'company', key });
        await recordAudit(tx, companyEntryOf(actor, origin, 'company.handOver', companyId, { toId: personId }));
      });
      await transfer.catch((error: unknown) => {
        // The employee deletes the account meanwhile.
        if (isNewOwnerGone(error)) throw new Refusal('not_found', texts.employeeNotFound, { cause: error });
        throw error;
      });
    },
  };
}
