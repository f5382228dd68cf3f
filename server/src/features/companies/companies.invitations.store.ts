import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export interface InvitationRow {
  readonly id: string;
  readonly companyId: string;
  readonly sealedToken: string;
  readonly madeAt: Date;
  readonly endsAt: Date;
  readonly uses: number;
}

export interface Limits {
  readonly at: Date;
  readonly maxUses: number;
}

const columns = sql`id, company_id, sealed_token, made_at, ends_at, uses`;

const isActive = ({ at, maxUses }: Limits) => sql`ended_at is null and ends_at > ${at} and uses < ${maxUses}`;

/** The link of a company that works now. */
export async function findActive(executor: Executor, companyId: string, limits: Limits): Promise<InvitationRow | null> {
  const { rows } = await sql<InvitationRow>`
    select ${columns} from company_invitation where company_id = ${companyId} and ${isActive(limits)}`.execute(
    executor,
  );
  return rows[0] ?? null;
}

export async function findByHash(
  executor: Executor,
  tokenHash: Uint8Array,
  limits: Limits,
): Promise<(InvitationRow & { name: string; logoId: string }) | null> {
  const { rows } = await sql<InvitationRow & { name: string; logoId: string }>`
    select i.id, i.company_id, i.sealed_token, i.made_at, i.ends_at, i.uses, c.name, l.id as logo_id
    from company_invitation i join company c on c.id = i.company_id join company_logo l on l.company_id = c.id
    where token_hash = ${tokenHash} and ${isActive(limits)}`.execute(executor);
  return rows[0] ?? null;
}

export async function findCompanyOfInvitation(executor: Executor, id: string): Promise<string | null> {
  const { rows } = await sql<{ companyId: string }>`
    select company_id from company_invitation where id = ${id}`.execute(executor);
  return rows[0]?.companyId ?? null;
}

/** Ends the company's current link. Returns whether that link was still active. */
export async function endActive(tx: Executor, companyId: string, { at, maxUses }: Limits): Promise<boolean> {
  const { rows } = await sql<{ wasActive: boolean }>`
    update company_invitation set ended_at = ${at} where company_id = ${companyId} and ended_at is null
    returning ends_at > ${at} and uses < ${maxUses} as was_active`.execute(tx);
  return rows[0]?.wasActive ?? false;
}

export async function insertInvitation(
  tx: Executor,
  invitation: {
    id: string;
    companyId: string;
    tokenHash: Uint8Array;
    sealedToken: string;
    madeBy: string;
    madeAt: Date;
    endsAt: Date;
  },
): Promise<void> {
  await sql`
    insert into company_invitation (id, company_id, token_hash, sealed_token, made_by, made_at, ends_at)
    values (${invitation.id}, ${invitation.companyId}, ${invitation.tokenHash}, ${invitation.sealedToken},
      ${invitation.madeBy}, ${invitation.madeAt}, ${invitation.endsAt})`.execute(tx);
}

/**
 * Locks an active link with a use left until commit, so that `countUse` counts that use. Returns false without such a
 * link.
 */
export async function lockUse(tx: Executor, id: string, limits: Limits): Promise<boolean> {
  const { rows } = await sql`
    select from company_invitation where id = ${id} and ${isActive(limits)} for update`.execute(tx);
  return rows.length === 1;
}

/** Counts a use of a locked link after a person has joined. Returns the new number of uses. */
export async function countUse(tx: Executor, id: string): Promise<number> {
  const { rows } = await sql<{ uses: number }>`
    update company_invitation set uses = uses + 1 where id = ${id} returning uses`.execute(tx);
  return rows[0]!.uses;
}
