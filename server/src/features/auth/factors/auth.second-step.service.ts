import { authTexts } from '@trace/contract/auth/auth.texts';
import { secondFactorLimits } from '@trace/contract/auth/factors/auth.second-factor.rules';
import type { Removal, SecondStep } from '@trace/contract/auth/factors/auth.second-factor.schema';
import { secondFactorTexts } from '@trace/contract/auth/factors/auth.second-factor.texts';
import type { Clock } from '#platform/clock/clock';
import type { Database, Tx } from '#platform/db/database';
import { Refusal } from '#platform/refusal/refusal';
import { SWEEP_LIMIT } from '#platform/jobs/sweep';
import { addressLimit, removalLimit, secondStepLimits } from '../auth.attempts.rules.ts';
import type { Attempts } from '../auth.attempts.service.ts';
import type { KnownBrowsers } from '../sessions/auth.known-browsers.service.ts';
import type { AuthCookies } from '../sessions/auth.cookies.service.ts';
import type { ClientBrowser, SignIn, SecondStepRequired, Origin, SignedIn } from '../auth.sign-in.service.ts';
import { hashOfToken, newToken } from '../auth.tokens.service.ts';
import type { SecondFactorRemovals } from './auth.second-factor-removal.service.ts';
import { wrongCode } from './auth.second-factor.service.ts';
import type { Owner, SecondFactors } from './auth.second-factor.service.ts';
import { hasSecondFactor } from './auth.second-factor.store.ts';
import { deleteStepsOver, findStep, insertStep, takeStep } from './auth.second-step.store.ts';
import type { StepKind, StepRow } from './auth.second-step.store.ts';
import type { WrongCodeMails } from './auth.wrong-codes-mail.service.ts';
import type { Sessions } from '../sessions/auth.sessions.service.ts';

export type SecondSteps = ReturnType<typeof createSecondSteps>;

export interface SecondStepsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly cookies: AuthCookies;
  readonly attempts: Attempts;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  readonly knownBrowsers: Pick<KnownBrowsers, 'idOf'>;
  readonly factors: SecondFactors;
  readonly removals: SecondFactorRemovals;
  readonly wrongCodeMails: WrongCodeMails;
}

/** Between a right password and a session, where there is a second factor. */
export function createSecondSteps(options: SecondStepsOptions) {
  const { database, clock, cookies, attempts, sessions, signIn, knownBrowsers } = options;
  const { factors, removals, wrongCodeMails } = options;

  const current = async (browser: ClientBrowser): Promise<StepRow & { tokenHash: Buffer }> => {
    const token = cookies.stepTokenIn(browser.cookies);
    const tokenHash = token === null ? null : hashOfToken(token);
    const step = tokenHash === null ? undefined : await findStep(database.sql, tokenHash, clock.now());
    if (tokenHash === null || step === undefined) throw isOver();
    return { ...step, tokenHash };
  };

  const remember = async (owner: Owner, kind: StepKind, reserved: readonly string[]): Promise<string> => {
    const token = newToken();
    const expiresAt = new Date(clock.now().getTime() + secondFactorLimits.stepMs);
    await insertStep(database.sql, {
      tokenHash: hashOfToken(token),
      personId: owner.personId,
      kind,
      reserved,
      expiresAt,
    });
    return cookies.step(token);
  };

  const check = async (tx: Tx, step: StepRow, given: SecondStep, origin: Origin): Promise<string[] | null> => {
    if (step.kind === 'set_up') {
      if (!('code' in given)) throw wrongCode('recoveryCode');
      return factors.finishSetUp(tx, step, given.code, origin);
    }
    await factors.accept(tx, step, given);
    return null;
  };

  /** The step, the code and the session succeed together, or the transaction rolls back. */
  const pass = (step: StepRow & { tokenHash: Buffer }, given: SecondStep, origin: Origin) =>
    database.transaction(async (tx) => {
      if (!(await takeStep(tx, step.tokenHash, clock.now()))) throw isOver();
      const recoveryCodes = await check(tx, step, given, origin);
      const token = await sessions.begin(tx, step.personId, origin);
      if (token === null) throw new Refusal('wrong_credentials', authTexts.wrongCredentials);
      return { token, recoveryCodes };
    });

  return {
    /** Remembers, for five minutes and for the browser that gets the cookie, that this person's password was right. */
    begin: async (owner: Owner, reserved: readonly string[]): Promise<SecondStepRequired> => {
      if (await hasSecondFactor(database.sql, owner.personId)) {
        const setCookies = [await remember(owner, 'code', reserved)];
        return { secondFactor: { step: 'code', removal: await removals.find(owner.personId) }, setCookies };
      }
      const setUp = await factors.beginSetUp(database.sql, owner);
      return { secondFactor: { step: 'set_up', setUp }, setCookies: [await remember(owner, 'set_up', reserved)] };
    },
    /** Signs in. Recovery codes are answered when the code has turned a required second factor on. */
    finish: async (
      given: SecondStep,
      browser: ClientBrowser,
    ): Promise<SignedIn & { recoveryCodes: string[] | null }> => {
      const { actor, origin } = browser;
      const step = await current(browser);
      const who = { email: step.email, accountId: step.personId };
      const browserId = await knownBrowsers.idOf(step.personId, browser.cookies);
      const limits = [addressLimit(origin.address), ...secondStepLimits(step.personId, browserId)];
      await signIn.reserve(limits, who, origin);
      try {
        const { token, recoveryCodes } = await pass(step, given, origin);
        if (actor !== null) await sessions.end(actor.sessionId, 'new_sign_in', origin);
        // Apart: the address stands in both, and was counted in both.
        await attempts.giveBack(step.reserved.map((key) => ({ key })));
        await attempts.giveBack(limits);
        const signedIn = await signIn.enter(token, browser, [cookies.session(token), cookies.step()]);
        return { ...signedIn, recoveryCodes };
      } catch (error) {
        const isWrong = error instanceof Refusal && error.code === 'wrong_credentials';
        if (isWrong) {
          await signIn.fail(who, origin, 'wrong_second_factor');
          if (step.kind === 'code') await wrongCodeMails.count(step, origin);
        }
        throw error;
      }
    },
    /** Asks to remove a lost second factor (AUTH-18). */
    askRemoval: async (browser: ClientBrowser): Promise<Removal> => {
      const step = await current(browser);
      if (step.kind !== 'code') throw isOver();
      const limits = [addressLimit(browser.origin.address), removalLimit(step.personId)];
      await signIn.reserve(limits, { email: step.email, accountId: step.personId }, browser.origin);
      return removals.request(step, browser.origin);
    },
    sweep: (): Promise<void> => deleteStepsOver(database.sql, clock.now(), SWEEP_LIMIT),
  };
}

const isOver = (): Refusal => new Refusal('gone', secondFactorTexts.stepOver);
