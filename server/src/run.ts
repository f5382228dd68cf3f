import type { Log } from '#platform/log/log';

/** A stop that takes longer is cut off: what was acknowledged is stored, the rest comes again. */
const STOP_WITHIN_MS = 10_000;

/** Drains and ends with 0 on the first SIGTERM or SIGINT; a defect that nobody caught ends the process with 1. */
export function runUntilStopped(stop: () => Promise<void>, log: Log): void {
  let isStopping = false;
  const end = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    try {
      await stop();
      process.exit(0);
    } catch (error) {
      log.fatal({ err: error }, 'the stop failed');
      process.exit(1);
    }
  };
  process.on('SIGTERM', () => void end());
  process.on('SIGINT', () => void end());
}
