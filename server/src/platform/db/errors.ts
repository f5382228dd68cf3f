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

/** Why nothing can be written: no space is left, the database or the disk is read-only, or the disk fails. */
export type WriteProblem = 'disk_full' | 'read_only' | 'disk_failing';

/** SQLSTATEs of the database, and error codes of the file system. */
const WRITE_PROBLEMS: Readonly<Record<string, WriteProblem>> = {
  '53100': 'disk_full',
  '25006': 'read_only',
  '58030': 'disk_failing',
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EROFS: 'read_only',
  EIO: 'disk_failing',
};

/** A library may wrap an error in errors of its own. */
const DEEPEST_CAUSE = 4;

/** Returns why a write was refused for a reason that no other values would change, or null. */
export function writeProblemOf(error: unknown): WriteProblem | null {
  let at = error;
  for (let depth = 0; depth < DEEPEST_CAUSE && at instanceof Error; depth += 1) {
    const problem = WRITE_PROBLEMS[codeOf(at) ?? ''];
    if (problem !== undefined) return problem;
    at = at.cause;
  }
  return null;
}

/** Returns why a request cannot be answered now although the request is right, or null. `away`: no connection. */
export function outageOf(error: unknown): WriteProblem | 'away' | null {
  const problem = writeProblemOf(error);
  if (problem !== null) return problem;
  // A missing file is a defect, a missing socket is a database that is away.
  const isFile = codeOf(error) === 'ENOENT' && (error as { syscall?: unknown }).syscall !== 'connect';
  return isConnectionLost(error) && !isFile ? 'away' : null;
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
