import { assignmentTexts as texts } from '@trace/contract/devices/assignment/devices.assignment.texts';
import { fullName } from '@trace/contract/kernel/full-name';
import type { CompaniesPort } from '#features/companies/companies.port';
import type { Actor } from '#platform/actor/actor';
import { recordAudit, entryOf } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import { countOutside, updateCompanyOfOwn, updateRegistrant } from './devices.reassignment.store.ts';
import { createCompanyInstallers, type CompanyInstallersDependencies } from './devices.company-installers.service.ts';
import type { ServiceChangeMails } from './devices.service-change-mails.service.ts';
import { publishMoved } from './devices.departed-devices.service.ts';

export type ReassignmentService = ReturnType<typeof createReassignmentService>;

export interface ReassignmentDependencies extends CompanyInstallersDependencies {
  readonly clock: Clock;
  readonly companies: Pick<CompaniesPort, 'requireFor' | 'peopleOf' | 'ownedBy'>;
  readonly serviceChangeMails: Pick<ServiceChangeMails, 'enqueueMails'>;
}

/**
 * The devices of a company. Devices of a departed member go to another member (IDEV-09). A newcomer can bring devices
 * along (REG-10).
 */
export function createReassignmentService(dependencies: ReassignmentDependencies) {
  const { database, clock, companies, serviceChangeMails, people } = dependencies;
  const installers = createCompanyInstallers(dependencies);

  return {
    installers: installers.list,

    /** Answers how many devices there were. */
    async handOver(
      actor: Actor,
      origin: CallOrigin,
      companyId: string,
      { from, to }: { from: string; to: string },
    ): Promise<number> {
      const taker = (await people.accountsOf([to])).get(to);
      return database.transaction(async (tx) => {
        await companies.requireFor(tx, actor, companyId, 'handOverDevices');
        const active = await installers.activeOf(tx, companyId);
        if (active.has(from)) throw new Refusal('conflict', texts.stillActive, { field: 'body.fromPersonId' });
        if (taker === undefined || !active.has(to))
          throw new Refusal('conflict', texts.notActive, { field: 'body.toPersonId' });
        const moved = await updateRegistrant(tx, { companyId, from, to, at: clock.now() });
        await recordAudit(
          tx,
          entryOf(
            actor.accountId,
            origin,
            'device.handOver',
            { type: 'company', id: companyId },
            { from, to, devices: moved.length },
          ),
        );
        await publishMoved(companies, tx, { companyId, moved, also: [from] });
        await serviceChangeMails.enqueueMails(tx, origin, fullName(taker), moved);
        return moved.length;
      });
    },

    async countOutside(actor: Actor, companyId: string): Promise<number> {
      return database.transaction(async (tx) => {
        await companies.requireFor(tx, actor, companyId, 'bringDevices');
        return countOutside(tx, actor.accountId);
      });
    },

    /** Answers how many devices there were. */
    async bring(actor: Actor, origin: CallOrigin, companyId: string): Promise<number> {
      return database.transaction(async (tx) => {
        const { name } = await companies.requireFor(tx, actor, companyId, 'bringDevices');
        const moved = await updateCompanyOfOwn(tx, companyId, actor.accountId);
        await recordAudit(
          tx,
          entryOf(
            actor.accountId,
            origin,
            'device.bring',
            { type: 'company', id: companyId },
            { devices: moved.length },
          ),
        );
        await publishMoved(companies, tx, { companyId, moved, also: [] });
        // The owner's company has been responsible for these devices all along.
        const owned = (await companies.ownedBy([actor.accountId], tx)).get(actor.accountId);
        if (owned !== companyId) await serviceChangeMails.enqueueMails(tx, origin, name, moved);
        return moved.length;
      });
    },
  };
}
