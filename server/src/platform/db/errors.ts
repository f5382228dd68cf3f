// Classifies database errors for callers: a lost connection or bad data. SQLSTATE codes:
// https://www.postgresql.org/docs/current/errcodes-appendix.html

const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Stopped by an operator, crashed, starting up, idle too long, or no connection left. */
const LOST_STATES = new Set(['57P01', '57P02', '57P03', '57P05', '25P03', '53300']);

/** The driver reports these without a code. */
const LOST_MESSAGES = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
];

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

/** 22 data exception, 23 integrity constraint, 54 a limit of the program such as an oversized row. */
const DATA_CLASSES = new Set(['22', '23', '54']);

/**
 * Returns true when the statement may never have reached the database, or its answer was lost. Retry on a new
 * connection.
 */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined && (SOCKET_CODES.has(code) || LOST_STATES.has(code) || code.startsWith('08'))) return true;
  const message = error instanceof Error ? error.message : '';
  return LOST_MESSAGES.some((known) => message.startsWith(known));
}

/** Returns true when a row violated a unique key. With `constraint`, returns true only for that key. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (codeOf(error) !== UNIQUE_VIOLATION) return false;
  return constraint === undefined || (error as { constraint?: unknown }).constraint === constraint;
}

/** Returns true when a row refers to a missing row. With `constraint`, returns true only for that key. */
export function isMissingReference(error: unknown, constraint?: string): boolean {
  if (codeOf(error) !== FOREIGN_KEY_VIOLATION) return false;
  return constraint === undefined || (error as { constraint?: unknown }).constraint === constraint;
}

/** True when the values themselves are refused: the same statement with the same values will fail again. */
export function isDataError(error: unknown): boolean {
  const code = codeOf(error);
  return code !== undefined && isSqlState(code) && DATA_CLASSES.has(code.slice(0, 2));
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

function isSqlState(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code);
}
