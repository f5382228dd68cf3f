import { removalRules } from '@trace/contract/auth/factors/auth.second-factor.rules';
import type { Removal, WaitingRemoval } from '@trace/contract/auth/factors/auth.second-factor.schema';
import { secondFactorMails, secondFactorTexts } from '@trace/contract/auth/factors/auth.second-factor.texts';
import { consoleSource, recordAudit, type AuditSource } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Mail } from '#platform/mail/mail';
import { Refusal } from '#platform/refusal/refusal';
import { normaliseEmail } from '@trace/contract/kernel/email-address';
import { hashOfToken, newToken } from '../auth.tokens.service.ts';
import { removalView } from './auth.second-factor-removal.rules.ts';
import {
  approveRemoval,
  deleteDueSecondFactors,
  deleteLapsedRemovals,
  deleteRemovalByToken,
  findRemoval,
  insertRemoval,
  listWaitingRemovals,
} from './auth.second-factor-removal.store.ts';
import type { Owner, Source } from './auth.second-factor.service.ts';
import { findPersonByEmail } from '../auth.store.ts';

/** Number of requests that a sweep handles. */
const REMOVALS_PER_SWEEP = 200;

export type SecondFactorRemovals = ReturnType<typeof createSecondFactorRemovals>;

export interface SecondFactorRemovalsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly mail: Mail;
  portalUrl(): string;
}

/** AUTH-18: recovery for a user who has lost the second factor and the recovery codes. */
export function createSecondFactorRemovals({ database, clock, mail, portalUrl }: SecondFactorRemovalsOptions) {
  const find = async (personId: string): Promise<Removal | null> => {
    const row = await findRemoval(database.sql, personId);
    return row === undefined ? null : removalView(row);
  };

  const before = (ms: number): Date => new Date(clock.now().getTime() - ms);

  const removeDue = (): Promise<void> =>
    database.transaction(async (tx) => {
      for (const due of await deleteDueSecondFactors(tx, before(removalRules.waitMs), REMOVALS_PER_SWEEP)) {
        await recordAudit(tx, ownEntry('auth.removeSecondFactor', due.personId));
        const key = `second-factor-removed:${due.personId}:${due.askedAt.getTime()}`;
        await mail.send(tx, { ...secondFactorMails.removed, to: due.email, reason: 'account', key });
      }
    });

  const forgetLapsed = (): Promise<void> =>
    database.transaction(async (tx) => {
      const lapsed = await deleteLapsedRemovals(tx, before(removalRules.lapseMs), REMOVALS_PER_SWEEP);
      for (const personId of lapsed) await recordAudit(tx, ownEntry('auth.lapseRemoval', personId));
    });

  return {
    find,
    /** Stores the request and mails the user at once. A pending request stays unchanged. */
    request: async ({ personId, email }: Owner, source: Source): Promise<Removal> => {
      const token = newToken();
      await database.transaction(async (tx) => {
        const isNew = await insertRemoval(tx, { personId, cancelHash: hashOfToken(token), at: clock.now() });
        if (!isNew) return;
        await recordAudit(tx, { ...ownEntry('auth.askRemoval', personId), ...source });
        // Behind the hash, so that the token stands in no log of a server on the way.
        const link = `${portalUrl()}/keep-second-step#${token}`;
        const key = `second-factor-removal:${source.requestId}`;
        await mail.send(tx, { ...secondFactorMails.removalAsked(link), to: email, reason: 'account', key });
      });
      const removal = await find(personId);
      if (removal === null) throw new Refusal('gone', secondFactorTexts.stepOver);
      return removal;
    },
    /** Cancels a request by the token from the email. Refuses with `not_found`. */
    cancel: (token: string, source: Source): Promise<void> =>
      database.transaction(async (tx) => {
        const personId = await deleteRemovalByToken(tx, hashOfToken(token));
        if (personId === undefined) throw new Refusal('not_found', secondFactorTexts.cancelUnknown);
        await recordAudit(tx, { ...ownEntry('auth.cancelRemoval', personId), ...source });
      }),
    waiting: async (): Promise<WaitingRemoval[]> =>
      (await listWaitingRemovals(database.sql)).map(({ askedAt, ...row }) => {
        const { askedAt: asked, effectiveAt } = removalView({ askedAt, approvedAt: null });
        return { ...row, askedAt: asked, effectiveAt };
      }),
    /** Called by staff after a check. Refuses with `not_found` if the account has no request awaiting approval. */
    approve: async (typedEmail: string, source: AuditSource = consoleSource): Promise<Removal> => {
      const person = await findPersonByEmail(database.sql, normaliseEmail(typedEmail));
      const approved = await database.transaction(async (tx) => {
        if (person === undefined || !(await approveRemoval(tx, person.id, clock.now()))) return null;
        await recordAudit(tx, { ...ownEntry('auth.approveRemoval', person.id), ...source });
        return findRemoval(tx, person.id);
      });
      if (!approved) throw new Refusal('not_found', secondFactorTexts.lostNotWaiting);
      return removalView(approved);
    },
    /**
     * Removes second factors whose approved requests are old enough. Deletes lapsed requests that were never approved.
     */
    sweep: async (): Promise<void> => {
      await removeDue();
      await forgetLapsed();
    },
  };
}

/** No user is signed in at this point, so the server records the entry for the account, without an actor. */
function ownEntry(action: string, personId: string) {
  const subject = { type: 'account', id: personId };
  return { actorId: null, action, subject, details: {}, requestId: null, address: null };
}
