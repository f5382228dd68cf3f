import type { PasskeyOptions } from '@trace/contract/auth/factors/auth.passkeys.schema';
import type { Proof } from '@trace/contract/auth/factors/auth.proof.schema';
import { proofTexts } from '@trace/contract/auth/factors/auth.proof.texts';
import type { Actor } from '#platform/actor/actor';
import { recordAudit, recordDenied } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Tx } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { addressLimit, proofLimit } from '../auth.attempts.rules.ts';
import type { Attempts } from '../auth.attempts.service.ts';
import type { SignIn, Origin } from '../auth.sign-in.service.ts';
import { updateProvedAt } from '../sessions/auth.new-sessions.store.ts';
import type { Passkeys } from './auth.passkeys.service.ts';
import { verifyPassword } from '../accounts/auth.passwords.service.ts';
import { findPasswordHash } from '../accounts/auth.profile.store.ts';
import type { SecondFactors } from './auth.second-factor.service.ts';
import { hasSecondFactor } from './auth.second-factor.store.ts';

export type Reauthentication = ReturnType<typeof createReauthentication>;

export interface ReauthenticationOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly attempts: Attempts;
  readonly signIn: SignIn;
  readonly factors: SecondFactors;
  readonly passkeys: Passkeys;
}

/** AUTH-17: an irreversible action needs more than a session that was left open. */
export function createReauthentication({
  database,
  clock,
  attempts,
  signIn,
  factors,
  passkeys,
}: ReauthenticationOptions) {
  const checkPassword = async (actor: Actor, password: string): Promise<void> => {
    const hash = await findPasswordHash(database.sql, actor.accountId);
    if (hash === null || !(await verifyPassword({ hash, password }))) throw wrong('body.password');
  };

  /** Does all slow checks first. Returns the part that must run in the transaction of the re-authentication. */
  const check = async (actor: Actor, given: Proof): Promise<(tx: Tx) => Promise<void>> => {
    if ('passkey' in given) {
      const shown = await passkeys.check('prove', actor.accountId, given.passkey);
      if (shown === null) throw wrong();
      return async (tx) => {
        if (!(await shown.use(tx))) throw wrong();
      };
    }
    const { password, ...step } = given;
    await checkPassword(actor, password);
    if (!(await hasSecondFactor(database.sql, actor.accountId))) return async () => {};
    if (!('code' in step) && !('recoveryCode' in step)) {
      throw new Refusal('wrong_credentials', proofTexts.codeNeeded, { field: 'body.code' });
    }
    return (tx) => factors.accept(tx, { personId: actor.accountId, email: actor.email }, step);
  };

  const proveOnce = async (actor: Actor, given: Proof, { requestId, address }: Origin): Promise<Date> => {
    const finish = await check(actor, given);
    return database.transaction(async (tx) => {
      await finish(tx);
      const at = clock.now();
      await updateProvedAt(tx, actor.sessionId, at);
      const subject = { type: 'session', id: actor.sessionId };
      const details = { by: 'passkey' in given ? 'passkey' : 'password' };
      await recordAudit(tx, { actorId: actor.accountId, action: 'auth.prove', subject, details, requestId, address });
      return at;
    });
  };

  return {
    start: async ({ accountId }: Actor): Promise<{ needsCode: boolean; passkey: PasskeyOptions | null }> => ({
      needsCode: await hasSecondFactor(database.sql, accountId),
      passkey: await passkeys.ask('prove', accountId),
    }),
    /**
     * Records a re-authentication in the session and returns the time. Refuses wrong credentials and too many attempts.
     */
    prove: async (actor: Actor, given: Proof, origin: Origin): Promise<Date> => {
      const limits = [addressLimit(origin.address), proofLimit(actor.accountId)];
      await signIn.reserve(limits, actor, origin);
      try {
        const at = await proveOnce(actor, given, origin);
        await attempts.giveBack(limits);
        return at;
      } catch (error) {
        if (error instanceof Refusal) await recordDenied(database.sql, deniedOf(actor, error, origin));
        throw error;
      }
    },
  };
}

const wrong = (field?: string): Refusal =>
  new Refusal('wrong_credentials', proofTexts.wrong, field === undefined ? {} : { field });

/** A failed re-authentication of a signed-in user is recorded in the audit log. */
function deniedOf(actor: Actor, { status, code }: Refusal, { requestId, address }: Origin) {
  return { actorId: actor.accountId, endpoint: 'auth.prove', params: {}, status, code, requestId, address };
}
