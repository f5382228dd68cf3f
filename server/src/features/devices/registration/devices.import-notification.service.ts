import { assignmentRules } from '@trace/contract/devices/assignment/devices.assignment.rules';
import { assignmentTexts as texts } from '@trace/contract/devices/assignment/devices.assignment.texts';
import { fullName } from '@trace/contract/kernel/full-name';
import type { CompaniesPort } from '#features/companies/companies.port';
import { publishAfterCommit } from '#platform/bus/outbox';
import type { Clock } from '#platform/clock/clock';
import type { Executor } from '#platform/db/database';
import type { Mail } from '#platform/mail/mail';
import { assignmentChanged, devicesChanged } from '../devices.events.ts';
import type { Registrant } from './devices.bulk-registration.service.ts';
import { countAssignmentMails } from './devices.import.store.ts';

/** A device that an import has assigned, with the user or the address that the assignment waits for. */
export interface AssignedDevice {
  readonly serial: string;
  readonly email: string;
  readonly accountId: string | null;
}

export interface ImportNotificationDependencies {
  readonly clock: Clock;
  readonly mail: Pick<Mail, 'sendAll'>;
  readonly companies: Pick<CompaniesPort, 'cardsOf' | 'cardsOfOwners'>;
  portalUrl(): string;
}

/** Mails and publishes the assignments of an import to their users. */
export function createImportNotifications({ clock, mail, companies, portalUrl }: ImportNotificationDependencies) {
  return {
    /** Returns the name of the company that the mails mention. */
    async companyOf({ actor, companyId }: Registrant): Promise<string | null> {
      const { accountId } = actor;
      const card =
        companyId === null
          ? (await companies.cardsOfOwners([accountId])).get(accountId)
          : (await companies.cardsOf([companyId])).get(companyId);
      return card?.name ?? null;
    },

    /** T58: limits the mails per address. The mails do not mention the device. */
    async mailAll(
      tx: Executor,
      by: Registrant,
      given: readonly AssignedDevice[],
      company: string | null,
    ): Promise<void> {
      const at = clock.now();
      const limits = {
        at,
        after: new Date(at.getTime() - assignmentRules.mailsWindowMs),
        most: assignmentRules.mailsPerAddress,
      };
      const places = await countAssignmentMails(
        tx,
        given.map(({ email }) => email),
        limits,
      );
      const text = texts.assignedMailText({ installer: fullName(by.actor), company, url: `${portalUrl()}/` });
      await mail.sendAll(
        tx,
        places.map((place) => ({
          to: given[place]!.email,
          reason: 'assignment',
          subject: texts.assignedMailSubject,
          text,
          key: `device-assigned:${by.origin.requestId}:${given[place]!.serial}`,
        })),
      );
    },

    async publishToUsers(tx: Executor, given: readonly AssignedDevice[]): Promise<void> {
      const users = [...new Set(given.flatMap(({ accountId }) => accountId ?? []))];
      if (users.length === 0) return;
      await publishAfterCommit(tx, devicesChanged, users, { serial: given[0]!.serial });
      for (const { accountId, serial } of given)
        if (accountId !== null)
          await publishAfterCommit(tx, assignmentChanged, [accountId], { serial, what: 'assigned' });
    },
  };
}
