import type { PeoplePort } from '#features/people/people.port';
import { assignmentTexts as texts } from '@trace/contract/devices/assignment/devices.assignment.texts';
import { deviceName } from '@trace/contract/devices/devices.rules';
import type { Database, Executor } from '#platform/db/database';
import type { CallOrigin } from '#platform/http/route';
import { defineJob, type Jobs } from '#platform/jobs/jobs';
import type { Mail } from '#platform/mail/mail';
import { listUsersOf } from './devices.reassignment.store.ts';
import { z } from 'zod';

/** Devices per mail job. Each job is a short transaction. */
const CHUNK = 200;
/** The name of the job is stored with waiting jobs, so it stays. */
const MAIL_USERS = defineJob(
  'devices.tellNewParty',
  // `key` makes each email unique, however often the job runs.
  z.object({ party: z.string(), deviceIds: z.array(z.number()), key: z.string() }),
);

export type ServiceChangeMails = ReturnType<typeof createServiceChangeMails>;

export interface ServiceChangeMailsDependencies {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly mail: Pick<Mail, 'send'>;
  people: Pick<PeoplePort, 'accountsOf'>;
  portalUrl(): string;
}

/** Authorization.md: the user of a device is told of each new party with access. */
export function createServiceChangeMails({ database, jobs, mail, people, portalUrl }: ServiceChangeMailsDependencies) {
  jobs.define(MAIL_USERS, async ({ party, deviceIds, key }) => {
    const users = Map.groupBy(await listUsersOf(database.sql, deviceIds), ({ accountId }) => accountId);
    const accounts = await people.accountsOf([...users.keys()]);
    await database.transaction(async (tx) => {
      for (const [accountId, devices] of users) {
        const to = accounts.get(accountId)?.email;
        if (to === undefined) continue;
        const names = devices.map(({ serial, nickname }) => deviceName(serial, nickname)).join(', ');
        const text = texts.newPartyMailText({ devices: names, party, url: `${portalUrl()}/user?tab=devices` });
        await mail.send(tx, {
          to,
          subject: texts.newPartyMailSubject,
          text,
          reason: 'device',
          key: `${key}:${accountId}`,
        });
      }
    });
  });

  return {
    /** Mails the users of these devices the name of the new servicing party, after the transaction has committed. */
    async enqueueMails(
      tx: Executor,
      { requestId }: Pick<CallOrigin, 'requestId'>,
      party: string,
      devices: readonly { id: number }[],
    ): Promise<void> {
      for (let first = 0; first < devices.length; first += CHUNK) {
        const deviceIds = devices.slice(first, first + CHUNK).map(({ id }) => id);
        const payload = { party, deviceIds, key: `device-new-party:${requestId}:${first}` };
        await jobs.enqueue(tx, MAIL_USERS, payload);
      }
    },
  };
}
