import { randomUUID } from 'node:crypto';
import { abnAcnOf } from '@trace/contract/companies/companies.rules';
import type { CompanyCard } from '@trace/contract/companies/companies.card.schema';
import type { Company, CompanyDetails, InvitationToMe } from '@trace/contract/companies/companies.schema';
import { companiesTexts as texts } from '@trace/contract/companies/companies.texts';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import { Refusal } from '#platform/refusal/refusal';
import { announceCompany } from './companies.events.ts';
import { mailEmployeesOfDeleted } from './companies.mails.service.ts';
import { mayCreate } from './companies.policy.ts';
import {
  companyEntryOf,
  changeCompany,
  requirePermission,
  type CompaniesDependencies,
  type Origin,
} from './companies.permission.service.ts';
import {
  deleteCompanyRow,
  findCompanyOf,
  findCompanyOfCustomer,
  insertCompany,
  isOneCompanyConflict,
  listCompaniesByIds,
  updateCompanyFields,
  type CompanyFields,
  type CompanyRow,
} from './companies.store.ts';
import { attachDraft, releaseLogo } from './companies.logos.store.ts';
import { claimInvited, declineWaiting, listWaiting } from './companies.members.store.ts';

export type OwnCompany =
  | { relation: 'owner' | 'member'; company: Company }
  | { relation: 'customer'; company: CompanyCard };

type Details = CompanyDetails & { logoId: string | null };

export type CompaniesService = ReturnType<typeof createCompaniesService>;

export function createCompaniesService(dependencies: CompaniesDependencies) {
  const { database, clock, devices } = dependencies;

  const present = async (row: CompanyRow): Promise<Company> => {
    const counts = await devices().countsOf([row.id]);
    return { ...fullOf(row), devices: counts.get(row.id) ?? 0 };
  };
  const reread = async (id: string): Promise<Company> => {
    const [row] = await listCompaniesByIds(database.sql, [id]);
    if (row === undefined) throw new Refusal('not_found', texts.notFound);
    return present(row);
  };
  const ownOf = async (actor: Actor): Promise<OwnCompany | null> => {
    const row = await findCompanyOf(database.sql, actor.accountId);
    if (row !== null)
      return { relation: row.ownerId === actor.accountId ? 'owner' : 'member', company: await present(row) };
    const customer = await findCompanyOfCustomer(database.sql, actor.accountId);
    return customer === null ? null : { relation: 'customer', company: cardOf(customer) };
  };

  return {
    async own(actor: Actor): Promise<{ own: OwnCompany | null; invitations: InvitationToMe[] }> {
      if (actor.role === 'installer') await claimInvited(database.sql, actor);
      const waiting = actor.role === 'installer' ? await listWaiting(database.sql, actor.accountId) : [];
      const invitations = waiting.map((row) => ({
        id: row.invitationId,
        company: cardOf(row),
        invitedAt: row.invitedAt.toISOString(),
      }));
      return { own: await ownOf(actor), invitations };
    },

    async create(actor: Actor, origin: Origin, { logoId, ...details }: Details): Promise<Company> {
      const id = randomUUID();
      const at = clock.now();
      const belongs = (await findCompanyOf(database.sql, actor.accountId)) !== null;
      if (mayCreate(belongs) !== 'allowed') throw new Refusal('conflict', texts.inCompany);
      if (logoId === null) throw new Refusal('invalid_input', texts.logoRequired, { field: 'body.logoId' });
      try {
        await database.transaction(async (tx) => {
          await claimInvited(tx, actor);
          await insertCompany(tx, id, actor, fieldsOf(details), at);
          if (!(await attachDraft(tx, logoId, actor.accountId, id, at))) throw logoGone();
          await declineWaiting(tx, actor.accountId, at);
          await announceCompany(tx, id);
          await recordAudit(tx, companyEntryOf(actor, origin, 'company.create', id, { name: details.name }));
        });
      } catch (error) {
        // Two requests raced. The database decided which request created the company.
        if (isOneCompanyConflict(error)) throw new Refusal('conflict', texts.inCompany, { cause: error });
        throw error;
      }
      return reread(id);
    },

    async get(actor: Actor, id: string): Promise<Company | CompanyCard> {
      const { row, relation } = await requirePermission(dependencies, database.sql, actor, id, 'read');
      if (relation === 'customer') return cardOf(row);
      return reread(id);
    },

    async update(actor: Actor, origin: Origin, id: string, { logoId, ...details }: Details): Promise<Company> {
      const at = clock.now();
      await changeCompany(dependencies, actor, id, 'update', async (tx, { row }) => {
        const fields = fieldsOf(details);
        await updateCompanyFields(tx, id, fields, at);
        if (logoId !== null && logoId !== row.logoId) {
          await releaseLogo(tx, id, at);
          if (!(await attachDraft(tx, logoId, actor.accountId, id, at))) throw logoGone();
        }
        await announceCompany(tx, id);
        await recordAudit(
          tx,
          companyEntryOf(actor, origin, 'company.update', id, { changed: changedOf(row, fields, logoId) }),
        );
      });
      return reread(id);
    },

    /** The typed company name confirms the deletion (T32). */
    async delete(actor: Actor, origin: Origin, id: string, typedName: string): Promise<void> {
      await changeCompany(dependencies, actor, id, 'delete', async (tx, { row }) => {
        if (typedName.trim() !== row.name)
          throw new Refusal('invalid_input', texts.nameDiffers, { field: 'body.name' });
        await announceCompany(tx, id);
        const devicesTaken = await devices().takeDeparted(tx, actor, origin, id);
        await mailEmployeesOfDeleted(dependencies, tx, actor, row);
        await deleteCompanyRow(tx, id, clock.now());
        await recordAudit(tx, companyEntryOf(actor, origin, 'company.delete', id, { name: row.name, devicesTaken }));
      });
    },
  };
}

/** Returns the fields of a company that the company's customers and users can see. */
export const cardOf = (row: CompanyCard): CompanyCard => ({
  id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  website: row.website,
  logoId: row.logoId,
});

const fullOf = (row: CompanyRow): Omit<Company, 'devices'> => ({
  ...cardOf(row),
  abnAcn: row.abnAcn,
  address: row.address,
  createdAt: row.createdAt.toISOString(),
  members: row.members,
});

const fieldsOf = (details: CompanyDetails): CompanyFields => ({
  ...details,
  abnAcn: details.abnAcn === null ? null : abnAcnOf(details.abnAcn),
});

/** Returns the names of the changed fields. The audit log needs no second copy of the values. */
function changedOf(row: CompanyRow, fields: CompanyFields, logoId: string | null): string[] {
  const changed = (Object.keys(fields) as (keyof CompanyFields)[]).filter((name) => fields[name] !== row[name]);
  return logoId === null || logoId === row.logoId ? changed : [...changed, 'logo'];
}

const logoGone = (): Refusal => new Refusal('gone', texts.logoGone, { field: 'body.logoId' });
