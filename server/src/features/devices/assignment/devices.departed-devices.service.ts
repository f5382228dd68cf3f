import { fullName } from '@trace/contract/kernel/full-name';
import type { CompaniesPort, CompanyDevices } from '#features/companies/companies.port';
import { publishAfterCommit } from '#platform/bus/outbox';
import type { Clock } from '#platform/clock/clock';
import type { Executor } from '#platform/db/database';
import { devicesChanged } from '../devices.events.ts';
import { listUsersOf, updateDepartedRegistrants, type MovedDevice } from './devices.reassignment.store.ts';
import type { ServiceChangeMails } from './devices.service-change-mails.service.ts';

export interface DepartedDevicesDependencies {
  readonly clock: Clock;
  readonly companies: Pick<CompaniesPort, 'peopleOf'>;
  readonly serviceChangeMails: Pick<ServiceChangeMails, 'enqueueMails'>;
}

/**
 * COMP-06: the devices of departed members go to the owner who deletes the company. Without a company, each device is
 * serviced by its registrant, and a former employee must not get devices back.
 */
export function createTakeDeparted({
  clock,
  companies,
  serviceChangeMails,
}: DepartedDevicesDependencies): CompanyDevices['takeDeparted'] {
  return async (tx, owner, origin, companyId) => {
    const members = (await companies.peopleOf([companyId], tx)).get(companyId) ?? [];
    const moved = await updateDepartedRegistrants(tx, { companyId, members, to: owner.accountId, at: clock.now() });
    await publishMoved(companies, tx, { companyId, moved, also: [] });
    await serviceChangeMails.enqueueMails(tx, origin, fullName(owner), moved);
    return moved.length;
  };
}

/** Publishes to all people with these devices in a list, before or after. A device in no list needs no event. */
export async function publishMoved(
  companies: Pick<CompaniesPort, 'peopleOf'>,
  tx: Executor,
  { companyId, moved, also }: { companyId: string; moved: readonly MovedDevice[]; also: readonly string[] },
): Promise<void> {
  const [first] = moved;
  if (first === undefined) return;
  const members = (await companies.peopleOf([companyId], tx)).get(companyId) ?? [];
  const users = await listUsersOf(
    tx,
    moved.map(({ id }) => id),
  );
  const audience = [...new Set([...members, ...also, ...users.map(({ accountId }) => accountId)])];
  await publishAfterCommit(tx, devicesChanged, audience, { serial: first.serial });
}
