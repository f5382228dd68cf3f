import type { CompanyInstaller } from '@trace/contract/devices/assignment/devices.assignment.schema';
import { assignmentTexts as texts } from '@trace/contract/devices/assignment/devices.assignment.texts';
import { fullName } from '@trace/contract/kernel/full-name';
import type { CertificationPort } from '#features/certification/certification.port';
import type { CompaniesPort } from '#features/companies/companies.port';
import type { PeoplePort } from '#features/people/people.port';
import type { Actor } from '#platform/actor/actor';
import type { Database, Executor } from '#platform/db/database';
import { countByInstaller } from '../devices.companies.store.ts';

export interface CompanyInstallersDependencies {
  readonly database: Database;
  readonly companies: Pick<CompaniesPort, 'requireFor' | 'peopleOf'>;
  readonly certification: Pick<CertificationPort, 'servicingEnded'>;
  people: Pick<PeoplePort, 'accountsOf'>;
}

/** The people of a company between whom its devices can be handed over (IDEV-09). */
export function createCompanyInstallers(dependencies: CompanyInstallersDependencies) {
  const { database, companies, certification, people } = dependencies;

  /** Returns the members of the company with permission to service devices. */
  const activeOf = async (tx: Executor, companyId: string): Promise<Set<string>> => {
    const members = (await companies.peopleOf([companyId], tx)).get(companyId) ?? [];
    const ended = await certification.servicingEnded(members, tx);
    return new Set(members.filter((id) => !ended.has(id)));
  };

  return {
    activeOf,

    /**
     * Lists the installers who registered devices of the company, including departed people, and the company's members.
     */
    async list(actor: Actor, companyId: string): Promise<CompanyInstaller[]> {
      const { active, counts } = await database.transaction(async (tx) => {
        await companies.requireFor(tx, actor, companyId, 'handOverDevices');
        return { active: await activeOf(tx, companyId), counts: await countByInstaller(tx, [companyId]) };
      });
      const devicesOf = new Map(counts.map(({ accountId, count }) => [accountId, count]));
      const ids = [...new Set([...devicesOf.keys(), ...active])];
      const accounts = await people.accountsOf(ids);
      return ids
        .map((personId) => {
          const account = accounts.get(personId);
          return {
            personId,
            name: (account && fullName(account)) || texts.unknownName,
            email: account?.email ?? null,
            isActive: active.has(personId),
            devices: devicesOf.get(personId) ?? 0,
          };
        })
        .sort((one, other) => one.name.localeCompare(other.name) || one.personId.localeCompare(other.personId));
    },
  };
}
