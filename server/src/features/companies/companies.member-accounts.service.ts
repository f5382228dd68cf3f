import type { Member } from '@trace/contract/companies/companies.schema';
import { companiesTexts as texts } from '@trace/contract/companies/companies.texts';
import { fullName } from '@trace/contract/kernel/full-name';
import type { Actor } from '#platform/actor/actor';
import { findMember, type MemberRow } from './companies.members.store.ts';
import type { CompaniesDependencies } from './companies.permission.service.ts';
import type { CompanyRow } from './companies.store.ts';

/** Returns a member's email address, or null when the member has no account. */
export async function emailOf(
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
export async function presentMembers(
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
    devices().registeredBy(company.id),
  ]);
  return rows.map((row) => {
    const account = row.personId === null ? undefined : accounts.get(row.personId);
    const accountName = account && fullName(account);
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
