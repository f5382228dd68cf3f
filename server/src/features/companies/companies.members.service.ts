import { MOST_MEMBERS } from '@trace/contract/companies/companies.rules';
import type { Member } from '@trace/contract/companies/companies.schema';
import { companiesTexts as texts } from '@trace/contract/companies/companies.texts';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import type { Executor } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { mayAnswer } from './companies.policy.ts';
import {
  companyEntryOf,
  changeCompany,
  decide,
  type CompaniesDependencies,
  type Origin,
} from './companies.standing.service.ts';
import { isOneCompanyConflict, lockCompany, updateOwner, type CompanyRow } from './companies.store.ts';
import {
  claimInvited,
  countMail,
  countMembers,
  deleteMember,
  deleteMembership,
  findMember,
  findMemberBy,
  findOwnInvitation,
  insertInvited,
  listMemberRows,
  renewInvited,
  updateAnswered,
  type MemberRow,
} from './companies.members.store.ts';

export type MembersService = ReturnType<typeof createMembersService>;

export function createMembersService(dependencies: CompaniesDependencies) {
  const { database, clock, mail, portalUrl } = dependencies;
  const companyPage = (): string => `${portalUrl()}/installer/company`;

  const sendInvitation = async (
    tx: Executor,
    actor: Actor,
    company: { name: string },
    invited: { id: string; name: string | null; email: string },
  ): Promise<void> => {
    const mails = await countMail(tx, invited.id);
    if (mails === null) throw new Refusal('conflict', texts.alreadyAnswered);
    const owner = `${actor.firstName} ${actor.lastName}`;
    await mail.send(tx, {
      to: invited.email,
      reason: 'invitation',
      subject: texts.inviteMailSubject(company.name),
      text: texts.inviteMailText({ company: company.name, owner, url: companyPage() }),
      key: `company-invite:${invited.id}:${mails}`,
    });
  };

  return {
    async list(actor: Actor, companyId: string): Promise<Member[]> {
      const { row } = await decide(dependencies, database.sql, actor, companyId, 'listMembers');
      return presentMembers(dependencies, actor, row, await listMemberRows(database.sql, companyId));
    },

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
        await sendInvitation(tx, actor, row, { id: memberId, ...invited });
        await recordAudit(tx, companyEntryOf(actor, origin, 'company.invite', companyId, { memberId }));
        return { memberId, company: row };
      });
      const row = await findMember(database.sql, companyId, invitation.memberId);
      const [member] = await presentMembers(dependencies, actor, invitation.company, row === null ? [] : [row]);
      if (member === undefined) throw new Refusal('not_found', texts.employeeNotFound);
      return member;
    },

    async remind(actor: Actor, origin: Origin, companyId: string, memberId: string): Promise<void> {
      const address = await addressOf(dependencies, companyId, memberId);
      await changeCompany(dependencies, actor, companyId, 'invite', async (tx, { row }) => {
        const member = await findMember(tx, companyId, memberId);
        if (member === null) throw new Refusal('not_found', texts.employeeNotFound);
        const email = address ?? member.email;
        if (member.status !== 'pending' || email === null) throw new Refusal('conflict', texts.alreadyAnswered);
        await sendInvitation(tx, actor, row, { id: memberId, name: null, email });
        await recordAudit(tx, companyEntryOf(actor, origin, 'company.remind', companyId, { memberId }));
      });
    },

    async remove(actor: Actor, origin: Origin, companyId: string, memberId: string): Promise<void> {
      const email = await addressOf(dependencies, companyId, memberId);
      await changeCompany(dependencies, actor, companyId, 'remove', async (tx, { row }) => {
        const member = await findMember(tx, companyId, memberId);
        if (member === null) throw new Refusal('not_found', texts.employeeNotFound);
        if (member.isOwner) throw new Refusal('conflict', texts.ownerNotRemoved);
        await deleteMember(tx, companyId, memberId);
        if (member.status === 'accepted' && email !== null) {
          const { name: company } = row;
          const text = texts.removedMailText({ company });
          const key = `company-removed:${memberId}`;
          await mail.send(tx, { to: email, subject: texts.removedMailSubject(company), text, reason: 'company', key });
        }
        const { personId, status } = member;
        await recordAudit(
          tx,
          companyEntryOf(actor, origin, 'company.remove', companyId, { memberId, personId, status }),
        );
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
          if (verdict === 'not_found' || own === null) throw new Refusal('not_found', texts.membershipNotFound);
          await lockCompany(tx, own.companyId);
          const isAnswered = verdict === 'allowed' && (await updateAnswered(tx, id, actor.accountId, status, at));
          if (!isAnswered) throw new Refusal('conflict', texts.alreadyAnswered);
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

    async leave(actor: Actor, origin: Origin, companyId: string): Promise<void> {
      await changeCompany(dependencies, actor, companyId, 'leave', async (tx) => {
        const hasLeft = await deleteMembership(tx, companyId, actor.accountId);
        if (!hasLeft) throw new Refusal('not_found', texts.membershipNotFound);
        await recordAudit(tx, companyEntryOf(actor, origin, 'company.leave', companyId));
      });
    },

    async handOver(actor: Actor, origin: Origin, companyId: string, memberId: string): Promise<void> {
      const to = await addressOf(dependencies, companyId, memberId);
      await changeCompany(dependencies, actor, companyId, 'handOver', async (tx, { row }) => {
        const member = await findMember(tx, companyId, memberId);
        if (member === null) throw new Refusal('not_found', texts.employeeNotFound);
        const { personId } = member;
        const isTheirs =
          personId !== null &&
          !member.isOwner &&
          (await updateOwner(tx, companyId, actor.accountId, personId, clock.now()));
        if (!isTheirs) throw new Refusal('conflict', texts.notAccepted);
        const from = `${actor.firstName} ${actor.lastName}`;
        const text = texts.handedOverMailText({ from, company: row.name, url: companyPage() });
        const key = `company-handed-over:${origin.requestId}`;
        if (to !== null)
          await mail.send(tx, { to, subject: texts.handedOverMailSubject(row.name), text, reason: 'company', key });
        await recordAudit(tx, companyEntryOf(actor, origin, 'company.handOver', companyId, { toId: personId }));
      });
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

/** The address of the account behind a row of the employees; null where there is no account. */
async function addressOf(
  { database, people }: CompaniesDependencies,
  companyId: string,
  memberId: string,
): Promise<string | null> {
  const member = await findMember(database.sql, companyId, memberId);
  if (member === null || member.personId === null) return null;
  return (await people.accountsOf([member.personId])).get(member.personId)?.email ?? null;
}

/**
 * COMP-04: the certification's name comes before the account's name. An invited address shows no account name until the
 * invitee has opened the invitation. Otherwise an inviter would learn the owner of any address.
 */
async function presentMembers(
  { people, certification, devices }: CompaniesDependencies,
  actor: Actor,
  company: CompanyRow,
  rows: readonly MemberRow[],
): Promise<Member[]> {
  const ids = rows.flatMap(({ personId }) => personId ?? []);
  const emails = rows.flatMap(({ personId, email }) => (personId === null && email !== null ? [email] : []));
  const [accounts, certified, registered] = await Promise.all([
    people.accountsOf(ids),
    certification.namesOf({ ids, emails }),
    devices().registeredBy(company),
  ]);
  return rows.map((row) => {
    const account = row.personId === null ? undefined : accounts.get(row.personId);
    const accountName = account && `${account.firstName} ${account.lastName}`.trim();
    return {
      id: row.id,
      name: certified.get(row.personId ?? row.email ?? '') || accountName || texts.unknownName,
      email: account?.email ?? row.email ?? '',
      status: row.isOwner ? 'owner' : row.status,
      invitedAt: row.invitedAt.toISOString(),
      respondedAt: row.respondedAt?.toISOString() ?? null,
      devices: row.personId === null ? 0 : (registered.get(row.personId) ?? 0),
      isSelf: row.personId === actor.accountId,
    };
  });
}
