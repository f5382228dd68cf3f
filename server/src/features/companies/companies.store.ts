import { sql } from 'kysely';
import { isMissingReference, isUniqueViolation, type Executor } from '#platform/db/database';

export interface CompanyRow {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly website: string | null;
  readonly abnAcn: string | null;
  readonly address: string | null;
  readonly createdAt: Date;
  readonly logoId: string;
  readonly members: number;
}

/** A company with the viewer's relation. */
export interface SeenCompanyRow extends CompanyRow {
  readonly isOwner: boolean;
  readonly isCustomer: boolean;
  readonly membership: 'pending' | 'accepted' | 'declined' | null;
}

export interface Viewer {
  readonly accountId: string;
  /** Confirmed. */
  readonly email: string;
}

export interface CompanyFields {
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly website: string | null;
  readonly abnAcn: string | null;
  readonly address: string | null;
}

const columns = sql`
  c.id, c.owner_id, c.name, c.email, c.phone, c.website, c.abn_acn, c.address, c.created_at, l.id as logo_id,
  (select count(*)::int from company_membership m where m.company_id = c.id and m.status = 'accepted') as members`;

const fromCompanies = sql`company c join company_logo l on l.company_id = c.id`;

/** Returns the company and the viewer's relation. An invitation matches by address until a person is bound. */
export async function findCompanyFor(
  executor: Executor,
  id: string,
  { accountId, email }: Viewer,
): Promise<SeenCompanyRow | null> {
  const { rows } = await sql<SeenCompanyRow>`
    select ${columns}, c.owner_id = ${accountId} as is_owner,
      exists(select from company_customer u where u.company_id = c.id and u.person_id = ${accountId}) as is_customer,
      (select m.status from company_membership m
        where m.company_id = c.id and (m.person_id = ${accountId} or (m.person_id is null and m.email = ${email}))
        order by array_position(array['accepted', 'pending', 'declined'], m.status) limit 1) as membership
    from ${fromCompanies} where c.id = ${id}`.execute(executor);
  return rows[0] ?? null;
}

/**
 * Locks the company, which serialises all changes of the company and of members. Rows read afterwards stay true until
 * commit. Returns false when the company does not exist.
 */
export async function lockCompany(tx: Executor, id: string): Promise<boolean> {
  const { rows } = await sql`select from company where id = ${id} for update`.execute(tx);
  return rows.length === 1;
}

/** The company that a person owns or is an accepted employee of. */
export async function findCompanyOf(executor: Executor, personId: string): Promise<CompanyRow | null> {
  const { rows } = await sql<CompanyRow>`
    select ${columns} from ${fromCompanies}
    join company_membership own on own.company_id = c.id and own.person_id = ${personId} and own.status = 'accepted'`.execute(
    executor,
  );
  return rows[0] ?? null;
}

export interface BelongingRow {
  readonly personId: string;
  readonly companyId: string;
  readonly name: string;
  readonly ownerId: string;
}

/** The companies that these people own or are accepted employees of. */
export async function listBelongings(executor: Executor, personIds: readonly string[]): Promise<BelongingRow[]> {
  const { rows } = await sql<BelongingRow>`/* prepared read: companies that people belong to */
    select m.person_id, c.id as company_id, c.name, c.owner_id
    from company_membership m join company c on c.id = m.company_id
    where m.person_id = any(${[...personIds]}::uuid[]) and m.status = 'accepted'`.execute(executor);
  return rows;
}

/** The company whose customer a person is. */
export async function findCompanyOfCustomer(executor: Executor, personId: string): Promise<CompanyRow | null> {
  const { rows } = await sql<CompanyRow>`
    select ${columns} from ${fromCompanies}
    join company_customer u on u.company_id = c.id and u.person_id = ${personId}`.execute(executor);
  return rows[0] ?? null;
}

export async function listCompaniesByIds(executor: Executor, ids: readonly string[]): Promise<CompanyRow[]> {
  const { rows } = await sql<CompanyRow>`/* prepared read: companies by ids */
    select ${columns} from ${fromCompanies} where c.id = any(${[...ids]}::uuid[])`.execute(executor);
  return rows;
}

export async function listCompaniesByOwners(executor: Executor, ownerIds: readonly string[]): Promise<CompanyRow[]> {
  const { rows } = await sql<CompanyRow>`/* prepared read: companies by owners */
    select ${columns} from ${fromCompanies} where c.owner_id = any(${[...ownerIds]}::uuid[])`.execute(executor);
  return rows;
}

/** Returns each owner among these people with the company. */
export async function listOwned(
  executor: Executor,
  personIds: readonly string[],
): Promise<{ ownerId: string; companyId: string }[]> {
  const { rows } = await sql<{ ownerId: string; companyId: string }>`/* prepared: companies owned by people */
    select owner_id, id as company_id from company where owner_id = any(${[...personIds]}::uuid[])`.execute(executor);
  return rows;
}

/** The owners and the accepted employees of these companies. */
export async function listPeople(
  executor: Executor,
  companyIds: readonly string[],
): Promise<{ companyId: string; personId: string }[]> {
  const { rows } = await sql<{ companyId: string; personId: string }>`/* prepared: people of companies */
    select company_id, person_id from company_membership
    where company_id = any(${[...companyIds]}::uuid[]) and status = 'accepted'`.execute(executor);
  return rows;
}

/** Since when these people have belonged to their company. */
export async function listJoined(
  executor: Executor,
  personIds: readonly string[],
): Promise<{ personId: string; joinedAt: Date }[]> {
  const { rows } = await sql<{ personId: string; joinedAt: Date }>`/* prepared: times of joining */
    select person_id, coalesce(responded_at, invited_at) as joined_at from company_membership
    where person_id = any(${[...personIds]}::uuid[]) and status = 'accepted'`.execute(executor);
  return rows;
}

/** The accounts that see a company or their relation to the company: members, invited people and customers. */
export async function listAudience(executor: Executor, id: string): Promise<string[]> {
  const { rows } = await sql<{ personId: string }>`
    select person_id from company_membership where company_id = ${id} and person_id is not null
      and status in ('accepted', 'pending')
    union select person_id from company_customer where company_id = ${id}`.execute(executor);
  return rows.map(({ personId }) => personId);
}

/** The companies that the person belongs to, is invited to or is a customer of. */
export async function listCompaniesOfPerson(executor: Executor, personId: string): Promise<string[]> {
  const { rows } = await sql<{ companyId: string }>`
    select company_id from company_membership where person_id = ${personId}
    union select company_id from company_customer where person_id = ${personId}`.execute(executor);
  return rows.map(({ companyId }) => companyId);
}

/**
 * Inserts the company and the owner's membership. Throws the errors that `isOneCompanyConflict` recognises when the
 * person has a company.
 */
export async function insertCompany(
  tx: Executor,
  id: string,
  { accountId, email }: Viewer,
  fields: CompanyFields,
  at: Date,
): Promise<void> {
  await sql`
    insert into company (id, owner_id, name, email, phone, website, abn_acn, address, created_at, updated_at)
    values (${id}, ${accountId}, ${fields.name}, ${fields.email}, ${fields.phone}, ${fields.website},
      ${fields.abnAcn}, ${fields.address}, ${at}, ${at})`.execute(tx);
  await sql`
    insert into company_membership (company_id, person_id, email, status, invited_at, responded_at)
    values (${id}, ${accountId}, ${email}, 'accepted', ${at}, ${at})`.execute(tx);
}

/** Returns true when a row failed because the person already owns or belongs to a company (COMP-09). */
export const isOneCompanyConflict = (error: unknown): boolean =>
  isUniqueViolation(error, 'company_membership_one') || isUniqueViolation(error, 'company_owner_id_key');

export async function updateCompanyFields(tx: Executor, id: string, fields: CompanyFields, at: Date): Promise<void> {
  await sql`
    update company set name = ${fields.name}, email = ${fields.email}, phone = ${fields.phone},
      website = ${fields.website}, abn_acn = ${fields.abnAcn}, address = ${fields.address}, updated_at = ${at}
    where id = ${id}`.execute(tx);
}

/**
 * COMP-08: a single statement, so the company always has one owner. Returns false unless `fromId` is the owner and
 * `toId` an accepted employee.
 */
export async function updateOwner(tx: Executor, id: string, fromId: string, toId: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update company set owner_id = ${toId}, updated_at = ${at}
    where id = ${id} and owner_id = ${fromId}
      and exists(select from company_membership where company_id = ${id} and person_id = ${toId} and status = 'accepted')
    returning id`.execute(tx);
  return rows.length === 1;
}

/** Returns true when the account of the new owner was deleted during the transfer. */
export const isNewOwnerGone = (error: unknown): boolean =>
  isMissingReference(error, 'company_owner_id_fkey') || isMissingReference(error, 'company_owner_belongs');

/** COMP-06: also deletes memberships, customers and links. The database frees the company's devices. */
export async function deleteCompanyRow(tx: Executor, id: string, at: Date): Promise<void> {
  await sql`update company_logo set company_id = null, expires_at = ${at} where company_id = ${id}`.execute(tx);
  await sql`delete from company where id = ${id}`.execute(tx);
}
