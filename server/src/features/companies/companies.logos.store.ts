import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';

export async function insertDraft(executor: Executor, id: string, uploadedBy: string, expiresAt: Date): Promise<void> {
  await sql`
    insert into company_logo (id, uploaded_by, expires_at) values (${id}, ${uploadedBy}, ${expiresAt})`.execute(
    executor,
  );
}

/** Makes this person's draft the logo of a company. Returns false when the draft is another person's or has expired. */
export async function attachDraft(
  tx: Executor,
  id: string,
  uploadedBy: string,
  companyId: string,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update company_logo set company_id = ${companyId}, expires_at = null
    where id = ${id} and company_id is null and uploaded_by = ${uploadedBy} and expires_at > ${at} returning id`.execute(
    tx,
  );
  return rows.length === 1;
}

/** The logo that a company shows is forgotten. */
export async function releaseLogo(tx: Executor, companyId: string, at: Date): Promise<void> {
  await sql`update company_logo set company_id = null, expires_at = ${at} where company_id = ${companyId}`.execute(tx);
}

export async function releaseDrafts(tx: Executor, uploadedBy: string, at: Date): Promise<void> {
  await sql`
    update company_logo set expires_at = ${at} where uploaded_by = ${uploadedBy} and company_id is null`.execute(tx);
}

/** Returns the company that shows this logo, or the uploader of an unused draft. */
export async function findLogo(
  executor: Executor,
  id: string,
  at: Date,
): Promise<{ companyId: string | null; uploadedBy: string } | null> {
  const { rows } = await sql<{ companyId: string | null; uploadedBy: string }>`
    select company_id, uploaded_by from company_logo where id = ${id} and (expires_at is null or expires_at > ${at})`.execute(
    executor,
  );
  return rows[0] ?? null;
}

export async function listForgotten(executor: Executor, at: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from company_logo where expires_at <= ${at} limit ${limit}`.execute(executor);
  return rows.map(({ id }) => id);
}

export async function deleteLogoRow(executor: Executor, id: string): Promise<void> {
  await sql`delete from company_logo where id = ${id} and company_id is null`.execute(executor);
}
