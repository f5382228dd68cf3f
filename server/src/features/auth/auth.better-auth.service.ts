import { PASSWORD_MAX_LENGTH, sessionLimits } from '@trace/contract/auth/auth.rules';
import { roleSchema } from '@trace/contract/kernel/roles';
import type { Role } from '@trace/contract/kernel/roles';
import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import type { Clock } from '#platform/clock/clock';
import type { Database } from '#platform/db/database';
import type { Log } from '#platform/log/log';
import { verifyPassword, type HashPassword } from './accounts/auth.passwords.service.ts';
import { absoluteEnd } from './sessions/auth.sessions.rules.ts';
import { findRole } from './sessions/auth.sessions.store.ts';

export interface IdentityOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly secret: string;
  readonly isSecure: boolean;
  readonly sessionCookieName: string;
  readonly hashPassword: HashPassword;
  /** Whether a right password alone begins no session for this person. */
  needsSecondStep(personId: string, role: Role): Promise<boolean>;
}

/** The header in which the identity library reads the client address at sign-in. */
export const ADDRESS_HEADER = 'x-client-address';

/**
 * Fields that only the server's own flows write, never a request. Declared, because the library stores undeclared
 * values.
 */
const ours = { type: 'string', required: true, input: false } as const;

/** The code of our own refusal of a session: the password was right and a second step is to come. */
const SECOND_STEP = 'SECOND_STEP';

/** Maps an error of the library to an outcome. Returns null if the error was not caused by a user. */
export function outcomeOf(error: unknown): 'wrong_proof' | 'second_step' | 'no_valid_role' | null {
  if (!(error instanceof APIError)) return null;
  if (error.body?.code === 'INVALID_EMAIL_OR_PASSWORD') return 'wrong_proof';
  if (error.body?.code === SECOND_STEP) return 'second_step';
  // The hook below rejects a session only for a user whose role gives no rights.
  return error.body?.code === 'FAILED_TO_CREATE_SESSION' ? 'no_valid_role' : null;
}

/**
 * The identity library, called in process and without routes. Columns need no mapping, because the database layer
 * converts camelCase to snake_case and back.
 */
export function createLibrary(options: IdentityOptions) {
  const { database, clock, log, secret, isSecure, sessionCookieName, hashPassword, needsSecondStep } = options;
  return betterAuth({
    secret,
    baseURL: 'http://localhost',
    database: { db: database.sql, type: 'postgres', transaction: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: { level: 'error', log: (_level, message) => log.error({ from: 'identity library' }, message) },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      maxPasswordLength: PASSWORD_MAX_LENGTH,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    user: {
      modelName: 'person',
      fields: { name: 'firstName' },
      additionalFields: { lastName: ours, role: ours, timeZone: ours },
    },
    session: {
      expiresIn: sessionLimits.absoluteMs / 1_000,
      fields: { userId: 'personId', ipAddress: 'address' },
      additionalFields: {
        lastSeenAt: { type: 'date', required: true, input: false },
        provedAt: { type: 'date', required: true, input: false },
      },
    },
    account: {
      modelName: 'credential',
      fields: { userId: 'personId', providerId: 'provider', accountId: 'providerPersonId' },
    },
    databaseHooks: {
      session: {
        create: {
          before: async (session, context) => {
            const startedAt = clock.now();
            const role = roleSchema.safeParse(await findRole(database.sql, session.userId));
            if (!role.success) return false;
            if (await needsSecondStep(session.userId, role.data))
              throw new APIError('UNAUTHORIZED', { code: SECOND_STEP });
            const address = context?.headers?.get(ADDRESS_HEADER) ?? '';
            const times = { createdAt: startedAt, updatedAt: startedAt, lastSeenAt: startedAt, provedAt: startedAt };
            return { data: { ...times, expiresAt: absoluteEnd(role.data, startedAt), ipAddress: address } };
          },
        },
      },
    },
    advanced: {
      database: { generateId: 'uuid', validateSchema: false },
      ipAddress: { disableIpTracking: true },
      // Otherwise the library would add a prefix to the name.
      useSecureCookies: false,
      cookies: {
        session_token: {
          name: sessionCookieName,
          attributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure },
        },
      },
    },
  });
}
