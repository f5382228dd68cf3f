import { invitationMailLimit, MOST_MEMBERS } from '@trace/contract/companies/companies.rules';
import type { Member } from '@trace/contract/companies/companies.schema';
import { companiesTexts as texts } from '@trace/contract/companies/companies.texts';
import { fullName } from '@trace/contract/kernel/full-name';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import type { Executor } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { announceCompany } from './companies.events.ts';
import { mailOwnerOfAnswer } from './companies.mails.service.ts';
import { emailOf, presentMembers } from './companies.member-accounts.service.ts';
import {
  claimInvited,
  countInvitationMail,
  countMail,
  countMembers,
  findMember,
  findMemberBy,
  findOwnInvitation,
  insertInvited,
  renewInvited,
  updateAnswered,
  type MemberRow,
} from './companies.members.store.ts';
import { mayAnswer } from './companies.policy.ts';
import {
  companyEntryOf,
  companyPageOf,
  changeCompany,
  type CompaniesDependencies,
  type Origin,
} from './companies.permission.service.ts';
import { isOneCompanyConflict, lockCompany } from './companies.store.ts';

/** Invitations of employees by email, and the answers. */
export function createMemberInvitations(dependencies: CompaniesDependencies) {
  const { database, clock, mail } = dependencies;

  /** Returns null, or the seconds to wait when the address was sent several invitations already (AUTH-21). */
  const sendInvitation = async (
    tx: Executor,
    actor: Actor,
    company: { name: string },
    invited: { id: string; name: string | null; email: string; isUser: boolean },
  ): Promise<number | null> => {
    const at = clock.now();
    const { mails: most, windowMs } = invitationMailLimit;
    const limit = { email: invited.email, at, after: new Date(at.getTime() - windowMs), most };
    const oldest = await countInvitationMail(tx, limit);
    if (oldest !== null) return Math.max(1, Math.ceil((oldest.getTime() + windowMs - at.getTime()) / 1_000));
    const mails = await countMail(tx, invited.id);
    if (mails === null) throw new Refusal('conflict', texts.alreadyAnswered);
    const owner = fullName(actor);
    await mail.send(tx, {
      to: invited.email,
      reason: 'invitation',
      subject: texts.inviteMailSubject(company.name),
      text: invited.isUser
        ? texts.inviteUserMailText({ company: company.name, owner, url: dependencies.portalUrl() })
        : texts.inviteMailText({ company: company.name, owner, url: companyPageOf(dependencies) }),
      key: `company-invite:${invited.id}:${mails}`,
    });
    return null;
  };

  return {
    async invite(
      actor: Actor,
      origin: Origin,
      companyId: string,
      invited: { name: string; email: string },
    ): Promise<Member> {
      const account = await dependencies.people.findAccountByEmail(invited.email);
      const invitation = await changeCompany(dependencies, actor, companyId, 'invite', async (tx, { row }) => {
        const known = await findMemberBy(tx, companyId, { personId: account?.id ?? null, email: invited.email });
        const memberId = await pendingFor(tx, companyId, invited.email, known, clock.now());
        const isUser = account?.role === 'user';
        // Without a mail the invitation stands in the portal, where the invited person finds it.
        await sendInvitation(tx, actor, row, { id: memberId, isUser, ...invited });
        // The invitation appears on the open pages of its installer at once.
        await announceCompany(tx, companyId, account === null ? [] : [account.id]);
        await recordAudit(tx, companyEntryOf(actor, origin, 'company.invite', companyId, { memberId }));
        return { memberId, company: row };
      });
      const row = await findMember(database.sql, companyId, invitation.memberId);
      const [member] = await presentMembers(dependencies, actor, invitation.company, row === null ? [] : [row]);
      if (member === undefined) throw new Refusal('not_found', texts.employeeNotFound);
      return member;
    },

    async remind(actor: Actor, origin: Origin, companyId: string, memberId: string): Promise<void> {
      const address = await emailOf(dependencies, companyId, memberId);
      const isUser = await isUserAccount(dependencies, companyId, memberId);
      await changeCompany(dependencies, actor, companyId, 'invite', async (tx, { row }) => {
        const member = await findMember(tx, companyId, memberId);
        if (member === null) throw new Refusal('not_found', texts.employeeNotFound);
        const email = address ?? member.email;
        if (member.status !== 'pending' || email === null) throw new Refusal('conflict', texts.alreadyAnswered);
        const retryAfterSec = await sendInvitation(tx, actor, row, { id: memberId, name: null, email, isUser });
        if (retryAfterSec !== null)
          throw new Refusal('too_many_requests', texts.tooManyInvitationMails, { retryAfterSec });
        await recordAudit(tx, companyEntryOf(actor, origin, 'company.remind', companyId, { memberId }));
      });
    },

    /** Answers an invitation to oneself. */
    async answer(actor: Actor, origin: Origin, id: string, status: 'accepted' | 'declined'): Promise<void> {
      const at = clock.now();
      if (actor.role === 'installer') await claimInvited(database.sql, actor);
      try {
        await database.transaction(async (tx) => {
          const own = await findOwnInvitation(tx, id, actor.accountId);
          const verdict = mayAnswer(actor.role, own?.status ?? null);
          if (verdict === 'forbidden') throw new Refusal('forbidden', texts.forbidden);
          if (verdict === 'not_found' || own === null) throw new Refusal('not_found', texts.invitationGone);
          await lockCompany(tx, own.companyId);
          const isAnswered = verdict === 'allowed' && (await updateAnswered(tx, id, actor.accountId, status, at));
          if (!isAnswered) throw new Refusal('conflict', texts.alreadyAnswered);
          await announceCompany(tx, own.companyId, [actor.accountId]);
          await mailOwnerOfAnswer(dependencies, tx, actor, { id, companyId: own.companyId, status });
          await recordAudit(
            tx,
            companyEntryOf(actor, origin, 'company.answer', own.companyId, { memberId: id, status }),
          );
        });
      } catch (error) {
        // The person joined another company in the meantime. Only one company at a time is allowed (COMP-09).
        if (isOneCompanyConflict(error)) throw new Refusal('conflict', texts.inCompany, { cause: error });
        throw error;
      }
    },
  };
}

/** Returns the pending row for this address: a new row, or the renewed row of an earlier refusal. */
async function pendingFor(
  tx: Executor,
  companyId: string,
  email: string,
  known: MemberRow | null,
  at: Date,
): Promise<string> {
  if (known?.status === 'accepted') throw new Refusal('conflict', texts.alreadyMember, { field: 'body.email' });
  if (known?.status === 'pending') throw new Refusal('conflict', texts.alreadyInvited, { field: 'body.email' });
  if (known !== null) {
    await renewInvited(tx, known.id, at);
    return known.id;
  }
  if ((await countMembers(tx, companyId)) >= MOST_MEMBERS) throw new Refusal('conflict', texts.tooManyMembers);
  return insertInvited(tx, companyId, email, at);
}

/** Whether the invited address belongs to a user account, which cannot accept. Only the email says so. */
async function isUserAccount(
  { database, people }: CompaniesDependencies,
  companyId: string,
  memberId: string,
): Promise<boolean> {
  const member = await findMember(database.sql, companyId, memberId);
  if (member?.email == null) return false;
  return (await people.findAccountByEmail(member.email))?.role === 'user';
}
