import { Refusal } from '#platform/refusal/refusal';
import { mendableReason } from '../run.ts';

/** Prints why a command was refused, and returns its exit code. Rethrows a defect of Trace. */
export function complain(error: unknown): number {
  const reason = reasonOf(error);
  if (reason === null) throw error;
  console.error(reason);
  return 1;
}

/** Whether the operator asks how a command is used, also after its first words. */
export const isHelpAsked = (): boolean =>
  process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h');

/** Prints how to use a command: as asked with --help, or else as a complaint. Returns the exit code. */
export function printUsage(usage: string): number {
  const isAsked = isHelpAsked();
  if (isAsked) console.log(usage);
  else console.error(usage);
  return isAsked ? 0 : 2;
}

function reasonOf(error: unknown): string | null {
  if (error instanceof Refusal) return error.message;
  // The message of a file error names the cause and the path.
  if (error instanceof Error && 'syscall' in error && 'path' in error) return error.message;
  // A full disk refuses a write without a path.
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
    return 'The disk is full. Free space, then run the command again.';
  return mendableReason(error);
}
