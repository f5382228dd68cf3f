// Words for the operator when the database cannot be used: the setting, the cause, the next step.
import { StartProblem } from '#platform/refusal/start-problem';

const OF_TLS = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_GET_ISSUER_CERT',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

const OF_NETWORK = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);

/** The driver reports these without a code. */
const OF_SILENCE = new Set([
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
]);

/** SQLSTATE → sentence. */
const OF_STATE: Readonly<Record<string, string>> = {
  '28P01': 'The database refuses the password in DATABASE_URL. In an URL, special characters are written as %40 for @.',
  '28000': 'The database refuses the user in DATABASE_URL. Check the user, pg_hba.conf and whether TLS is required.',
  '3D000': 'The database named in DATABASE_URL does not exist. Create it: create database trace owner trace.',
  '42501':
    'The user in DATABASE_URL lacks privileges. It must own the database, or have CREATE on schema public and own its tables.',
  '53300': 'The database has no connection left. Raise max_connections; Trace needs about 25 for each server process.',
  '53100': 'The disk of the database is full. Free space, then start again.',
  '57P01': 'The database was stopped. Start again when it runs.',
  '57P02': 'The database has crashed. Start again when it runs.',
  '57P03': 'The database is starting up or stopping. Start again when it accepts connections.',
  '25006': 'The database in DATABASE_URL is read-only. Point DATABASE_URL to the primary server.',
};

/** @returns null when the error is not about reaching and using the database */
export function databaseStartReason(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (OF_NETWORK.has(code)) return `The database cannot be reached (${code}). Check DATABASE_URL.`;
  if (OF_TLS.has(code))
    return `The certificate of the database is not trusted (${code}). Add ?sslmode=verify-full&sslrootcert=/path/to/ca.pem to DATABASE_URL.`;
  if (error.message.startsWith('The server does not support SSL'))
    return 'The database speaks no TLS, but DATABASE_URL asks for it. Remove sslmode or switch TLS on at the database.';
  if (OF_SILENCE.has(error.message))
    return 'The database does not answer. Check host and port of DATABASE_URL and the firewall.';
  if (error.message === 'Connection terminated unexpectedly' || code === 'ECONNRESET')
    return 'The database ended the connection. Check that host and port of DATABASE_URL lead to PostgreSQL and that it runs.';
  const reason = OF_STATE[code];
  return reason ?? databaseStartReason(error.cause);
}

/** Names DATABASE_OWNER_URL in the reason, because that setting led to the database. */
export function blamingOwner(error: unknown): unknown {
  const reason = databaseStartReason(error);
  if (reason === null) return error;
  return new StartProblem(reason.replaceAll('DATABASE_URL', 'DATABASE_OWNER_URL'), { cause: error });
}
