import type { CertificationPort } from '#features/certification/certification.port';
import type { CompaniesPort } from '#features/companies/companies.port';
import type { Database, Executor } from '#platform/db/database';
import { relationTo, type Relation } from '../devices.policy.ts';
import type { DeviceFactsRow } from '../devices.store.ts';

export interface DeviceRelation<Row> {
  readonly device: Row;
  readonly accountId: string;
  readonly relation: Exclude<Relation, 'none'>;
  /** When the installer joined the device's company. Positions from before are not visible (law 6). */
  readonly joinedAt: Date | null;
}

export interface Relations {
  /**
   * Returns the relations of these people (null: all people) to these devices. Never cached: an ended membership,
   * servicing or assignment counts from the next call. Makes a handful of look-ups for any number of devices.
   */
  of<Row extends DeviceFactsRow>(
    devices: readonly Row[],
    among: ReadonlySet<string> | null,
    executor?: Executor,
  ): Promise<DeviceRelation<Row>[]>;
}

export interface RelationsDependencies {
  readonly database: Database;
  readonly companies: Pick<CompaniesPort, 'ownedBy' | 'peopleOf' | 'joinedAt'>;
  readonly certification: Pick<CertificationPort, 'servicingEnded'>;
}

export function createRelations({ database, companies, certification }: RelationsDependencies): Relations {
  /** returns a device's own company, or else the company owned by the installer. */
  const companyLookupFor = async (devices: readonly DeviceFactsRow[], executor: Executor) => {
    const alone = devices.filter(({ companyId }) => companyId === null);
    const owned = await companies.ownedBy([...new Set(alone.map(({ registeredBy }) => registeredBy))], executor);
    return (device: DeviceFactsRow): string | null => device.companyId ?? owned.get(device.registeredBy) ?? null;
  };

  return {
    async of(devices, among, executor = database.sql) {
      // Only the device's user is asked about, so the company does not matter.
      const isOwn = (device: DeviceFactsRow): boolean =>
        among?.size === 1 && device.assignedTo !== null && among.has(device.assignedTo);
      const open = devices.filter((device) => !isOwn(device));
      const companyIdOf = await companyLookupFor(open, executor);
      const companyIds = [...new Set(open.flatMap((device) => companyIdOf(device) ?? []))];
      const people = await companies.peopleOf(companyIds, executor);
      const companyOf = new Map([...people].flatMap(([id, members]) => members.map((person) => [person, id] as const)));
      const asked = (ids: Iterable<string>): string[] => [...ids].filter((id) => among === null || among.has(id));
      const askedOf = new Map([...people].map(([id, members]) => [id, asked(members)]));

      const pairs = devices.flatMap((device) => {
        const near = [device.assignedTo, isOwn(device) ? null : device.registeredBy].filter((id) => id !== null);
        const company = isOwn(device) ? null : companyIdOf(device);
        const members = company === null ? [] : (askedOf.get(company) ?? []);
        return [...new Set([...asked(near), ...members])].map((accountId) => ({ device, company, accountId }));
      });
      const installers = pairs.filter(({ device, accountId }) => device.assignedTo !== accountId);
      const ended = await certification.servicingEnded(
        [...new Set(installers.map(({ accountId }) => accountId))],
        executor,
      );
      const related = pairs.flatMap(({ device, company, accountId }) => {
        const relation = relationTo(
          { ...device, responsibleCompanyId: company },
          { accountId, companyId: companyOf.get(accountId) ?? null, mayService: !ended.has(accountId) },
        );
        return relation === 'none' ? [] : [{ device, accountId, relation }];
      });
      const ofCompany = related.filter(
        ({ device, relation }) => relation === 'installer_unassigned' && device.companyId !== null,
      );
      const joined = await companies.joinedAt([...new Set(ofCompany.map(({ accountId }) => accountId))], executor);
      return related.map((pair) => ({
        ...pair,
        joinedAt: pair.device.companyId === null ? null : (joined.get(pair.accountId) ?? null),
      }));
    },
  };
}
