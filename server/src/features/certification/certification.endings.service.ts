import { EXPIRING_MS } from '@trace/contract/certification/certification.rules';
import { certificationMails } from '@trace/contract/certification/certification.claim.texts';
import { certificationTexts } from '@trace/contract/certification/certification.texts';
import type { PeoplePort } from '#features/people/people.port';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import type { Mail } from '#platform/mail/mail';
import type { EndedHandler } from './certification.port.ts';
import { endPending } from './certification.claims.store.ts';
import { dayOf, validityAt } from './certification.rules.ts';
import {
  findRenewal,
  findUnnotified,
  findUnreminded,
  passOn,
  updateNotified,
  updateReminded,
  type EndedCertification,
  type ExpiringCertification,
} from './certification.endings.store.ts';

/** Where a holder can be told, and in which time zone their days are. */
export interface Holder {
  readonly email: string;
  readonly firstName: string;
  readonly timeZone: string;
}

export interface UnassignmentDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly mail: Pick<Mail, 'send'>;
  readonly people: Pick<PeoplePort, 'accountsOf'>;
}

export interface EndingsDependencies extends UnassignmentDependencies {
  /** Runs in the transaction that tells a holder. */
  ended: EndedHandler;
}

export type CertificationEndings = ReturnType<typeof createCertificationEndings>;

export function createCertificationEndings(dependencies: EndingsDependencies) {
  const { database, clock, mail, people, ended: runHandlers } = dependencies;

  const renewNext = (): Promise<boolean> =>
    database.transaction(async (tx) => {
      const renewal = await findRenewal(tx, clock.now());
      if (renewal === undefined) return false;
      await passOn(tx, renewal, clock.now());
      // The record has the email and name of the account's earlier certification, so a pending claim by name ends.
      await endPending(tx, renewal.freshId, { outcome: 'taken', at: clock.now() });
      return true;
    });

  const remindNext = (): Promise<boolean> =>
    database.transaction(async (tx) => {
      const now = clock.now();
      const expiring = await findUnreminded(tx, now, new Date(now.getTime() + EXPIRING_MS));
      if (expiring === undefined) return false;
      await mailExpiring(tx, expiring);
      await updateReminded(tx, expiring.id);
      return true;
    });

  const mailExpiring = async (
    tx: Executor,
    { id, number, personId, expiresAt }: ExpiringCertification,
  ): Promise<void> => {
    const holder = (await people.accountsOf([personId])).get(personId);
    if (holder === undefined) return;
    const { subject, text } = certificationMails.expiring;
    await mail.send(tx, {
      to: holder.email,
      reason: 'account',
      subject,
      text: text(number, lastDayOf(expiresAt, holder.timeZone)),
      key: `certification-expiring:${id}:${expiresAt.toISOString()}`,
    });
  };

  const mailNextEnded = (): Promise<boolean> =>
    database.transaction(async (tx) => {
      const ended = await findUnnotified(tx, clock.now());
      if (ended === undefined) return false;
      await mailHolder(tx, ended);
      await updateNotified(tx, ended.id, clock.now());
      return true;
    });

  const mailHolder = async (tx: Executor, ended: EndedCertification): Promise<void> => {
    const holder = (await people.accountsOf([ended.personId])).get(ended.personId);
    const { reason, endsAt, servicingUntil } = validityAt(ended, clock.now());
    if (holder === undefined || reason === null || endsAt === null || servicingUntil === null) return;
    const { subject, text } = certificationMails.ended;
    await mail.send(tx, {
      to: holder.email,
      reason: 'account',
      subject,
      text: text(
        ended.number,
        certificationTexts.endedBecause[reason],
        lastDayOf(endsAt, holder.timeZone),
        lastDayOf(servicingUntil, holder.timeZone),
      ),
      key: `certification-ended:${ended.id}:${endsAt.toISOString()}`,
    });
    await runHandlers(tx, {
      personId: ended.personId,
      reason,
      lastDaysIn: (timeZone) => ({
        ended: lastDayOf(endsAt, timeZone),
        servicing: lastDayOf(servicingUntil, timeZone),
      }),
    });
  };

  return {
    /**
     * Passes renewals on, then tells each holder of a coming and a past end once, however many processes and restarts
     * there are.
     */
    settle: async (): Promise<void> => {
      while (await renewNext());
      while (await remindNext());
      while (await mailNextEnded());
    },
  };
}

/** The last day on which a certification counts. A certification that ends with a day ends at the next midnight. */
const lastDayOf = (at: Date, timeZone: string): string => dayOf(new Date(at.getTime() - 1), timeZone);
