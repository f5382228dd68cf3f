import { randomUUID } from 'node:crypto';
import { RESET_LINK_LIVES_MS, RESET_PATH } from '@trace/contract/auth/sign-up/auth.reset.rules';
import { resetTexts } from '@trace/contract/auth/sign-up/auth.reset.texts';
import { roleSchema } from '@trace/contract/kernel/roles';
import { MINUTE_MS } from '@trace/contract/kernel/time';
import { recordAudit } from '#platform/audit/audit';
import type { Clock } from '#platform/clock/clock';
import type { Database, Executor } from '#platform/db/database';
import { defineJob, type Jobs } from '#platform/jobs/jobs';
import type { Mail } from '#platform/mail/mail';
import { Refusal } from '#platform/refusal/refusal';
import { SWEEP_LIMIT } from '#platform/jobs/sweep';
import type { Attempts } from '../auth.attempts.service.ts';
import type { KnownBrowsers } from '../sessions/auth.known-browsers.service.ts';
import { normaliseEmail } from '@trace/contract/kernel/email-address';
import { hashOfToken, newToken } from '../auth.tokens.service.ts';
import type { HashingLimit } from '../accounts/auth.hashing-limit.service.ts';
import { findPasswordOwner, requireGoodPassword } from './auth.new-password.service.ts';
import type { HashPassword } from '../accounts/auth.passwords.service.ts';
import { deletePasskeys } from '../factors/auth.passkeys.store.ts';
import { deletePassword, deleteResets, savePassword } from '../accounts/auth.profile.store.ts';
import { deleteHalfSignIns, deleteResetsOver, findReset, insertReset, takeReset } from './auth.reset.store.ts';
import type { Sessions } from '../sessions/auth.sessions.service.ts';
import { findRole } from '../sessions/auth.sessions.store.ts';
import type { PasswordLink } from '../auth.port.ts';
import { resetAddressLimit, resetLinkLimit, resetMailLimit, supportResetLimit } from './auth.sign-up-limits.rules.ts';
import type { SignUpBrowser } from './auth.sign-up.service.ts';
import { findPersonByEmail } from '../auth.store.ts';
import { z } from 'zod';

/**
 * The job that sends the link. Runs after the response, so that the response time does not reveal whether the account
 * exists.
 */
const SEND_LINK = defineJob('auth.sendResetLink', z.object({ requestId: z.string(), email: z.string() }));
type LinkWork = z.infer<typeof SEND_LINK.payload>;

export type Resets = ReturnType<typeof createResets>;

export interface ResetsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly mail: Mail;
  readonly attempts: Attempts;
  readonly knownBrowsers: KnownBrowsers;
  readonly sessions: Pick<Sessions, 'endAllIn'>;
  readonly hashing: HashingLimit;
  readonly hashPassword: HashPassword;
  portalUrl(): string;
}

/** Resets a forgotten password (AUTH-12). Registers the mail job with `jobs`. */
export function createResets(options: ResetsOptions) {
  const { database, clock, jobs, mail, attempts, knownBrowsers, sessions, hashing, hashPassword, portalUrl } = options;

  const sendLinkIn = async (tx: Executor, requestId: string, link: PasswordLink): Promise<void> => {
    const { accountId: personId, email: to, livesMs, words } = link;
    const token = newToken();
    const expiresAt = new Date(clock.now().getTime() + livesMs);
    if (!(await insertReset(tx, { requestId, tokenHash: hashOfToken(token), personId, expiresAt }))) return;
    const message = words(`${portalUrl()}${RESET_PATH}#${token}`);
    await mail.send(tx, { ...message, to, reason: 'account', key: `reset:${requestId}` });
  };

  const sendLink = async ({ requestId, email }: LinkWork): Promise<void> => {
    const person = await findPersonByEmail(database.sql, email);
    if (person === undefined || !(await hasRights(database.sql, person.id))) return;
    await database.transaction((tx) =>
      sendLinkIn(tx, requestId, {
        accountId: person.id,
        email: person.email,
        livesMs: RESET_LINK_LIVES_MS,
        words: (link) => resetTexts.linkMail(link, RESET_LINK_LIVES_MS / MINUTE_MS),
      }),
    );
  };
  jobs.define(SEND_LINK, sendLink);

  return {
    /** Sends a link in the caller's transaction. */
    sendPasswordLink: (tx: Executor, link: PasswordLink): Promise<void> => sendLinkIn(tx, randomUUID(), link),
    reserveSupportReset: (accountId: string): Promise<void> =>
      attempts.reserveOrRefuse([supportResetLimit(accountId)], resetTexts.tooManyAsked),
    /** See the port. */
    endAccess: async (tx: Executor, accountId: string, reason: 'ended_by_server' | 'deactivated'): Promise<void> => {
      if (reason === 'ended_by_server') {
        await deletePassword(tx, accountId);
        await deletePasskeys(tx, accountId);
      }
      await deleteHalfSignIns(tx, accountId);
      await deleteResets(tx, accountId);
      await sessions.endAllIn(tx, accountId, reason);
    },
    /** Accepts the request. A job decides later whether to send a link, and the response does not reveal the decision. */
    ask: async (typedEmail: string, { actor, cookies, origin }: SignUpBrowser): Promise<void> => {
      const email = normaliseEmail(typedEmail);
      const accountId = (await findPersonByEmail(database.sql, email))?.id ?? null;
      const browserId = await knownBrowsers.idOf(accountId, cookies);
      await attempts.reserveOrRefuse([resetAddressLimit(origin.address)], resetTexts.tooManyAsked);
      await attempts.reserveOrRefuse([resetMailLimit(email, browserId)], resetTexts.tooManyForEmail);
      const work: LinkWork = { requestId: randomUUID(), email };
      const { requestId, address } = origin;
      await database.transaction(async (tx) => {
        await jobs.enqueue(tx, SEND_LINK, work);
        const subject = { type: 'account', id: accountId };
        const actorId = actor?.accountId ?? null;
        await recordAudit(tx, { actorId, action: 'auth.requestReset', subject, details: {}, requestId, address });
      });
    },
    /**
     * Sets the password and ends every session. Returns a `Set-Cookie` that marks the browser as known to the account.
     */
    set: async (
      { token, password }: { token: string; password: string },
      { origin }: SignUpBrowser,
    ): Promise<string> => {
      const { requestId, address } = origin;
      await attempts.reserveOrRefuse([resetLinkLimit(address)], resetTexts.tooManyTried);
      const tokenHash = hashOfToken(token);
      const owner = await findReset(database.sql, tokenHash, clock.now());
      if (owner === undefined) throw isOver();
      await requireGoodPassword(password, await findPasswordOwner(database.sql, owner), 'body.password');
      const hash = await hashing(() => hashPassword(password));
      const personId = await database.transaction(async (tx) => {
        const at = clock.now();
        const taken = await takeReset(tx, tokenHash, at);
        if (taken === undefined || !(await hasRights(tx, taken.personId))) throw isOver();
        await savePassword(tx, taken.personId, hash, at);
        await deleteHalfSignIns(tx, taken.personId);
        await sessions.endAllIn(tx, taken.personId, 'password_reset');
        await mail.send(tx, {
          ...resetTexts.changedMail(portalUrl()),
          to: taken.email,
          reason: 'account',
          key: `reset-done:${requestId}`,
        });
        const subject = { type: 'account', id: taken.personId };
        const entry = { action: 'auth.resetPassword', subject, details: {}, requestId, address };
        await recordAudit(tx, { actorId: taken.personId, ...entry });
        return taken.personId;
      });
      return knownBrowsers.mark(personId);
    },
    /** Deletes unused links that have expired. */
    sweep: (): Promise<void> => deleteResetsOver(database.sql, clock.now(), SWEEP_LIMIT),
  };
}

/** Inactive staff get no link and cannot use an older link. */
const hasRights = async (executor: Executor, personId: string): Promise<boolean> =>
  roleSchema.safeParse(await findRole(executor, personId)).success;

const isOver = (): Refusal => new Refusal('gone', resetTexts.linkOver);
