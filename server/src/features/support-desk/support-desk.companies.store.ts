import { sql } from 'kysely';
import type { Executor } from '#platform/db/database';
import { matchesWords } from '#platform/db/search';
import type { TimePlace } from './support-desk.people.store.ts';

export interface CompanyListRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly ownerName: string;
  readonly members: number;
  readonly devices: number;
  readonly createdAt: Date;
  readonly place: string;
}

/** A portal has some thousands of companies at most, so a search reads all of them. */
const words = sql`lower(concat_ws(' ', '', c.name, c.email, c.phone, c.abn_acn, o.first_name, o.last_name, o.email))`;
const micros = sql`(extract(epoch from c.created_at) * 1000000)::bigint`;
const counts = sql`
  (select count(*)::int from company_membership m where m.company_id = c.id and m.status = 'accepted') as members,
  (select count(*)::int from device d where d.company_id = c.id and d.replaced_at is null) as devices`;

/** All companies, newest first. */
export async function listAllCompanies(
  executor: Executor,
  { search, after, limit }: { search?: string | undefined; after: TimePlace | null; limit: number },
): Promise<CompanyListRow[]> {
  const behind = after ? sql`(${micros}, c.id::text) < (${after[0]}::bigint, ${after[1]})` : sql`true`;
  const { rows } = await sql<CompanyListRow>`
    select c.id, c.name, c.email, c.phone, trim(o.first_name || ' ' || o.last_name) as owner_name, ${counts},
      c.created_at, ${micros} || '~' || c.id as place
    from company c join person o on o.id = c.owner_id
    where ${search ? matchesWords(words, search) : sql`true`} and ${behind}
    order by c.created_at desc, c.id desc limit ${limit}`.execute(executor);
  return rows;
}

export interface CompanyPageRow extends Omit<CompanyListRow, 'ownerName' | 'place'> {
  readonly website: string | null;
  readonly abnAcn: string | null;
  readonly address: string | null;
  readonly owner: { id: string; name: string; email: string };
  readonly customers: number;
  readonly people: { id: string; name: string; email: string }[];
}

/** A company with its people: the owner first, then the employees by name. */
export async function findCompany(executor: Executor, id: string, most: number): Promise<CompanyPageRow | undefined> {
  const contact = sql`jsonb_build_object('id', p.id, 'name', trim(p.first_name || ' ' || p.last_name), 'email', p.email)`;
  const { rows } = await sql<CompanyPageRow>`
    select c.id, c.name, c.email, c.phone, c.website, c.abn_acn, c.address, c.created_at, ${counts},
      (select ${contact} from person p where p.id = c.owner_id) as owner,
      (select count(*)::int from company_customer u where u.company_id = c.id) as customers,
      coalesce((select jsonb_agg(shown.contact) from (
        select ${contact} as contact from company_membership m join person p on p.id = m.person_id
        where m.company_id = c.id and m.status = 'accepted'
        order by p.id <> c.owner_id, p.first_name, p.last_name, p.id limit ${most}) shown), '[]') as people
    from company c where c.id = ${id}`.execute(executor);
  return rows[0];
}

/** The newest companies whose name or contact matches. */
export async function searchCompanies(
  executor: Executor,
  search: string,
  limit: number,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select c.id, c.name from company c join person o on o.id = c.owner_id
    where ${matchesWords(words, search)} order by c.created_at desc, c.id desc limit ${limit}`.execute(executor);
  return rows;
}
