// The lines of `npm run doctor`.

export type Level = 'ok' | 'warn' | 'fail';

export interface Finding {
  /** The subject, such as `mail`. */
  readonly check: string;
  readonly level: Level;
  readonly means: string;
  /** The next step. Null: no step is needed. */
  readonly action: string | null;
}

/** A finding without the name of the check. */
export type Found = Omit<Finding, 'check'>;

export const ok = (means: string): Found => ({ level: 'ok', means, action: null });
export const warn = (means: string, action: string): Found => ({ level: 'warn', means, action });
export const fail = (means: string, action: string): Found => ({ level: 'fail', means, action });

export interface Check {
  readonly name: string;
  run(): Promise<Found | readonly Found[]>;
}

const CHECK_WITHIN_MS = 5_000;

/** A check that hangs or breaks is a finding, too. Its error stays out of the answer, because it can hold a password. */
export async function runCheck({ name, run }: Check): Promise<Finding[]> {
  const late = Promise.withResolvers<Found>();
  const timer = setTimeout(() => late.resolve(noAnswer), CHECK_WITHIN_MS);
  const found = await Promise.race([run(), late.promise]).catch((error: unknown) =>
    fail(`The check failed (${codeOf(error)}).`, 'Correct the setting that the code names, or report this.'),
  );
  clearTimeout(timer);
  return [found].flat().map((line) => ({ check: name, ...line }));
}

const noAnswer = fail(
  `No answer within ${CHECK_WITHIN_MS / 1_000} seconds.`,
  'Check the host, the port and the firewall.',
);

/** The code of an error. Messages of libraries can repeat an address with its password. */
export function codeOf(error: unknown): string {
  const { code, cause, name } = error as { code?: unknown; cause?: unknown; name?: unknown };
  if (typeof code === 'string' || typeof code === 'number') return String(code);
  if (cause instanceof Error) return codeOf(cause);
  return typeof name === 'string' ? name : 'unknown';
}
