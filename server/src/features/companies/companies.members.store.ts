import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import type { CompanyRow, Viewer } from './companies.store.ts';

export interface MemberRow {
  readonly id: string;
  readonly personId: string | null;
  readonly email: string | null;
  readonly status: 'pending' | 'accepted' | 'declined';
  readonly isOwner: boolean;
  readonly invitedAt: Date;
  readonly respondedAt: Date | null;
}

const columns = sql`
  m.id, m.person_id, m.email, m.status, m.person_id is not distinct from c.owner_id as is_owner, m.invited_at,
  m.responded_at`;

const fromMembers = sql`company_membership m join company c on c.id = m.company_id`;

/** Lists the owner, the employees, the invited people and the declined invitations. */
export async function listMemberRows(executor: Executor, companyId: string): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select ${columns} from ${fromMembers} where m.company_id = ${companyId}
    order by is_owner desc, array_position(array['accepted', 'pending', 'declined'], m.status), m.invited_at, m.id`.execute(
    executor,
  );
  return rows;
}

export async function findMember(executor: Executor, companyId: string, id: string): Promise<MemberRow | null> {
  const { rows } = await sql<MemberRow>`
    select ${columns} from ${fromMembers} where m.company_id = ${companyId} and m.id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

/**
 * Returns the row of a person or an address in a company, if present. Prefers accepted, then pending, then declined.
 */
export async function findMemberBy(
  executor: Executor,
  companyId: string,
  { personId, email }: { personId: string | null; email: string },
): Promise<MemberRow | null> {
  const { rows } = await sql<MemberRow>`
    select ${columns} from ${fromMembers}
    where m.company_id = ${companyId}
      and (m.person_id = ${personId}::uuid or (m.person_id is null and m.email = ${email}))
    order by array_position(array['accepted', 'pending', 'declined'], m.status) limit 1`.execute(executor);
  return rows[0] ?? null;
}

export async function countMembers(executor: Executor, companyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from company_membership where company_id = ${companyId}`.execute(executor);
  return rows[0]!.count;
}

/** Invites an address. The invitation is bound when an installer with this confirmed address opens the company page. */
export async function insertInvited(tx: Executor, companyId: string, email: string, at: Date): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into company_membership (company_id, email, status, invited_at)
    values (${companyId}, ${email}, 'pending', ${at}) returning id`.execute(tx);
  return rows[0]!.id;
}

/** Renews a declined invitation. */
export async function renewInvited(tx: Executor, id: string, at: Date): Promise<void> {
  await sql`
    update company_membership set status = 'pending', invited_at = ${at}, responded_at = null where id = ${id}`.execute(
    tx,
  );
}

/**
 * Counts a mail of a pending invitation. Returns the new number of mails, or null when the invitation is no longer
 * pending.
 */
export async function countMail(tx: Executor, id: string): Promise<number | null> {
  const { rows } = await sql<{ mails: number }>`
    update company_membership set mails = mails + 1 where id = ${id} and status = 'pending' returning mails`.execute(
    tx,
  );
  return rows[0]?.mails ?? null;
}

/**
 * Counts an invitation mail to an address and returns null. When the address has received `most` mails since `after`,
 * counts nothing and returns the time of the earliest of these mails.
 */
export async function countInvitationMail(
  tx: Executor,
  { email, at, after, most }: { email: string; at: Date; after: Date; most: number },
): Promise<Date | null> {
  // Locks the address until commit, so that concurrent invitations cannot exceed the limit together.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`company invitation mail ${email}`}, 0))`.execute(tx);
  const address = sql`sha256(convert_to(${email}, 'UTF8'))`;
  const { rows } = await sql<{ sentAt: Date }>`
    select sent_at from company_invitation_mail where address = ${address} and sent_at > ${after}
    order by sent_at desc limit ${most}`.execute(tx);
  if (rows.length >= most) return rows.at(-1)!.sentAt;
  await sql`insert into company_invitation_mail (address, sent_at) values (${address}, ${at})`.execute(tx);
  return null;
}

export async function deleteInvitationMailsBefore(executor: Executor, before: Date, limit: number): Promise<void> {
  await sql`
    delete from company_invitation_mail where id in (
      select id from company_invitation_mail where sent_at <= ${before} limit ${limit} for update skip locked)`.execute(
    executor,
  );
}

/**
 * Binds invitations for a confirmed address to the person, so that a later owner of the address does not inherit the
 * invitations (T33).
 * Deletes the person's older declined row of the same company.
 */
export async function claimInvited(executor: Executor, { accountId, email }: Viewer): Promise<void> {
  await sql`
    with claimed as (
      select m.id, m.company_id from company_membership m where m.person_id is null and m.email = ${email}
    ), gone as (
      delete from company_membership old using claimed
      where old.company_id = claimed.company_id and old.person_id = ${accountId} and old.status = 'declined'
    )
    select from claimed`.execute(executor);
  await sql`
    update company_membership m set person_id = ${accountId}
    where m.person_id is null and m.email = ${email}
      and not exists(
        select from company_membership o where o.company_id = m.company_id and o.person_id = ${accountId})`.execute(
    executor,
  );
}

export interface WaitingInvitation extends Pick<CompanyRow, 'id' | 'name' | 'email' | 'phone' | 'website' | 'logoId'> {
  readonly invitationId: string;
  readonly invitedAt: Date;
}

/** Lists the pending invitations of a person with each company's contact details, newest first. */
export async function listWaiting(executor: Executor, personId: string): Promise<WaitingInvitation[]> {
  const { rows } = await sql<WaitingInvitation>`
    select m.id as invitation_id, m.invited_at, c.id, c.name, c.email, c.phone, c.website, l.id as logo_id
    from ${fromMembers} join company_logo l on l.company_id = c.id
    where m.person_id = ${personId} and m.status = 'pending'
    order by m.invited_at desc, m.id`.execute(executor);
  return rows;
}

/** Returns the company and the status of an invitation, or null when the person has no such invitation. */
export async function findOwnInvitation(
  executor: Executor,
  id: string,
  personId: string,
): Promise<{ companyId: string; status: MemberRow['status'] } | null> {
  const { rows } = await sql<{ companyId: string; status: MemberRow['status'] }>`
    select company_id, status from company_membership where id = ${id} and person_id = ${personId}`.execute(executor);
  return rows[0] ?? null;
}

/**
 * Answers a pending invitation once. Returns false when no longer pending. Throws the errors that
 * `isOneCompanyConflict` recognises.
 */
export async function updateAnswered(
  tx: Executor,
  id: string,
  personId: string,
  status: 'accepted' | 'declined',
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update company_membership set status = ${status}, responded_at = ${at}
    where id = ${id} and person_id = ${personId} and status = 'pending' returning id`.execute(tx);
  return rows.length === 1;
}

/** Declines the pending invitations of a new company's owner. */
export async function declineWaiting(tx: Executor, personId: string, at: Date): Promise<void> {
  await sql`
    update company_membership set status = 'declined', responded_at = ${at}
    where person_id = ${personId} and status = 'pending'`.execute(tx);
}

export async function deleteMember(tx: Executor, companyId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from company_membership where company_id = ${companyId} and id = ${id} returning id`.execute(tx);
  return rows.length === 1;
}

/** Deletes a membership. Returns false when the person is not a member of the company. */
export async function deleteMembership(tx: Executor, companyId: string, personId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from company_membership
    where company_id = ${companyId} and person_id = ${personId} and status = 'accepted' returning id`.execute(tx);
  return rows.length === 1;
}

export interface Joiner {
  readonly accountId: string;
  /** Null when the caller knows only the account id. */
  readonly email: string | null;
}

/** Inserts a person who joins by the link. Returns false when the person already belongs to a company. */
export async function insertEmployee(
  tx: Executor,
  companyId: string,
  { accountId, email }: Joiner,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into company_membership (company_id, person_id, email, status, invited_at, responded_at)
    values (${companyId}, ${accountId}, ${email}, 'accepted', ${at}, ${at})
    on conflict do nothing returning id`.execute(tx);
  return rows.length === 1;
}

/** Deletes this person's invitation to the same company, because the link replaces that invitation. */
export async function deleteInvitedTo(tx: Executor, companyId: string, { accountId, email }: Joiner): Promise<void> {
  await sql`
    delete from company_membership
    where company_id = ${companyId} and status <> 'accepted'
      and (person_id = ${accountId} or (person_id is null and email = ${email}::text))`.execute(tx);
}

/** Lists every company that a person belongs to, is invited to, or declined. */
export async function listRowsOf(
  executor: Executor,
  personId: string,
): Promise<{ company: string; status: MemberRow['status']; invitedAt: Date; respondedAt: Date | null }[]> {
  const { rows } = await sql<{
    company: string;
    status: MemberRow['status'];
    invitedAt: Date;
    respondedAt: Date | null;
  }>`
    select c.name as company, m.status, m.invited_at, m.responded_at from ${fromMembers}
    where m.person_id = ${personId} order by m.invited_at, m.id`.execute(executor);
  return rows;
}

/** Fails while the person owns a company: the database keeps the membership of an owner. */
export async function deletePersonsRows(tx: Executor, personId: string): Promise<void> {
  await sql`delete from company_membership where person_id = ${personId}`.execute(tx);
}
