import { invitationMailLimit, invitationRules } from '@trace/contract/companies/companies.rules';
import { companiesTexts as texts } from '@trace/contract/companies/companies.texts';
import { fullName } from '@trace/contract/kernel/full-name';
import type { Actor } from '#platform/actor/actor';
import type { Executor } from '#platform/db/database';
import { SWEEP_LIMIT } from '#platform/jobs/sweep';
import type { UseOfLink } from './companies.link-uses.service.ts';
import { deleteInvitationMailsBefore, deleteInvitedTo, listMemberRows } from './companies.members.store.ts';
import { companyPageOf, type CompaniesDependencies } from './companies.permission.service.ts';
import { listCompaniesByIds } from './companies.store.ts';

/** COMP-07 T30: mails the owner the name of the joiner after each use of a link. */
export async function mailOwner(
  dependencies: CompaniesDependencies,
  { invitationId, companyId, personId, as, uses }: UseOfLink,
): Promise<void> {
  const { database, mail, people } = dependencies;
  const [company] = await listCompaniesByIds(database.sql, [companyId]);
  if (company === undefined) return;
  const accounts = await people.accountsOf([company.ownerId, personId]);
  const owner = accounts.get(company.ownerId);
  const joiner = accounts.get(personId);
  if (owner === undefined || joiner === undefined) return;
  const { email } = joiner;
  await database.transaction(async (tx) => {
    // The joiner no longer needs an invitation to the same company.
    if (as === 'member') await deleteInvitedTo(tx, companyId, { accountId: personId, email });
    await mail.send(tx, {
      to: owner.email,
      reason: 'company',
      subject: texts.joinedMailSubject(company.name),
      text: texts.joinedMailText({
        name: fullName(joiner),
        email,
        company: company.name,
        as,
        uses,
        most: invitationRules.maxUses,
        // The tab that lists the person, where the owner can remove them.
        url: `${companyPageOf(dependencies)}?tab=${as === 'member' ? 'employees' : 'invitations'}`,
      }),
      key: `company-joined:${invitationId}:${uses}:${personId}`,
    });
  });
}

/** Mails every employee except the owner, who deletes the company in the same transaction. */
export async function mailEmployeesOfDeleted(
  { mail, people }: Pick<CompaniesDependencies, 'mail' | 'people'>,
  tx: Executor,
  owner: Actor,
  { id: companyId, name: company }: { readonly id: string; readonly name: string },
): Promise<void> {
  const rows = await listMemberRows(tx, companyId);
  const employees = rows.flatMap(({ status, isOwner, personId }) =>
    status === 'accepted' && !isOwner && personId !== null ? [personId] : [],
  );
  const words = {
    subject: texts.deletedMailSubject(company),
    text: texts.deletedMailText({ company, owner: fullName(owner) }),
  };
  const accounts = [...(await people.accountsOf(employees))];
  await mail.sendAll(
    tx,
    accounts.map(([personId, { email: to }]) => {
      const key = `company-deleted:${companyId}:${personId}`;
      return { to, ...words, reason: 'company', key };
    }),
  );
}

/** Deletes the counts of invitation mails that no limit needs any more. */
export async function sweepInvitationMails({ database, clock }: CompaniesDependencies): Promise<void> {
  const before = new Date(clock.now().getTime() - invitationMailLimit.windowMs);
  await deleteInvitationMailsBefore(database.sql, before, SWEEP_LIMIT);
}
