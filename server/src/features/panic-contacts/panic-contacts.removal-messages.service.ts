import { randomUUID } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '@trace/contract/kernel/time';
import type { Clock } from '#platform/clock/clock';
import type { Executor } from '#platform/db/database';
import { defineJob, type JobEnd, type Jobs } from '#platform/jobs/jobs';
import type { Mail } from '#platform/mail/mail';
import type { Sms } from '#platform/sms/sms';
import { z } from 'zod';
import type { ContactAddressee } from './panic-contacts.invitations.service.ts';

export interface RemovalMessageDependencies {
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly mail: Pick<Mail, 'send'>;
  readonly sms: Sms;
}

/** The texts of one reason. Each is given the name of the user. */
interface RemovalWords {
  subject(asker: string): string;
  text(asker: string): string;
  /** Left out where the text of the email serves for both. */
  sms?(asker: string): string;
}

/** The job holds the number and the text, because neither is stored any more. */
const removedBySmsJob = defineJob(
  'panicContacts.removedBySms',
  z.object({ id: z.uuid(), to: z.string(), text: z.string(), giveUpAt: z.coerce.date() }),
);

const RETRY_FOR_MS = HOUR_MS;

/** Returns the function that tells an address which had agreed that no alarm comes to the address any more. */
export function createRemovalMessages({ clock, jobs, mail, sms }: RemovalMessageDependencies) {
  const sendSms = async ({ id, to, text, giveUpAt }: z.infer<typeof removedBySmsJob.payload>): Promise<JobEnd> => {
    if (!sms.isConfigured()) return;
    const { outcome } = await sms.send({ to, text, key: `panic-contact-removed:${id}` });
    const now = clock.now();
    return outcome === 'failed' && now < giveUpAt ? new Date(now.getTime() + MINUTE_MS) : undefined;
  };
  jobs.define(removedBySmsJob, sendSms);

  return async (
    tx: Executor,
    { kind, address: to }: ContactAddressee,
    asker: string,
    words: RemovalWords,
  ): Promise<void> => {
    const id = randomUUID();
    if (kind === 'phone') {
      const giveUpAt = new Date(clock.now().getTime() + RETRY_FOR_MS);
      return jobs.enqueue(tx, removedBySmsJob, { id, to, text: (words.sms ?? words.text)(asker), giveUpAt });
    }
    await mail.send(tx, {
      ...{ to, reason: 'panicContact', subject: words.subject(asker), text: words.text(asker) },
      // Does not name the account, so that the email also leaves when the user deletes the account.
      key: `panic-contact-removed:${id}`,
    });
  };
}

export type SendRemoval = ReturnType<typeof createRemovalMessages>;
