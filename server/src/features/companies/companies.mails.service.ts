import { invitationMailLimit, invitationRules } from '@trace/contract/companies/companies.rules';
import { companiesTexts as texts } from '@trace/contract/companies/companies.texts';
import { fullName } from '@trace/contract/kernel/full-name';
import type { Actor } from '#platform/actor/actor';
import type { Executor } from '#platform/db/database';
import { SWEEP_LIMIT } from '#platform/jobs/sweep';
import type { UseOfLink } from './companies.link-uses.service.ts';
import { deleteInvitationMailsBefore, deleteInvitedTo, listMemberRows } from './companies.members.store.ts';
import { companyPageOf, type CompaniesDependencies, type Origin } from './companies.permission.service.ts';
import { listCompaniesByIds, type CompanyRow } from './companies.store.ts';

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

/** COMP-04: mails the owner the answer to an invitation. */
export async function mailOwnerOfAnswer(
  dependencies: CompaniesDependencies,
  tx: Executor,
  actor: Actor,
  { id, companyId, status }: { id: string; companyId: string; status: 'accepted' | 'declined' },
): Promise<void> {
  const { mail, people, clock } = dependencies;
  const [company] = await listCompaniesByIds(tx, [companyId]);
  const owner = company && (await people.accountsOf([company.ownerId])).get(company.ownerId);
  if (company === undefined || owner === undefined) return;
  const { name } = company;
  const url = `${companyPageOf(dependencies)}?tab=employees`;
  await mail.send(tx, {
    to: owner.email,
    reason: 'company',
    subject: texts.answeredMailSubject(name, status),
    text: texts.answeredMailText({ name: fullName(actor), email: actor.email, company: name, status, url }),
    // The same person can be invited again and answer again.
    key: `company-answered:${id}:${clock.now().toISOString()}`,
  });
}

/** Mails the owner the name of the leaving employee, and the number of devices to reassign. */
export async function mailOwnerOfLeaving(
  dependencies: CompaniesDependencies,
  tx: Executor,
  { actor, origin, company }: { actor: Actor; origin: Origin; company: CompanyRow },
): Promise<void> {
  const { mail, people, devices } = dependencies;
  const [accounts, registered] = await Promise.all([
    people.accountsOf([company.ownerId]),
    devices().registeredBy(company.id),
  ]);
  const owner = accounts.get(company.ownerId);
  if (owner === undefined) return;
  const words = { name: fullName(actor), email: actor.email, company: company.name };
  await mail.send(tx, {
    to: owner.email,
    reason: 'company',
    subject: texts.leftMailSubject(company.name),
    text: texts.leftMailText({
      ...words,
      devices: registered.get(actor.accountId) ?? 0,
      // The tab with the devices of former employees.
      url: `${companyPageOf(dependencies)}?tab=employees`,
    }),
    key: `company-left:${origin.requestId}`,
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
