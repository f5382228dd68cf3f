import { databaseStartReason } from '#platform/db/embedded/database-start-reason';
import type { Log } from '#platform/log/log';
import { StartProblem } from '#platform/refusal/start-problem';
import { UnknownKeyError } from '#platform/secrets/secrets';

/** A slower shutdown is cut off. Acknowledged messages are stored, and devices send the rest again. */
const STOP_WITHIN_MS = 10_000;

/**
 * Drains and exits with 0 on the first SIGTERM or SIGINT. An uncaught error ends the process with 1.
 * @param delaySec how long the stop waits before it drains
 */
export function runUntilStopped(stop: () => Promise<void>, log: Log, delaySec = 0): void {
  let isStopping = false;
  const end = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), delaySec * 1_000 + STOP_WITHIN_MS).unref();
    try {
      await stop();
      process.exit(0);
    } catch (error) {
      log.fatal({ err: error }, 'Shutdown failed, exiting with code 1');
      process.exit(1);
    }
  };
  process.on('SIGTERM', () => void end());
  process.on('SIGINT', () => void end());
}

/** Ends a failed start: with the reason alone if the operator can fix the cause, else with the error. */
export function failToStart(error: unknown): never {
  const reason = mendableReason(error);
  if (reason === null) throw error;
  process.stderr.write(`${reason}\n`);
  process.exit(2);
}

export function mendableReason(error: unknown): string | null {
  if (error instanceof StartProblem) return error.message;
  if (error instanceof UnknownKeyError) return UNKNOWN_KEY;
  const ofDatabase = databaseStartReason(error);
  if (ofDatabase !== null) return ofDatabase;
  if (!(error instanceof Error) || !('code' in error)) return null;
  if (error.code === 'EADDRNOTAVAIL' && 'address' in error)
    return `This machine does not have the address ${String(error.address)}. Set HOST or DC09_HOST to one that it has, or to 0.0.0.0 for all.`;
  if ('port' in error) return portReason(error.code, error.port);
  if ('path' in error) return folderReason(error.code, error.path);
  // A full disk refuses a write without a path.
  return error.code === 'ENOSPC' ? FULL_DISK : null;
}

const FULL_DISK = 'The disk of the data folder (TRACE_DATA_DIR) is full. Free space, then start again.';

const UNKNOWN_KEY =
  'The database was sealed with another secret key. Set TRACE_SECRET_KEY to that key, or put its secret.key back into the data folder (TRACE_DATA_DIR).';

function portReason(code: unknown, port: unknown): string | null {
  const place = `port ${String(port)}`;
  if (code === 'EADDRINUSE')
    return `Another program is already listening on ${place}. Stop it or set a different port (PORT, MQTTS_PORT, MQTT_PORT, HTTP_REDIRECT_PORT).`;
  return code === 'EACCES'
    ? `This user is not allowed to listen on ${place}. Set a port above 1023 (PORT, MQTTS_PORT, MQTT_PORT, HTTP_REDIRECT_PORT).`
    : null;
}

const folderProblems: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EEXIST: 'a file has this name',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is a file',
};

function folderReason(code: unknown, path: unknown): string | null {
  const problem = folderProblems[String(code)];
  return problem === undefined
    ? null
    : `Cannot use ${String(path)}: ${problem}. Change that or set a different data folder (TRACE_DATA_DIR).`;
}
