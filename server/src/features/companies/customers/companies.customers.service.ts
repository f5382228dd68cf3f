import type { listCustomers } from '@trace/contract/companies/companies.customers.api';
import { companiesTexts as texts } from '@trace/contract/companies/companies.texts';
import type { AnswerOf, QueryOf } from '@trace/contract/kernel/endpoint';
import { fullName } from '@trace/contract/kernel/full-name';
import type { Actor } from '#platform/actor/actor';
import { recordAudit } from '#platform/audit/audit';
import { Refusal } from '#platform/refusal/refusal';
import { announceCompany } from '../companies.events.ts';
import {
  changeCompany,
  companyEntryOf,
  requirePermission,
  type CompaniesDependencies,
  type Origin,
} from '../companies.permission.service.ts';
import {
  countCustomers,
  deleteCustomer,
  listCustomerRows,
  type CustomerPlace,
  type CustomerRow,
} from './companies.customers.store.ts';

export type CustomersService = ReturnType<typeof createCustomersService>;

/** COMP-10: the users who joined a company by its link, as the owner sees them. */
export function createCustomersService(dependencies: CompaniesDependencies) {
  const { database, people, mail } = dependencies;

  return {
    async list(
      actor: Actor,
      companyId: string,
      { after, limit }: QueryOf<typeof listCustomers>,
    ): Promise<AnswerOf<typeof listCustomers>> {
      await requirePermission(dependencies, database.sql, actor, companyId, 'listCustomers');
      const rows = await listCustomerRows(database.sql, companyId, placeOf(after), limit + 1);
      const shown = rows.slice(0, limit);
      const [accounts, total] = await Promise.all([
        people.accountsOf(shown.map(({ personId }) => personId)),
        countCustomers(database.sql, companyId),
      ]);
      const customers = shown.map(({ personId, joinedAt }) => {
        const account = accounts.get(personId);
        const name = account && fullName(account);
        return {
          id: personId,
          name: name || texts.unknownName,
          email: account?.email ?? '',
          joinedAt: joinedAt.toISOString(),
        };
      });
      return { customers, total, next: rows.length > limit ? cursorOf(shown.at(-1)!) : null };
    },

    async remove(actor: Actor, origin: Origin, companyId: string, personId: string): Promise<void> {
      const email = (await people.accountsOf([personId])).get(personId)?.email;
      await changeCompany(dependencies, actor, companyId, 'removeCustomer', async (tx, { row }) => {
        if (!(await deleteCustomer(tx, companyId, personId))) throw new Refusal('not_found', texts.customerNotFound);
        await announceCompany(tx, companyId, [personId]);
        if (email !== undefined) {
          const { name: company } = row;
          const text = texts.removedCustomerMailText({ company });
          const key = `company-customer-removed:${origin.requestId}`;
          await mail.send(tx, { to: email, subject: texts.removedMailSubject(company), text, reason: 'company', key });
        }
        await recordAudit(tx, companyEntryOf(actor, origin, 'company.removeCustomer', companyId, { personId }));
      });
    },
  };
}

const cursorOf = ({ joinedAt, personId }: CustomerRow): string => `${joinedAt.getTime()}_${personId}`;

function placeOf(cursor: string | undefined): CustomerPlace | null {
  if (cursor === undefined) return null;
  const [ms, personId] = cursor.split('_');
  return { joinedAt: new Date(Number(ms)), personId: personId! };
}
