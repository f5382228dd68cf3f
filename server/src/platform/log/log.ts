// JSON lines on stdout without secrets and positions, whatever data the caller logs.
import { pino } from 'pino';
import type { ChildLoggerOptions, DestinationStream, Logger } from 'pino';

export type Log = Logger;

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

export interface LogOptions {
  readonly level: LogLevel;
  readonly destination?: DestinationStream;
}

const CENSORED = '[redacted]';

/** Deeper objects and longer arrays are cut, so that one log line has a limit. */
const MAX_DEPTH = 8;
const MAX_ITEMS = 100;

/** Compared in lower case without '-' and '_', so that `Set-Cookie` and `set_cookie` are the same key. */
const SECRETS = ['key', 'keys', 'otp', 'pin', 'jwt', 'session', 'sessionid', 'signature', 'credentials'];
const PLACES = [
  'lat',
  'lng',
  'lon',
  'latitude',
  'longitude',
  'coordinates',
  'position',
  'positions',
  'location',
  'geometry',
];
const CENSORED_KEYS = new Set([...SECRETS, ...PLACES]);
const CENSORED_ENDINGS =
  /(password|passwd|passphrase|token|cookie|cookies|authorization|secret|secrets|apikey|privatekey|secretkey|accesskey|databaseurl|smtpurl)$/;

/** The properties of an error that are logged beside its message. */
const ERROR_DETAILS = ['code', 'statusCode', 'constraint', 'table', 'column', 'routine', 'syscall'] as const;

/** A logger; `log.child({feature})` names the part that speaks. */
export function createLog({ level, destination }: LogOptions): Log {
  const logger = pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (object) => censorFields(object, 0),
      },
      // Errors arrive here as plain objects already: see describeError.
      serializers: { err: (described: unknown) => described },
      hooks: {
        logMethod(args: unknown[], method) {
          method.apply(this, withSafeMessage(args) as Parameters<typeof method>);
        },
      },
    },
    destination ?? pino.destination(1),
  );
  return censorBindings(logger);
}

/** The formatter above is not asked for the fields of a child logger. Children inherit the replaced method. */
function censorBindings(logger: Logger): Logger {
  const { child: makeChildOf } = logger;
  const child = function (this: Logger, fields: object, options?: ChildLoggerOptions): Logger {
    return Reflect.apply(makeChildOf, this, [censorFields(fields, 0), options]);
  };
  return Object.assign(logger, { child });
}

/** pino copies the message of an error that is logged alone to the line, without redaction. */
function withSafeMessage(args: unknown[]): unknown[] {
  const [first] = args;
  if (!(first instanceof Error) || args.length > 1) return args;
  return [{ err: first }, withoutValues(first.message, (first as { code?: unknown }).code)];
}

function censorFields(object: object, depth: number): Record<string, unknown> {
  const entries = Object.entries(object).slice(0, MAX_ITEMS);
  return Object.fromEntries(
    entries.map(([key, value]) => [key, isCensored(key) ? CENSORED : censor(value, depth + 1)]),
  );
}

function censor(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return describeError(value, depth);
  if (depth > MAX_DEPTH) return '[too deep]';
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item: unknown) => censor(item, depth + 1));
  return isPlain(value) ? censorFields(value, depth) : value;
}

function isCensored(key: string): boolean {
  const plain = key.toLowerCase().replaceAll(/[-_]/g, '');
  return CENSORED_KEYS.has(plain) || CENSORED_ENDINGS.test(plain);
}

/** Instances of classes (requests, replies) are left to the serializers of their libraries. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** Copies only properties known to be harmless, because a database error also carries the offending row. */
function describeError(error: Error, depth: number): Record<string, unknown> {
  const known = error as Error & Partial<Record<(typeof ERROR_DETAILS)[number], unknown>>;
  const details = ERROR_DETAILS.filter((name) => known[name] !== undefined).map((name) => [name, known[name]]);
  const hasCause = error.cause instanceof Error && depth <= MAX_DEPTH;
  return {
    type: error.name,
    message: withoutValues(error.message, known.code),
    stack: withoutValues(error.stack ?? '', known.code),
    ...Object.fromEntries(details),
    ...(hasCause ? { cause: censor(error.cause, depth + 1) } : {}),
  };
}

/** PostgreSQL quotes the refused value in messages of class 22: `invalid input syntax for type uuid: "…"`. */
function withoutValues(text: string, code: unknown): string {
  const quotesValues = typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code);
  return quotesValues ? text.replaceAll(/"[^"\n]*"/g, '"…"') : text;
}
