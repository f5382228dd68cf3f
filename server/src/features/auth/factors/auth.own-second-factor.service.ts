import type { SecondFactor, TotpSetUp } from '@trace/contract/auth/factors/auth.second-factor.schema';
import { secondFactorMails, secondFactorTexts } from '@trace/contract/auth/factors/auth.second-factor.texts';
import type { Actor } from '#platform/actor/actor';
import { recordAudit, ownEntryOf } from '#platform/audit/audit';
import type { Database } from '#platform/db/database';
import type { Mail } from '#platform/mail/mail';
import { Refusal } from '#platform/refusal/refusal';
import { removalView } from './auth.second-factor-removal.rules.ts';
import { deleteRemoval, findRemoval } from './auth.second-factor-removal.store.ts';
import {
  countRecoveryCodes,
  deleteSecondFactor,
  findSecondFactor,
  lockSecondFactor,
} from './auth.second-factor.store.ts';
import type { Owner, SecondFactors, Source } from './auth.second-factor.service.ts';

export type OwnSecondFactor = ReturnType<typeof createOwnSecondFactor>;

export interface OwnSecondFactorOptions {
  readonly database: Database;
  readonly mail: Mail;
  readonly factors: SecondFactors;
  readonly isStaffSecondFactorRequired: boolean;
}

/** The second factor in a signed-in user's own settings. */
export function createOwnSecondFactor(options: OwnSecondFactorOptions) {
  const { database, mail, factors } = options;

  const isRequiredOf = (actor: Actor): boolean => options.isStaffSecondFactorRequired && actor.role === 'staff';

  return {
    view: async (actor: Actor): Promise<SecondFactor> => {
      const { sql } = database;
      const row = await findSecondFactor(sql, actor.accountId);
      const removal = await findRemoval(sql, actor.accountId);
      return {
        isOn: row !== undefined && row.confirmedAt !== null,
        recoveryCodesLeft: await countRecoveryCodes(sql, actor.accountId),
        isRequired: isRequiredOf(actor),
        removal: removal === undefined ? null : removalView(removal),
      };
    },
    start: (actor: Actor, source: Source): Promise<TotpSetUp> =>
      database.transaction(async (tx) => {
        const setUp = await factors.beginSetUp(tx, ownerOf(actor));
        await recordAudit(tx, ownEntryOf(actor.accountId, source, 'auth.startSecondFactor'));
        return setUp;
      }),
    confirm: (actor: Actor, code: string, source: Source): Promise<string[]> =>
      database.transaction((tx) => factors.finishSetUp(tx, ownerOf(actor), code, source)),
    renewCodes: (actor: Actor, source: Source): Promise<string[]> =>
      database.transaction(async (tx) => {
        if (!(await lockSecondFactor(tx, actor.accountId))) throw new Refusal('conflict', secondFactorTexts.notOn);
        await recordAudit(tx, ownEntryOf(actor.accountId, source, 'auth.renewRecoveryCodes'));
        const key = `recovery-codes-renewed:${source.requestId}`;
        await mail.send(tx, { ...secondFactorMails.recoveryCodesRenewed, to: actor.email, reason: 'account', key });
        return factors.newCodes(tx, actor.accountId);
      }),
    turnOff: (actor: Actor, source: Source): Promise<void> =>
      database.transaction(async (tx) => {
        if (isRequiredOf(actor)) throw new Refusal('conflict', secondFactorTexts.required);
        await deleteRemoval(tx, actor.accountId);
        if (!(await deleteSecondFactor(tx, actor.accountId))) throw new Refusal('conflict', secondFactorTexts.notOn);
        await recordAudit(tx, ownEntryOf(actor.accountId, source, 'auth.turnOffSecondFactor'));
        const key = `second-factor-off:${source.requestId}`;
        await mail.send(tx, { ...secondFactorMails.turnedOff, to: actor.email, reason: 'account', key });
      }),
  };
}

const ownerOf = ({ accountId: personId, email }: Actor): Owner => ({ personId, email });
