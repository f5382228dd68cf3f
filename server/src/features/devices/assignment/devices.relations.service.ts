import type { CertificationPort } from '#features/certification/certification.port';
import type { CompaniesPort } from '#features/companies/companies.port';
import type { Database, Executor } from '#platform/db/database';
import { relationTo, type Relation } from '../devices.policy.ts';
import type { DeviceFactsRow } from '../devices.store.ts';

export interface DeviceRelation<Row> {
  readonly device: Row;
  readonly accountId: string;
  readonly relation: Exclude<Relation, 'none'>;
  /** Since when an installer belongs to the company of the device: nothing of the time before is theirs (law 6). */
  readonly joinedAt: Date | null;
}

export interface Relations {
  /**
   * Who of these people (of everybody: null) has to do with these devices, and how. Read anew each time: what ends (a
   * membership, a servicing, an assignment) ends with the next question. A handful of look-ups however many devices.
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
  /** a device's own company, else the one that its installer owns. */
  const standingFor = async (devices: readonly DeviceFactsRow[], executor: Executor) => {
    const alone = devices.filter(({ companyId }) => companyId === null);
    const owned = await companies.ownedBy([...new Set(alone.map(({ registeredBy }) => registeredBy))], executor);
    return (device: DeviceFactsRow): string | null => device.companyId ?? owned.get(device.registeredBy) ?? null;
  };

  return {
    async of(devices, among, executor = database.sql) {
      // Its user alone asks: no company has a say in that.
      const isOwn = (device: DeviceFactsRow): boolean =>
        among?.size === 1 && device.assignedTo !== null && among.has(device.assignedTo);
      const open = devices.filter((device) => !isOwn(device));
      const standing = await standingFor(open, executor);
      const companyIds = [...new Set(open.flatMap((device) => standing(device) ?? []))];
      const people = await companies.peopleOf(companyIds, executor);
      const companyOf = new Map([...people].flatMap(([id, members]) => members.map((person) => [person, id] as const)));
      const asked = (ids: Iterable<string>): string[] => [...ids].filter((id) => among === null || among.has(id));
      const askedOf = new Map([...people].map(([id, members]) => [id, asked(members)]));

      const pairs = devices.flatMap((device) => {
        const near = [device.assignedTo, isOwn(device) ? null : device.registeredBy].filter((id) => id !== null);
        const company = isOwn(device) ? null : standing(device);
        const members = company === null ? [] : (askedOf.get(company) ?? []);
        return [...new Set([...asked(near), ...members])].map((accountId) => ({ device, company, accountId }));
      });
      const servants = pairs.filter(({ device, accountId }) => device.assignedTo !== accountId);
      const ended = await certification.servicingEnded(
        [...new Set(servants.map(({ accountId }) => accountId))],
        executor,
      );
      const related = pairs.flatMap(({ device, company, accountId }) => {
        const relation = relationTo(
          { ...device, standingCompanyId: company },
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
