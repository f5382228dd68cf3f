import { parseArgs } from 'node:util';
import { FACTORY_SERIAL_PREFIX } from '@trace/contract/kernel/serial';
import { serialSchema } from '@trace/contract/kernel/serial.schema';
import { faultNames } from './faults.ts';
import type { FaultName, FaultPlan } from './faults.ts';

export interface IdentitiesCommand {
  readonly name: 'identities';
  readonly count: number;
  readonly folder: string;
  readonly prefix: string;
}

export interface RunCommand {
  readonly name: 'run';
  readonly host: string;
  readonly port: number;
  /** Null: plain, without certificates. */
  readonly folder: string | null;
  readonly count: number | null;
  readonly prefix: string;
  readonly tracks: readonly string[];
  readonly intervalSec: number | null;
  readonly faults: FaultPlan;
  readonly isLive: boolean;
  readonly connectsPerSec: number;
  readonly seed: number;
  /** Files of public keys of firmware. */
  readonly trust: readonly string[];
}

export type SimCommand = IdentitiesCommand | RunCommand | { readonly name: 'help' };

/** An error that the user of the command line can correct. The message addresses this user. */
export class ArgumentError extends Error {}

export const USAGE = `Runs simulated trackers against any Trace server.

  npm run sim -- identities --count 10 --out DIR
      creates keys and certificate requests: DIR/<serial>.key.pem, DIR/<serial>.csr.pem
  npm run sim -- run --host HOST --port PORT --identities DIR
      connects every device in DIR that has a <serial>.crt.pem, using TLS; DIR/ca.crt.pem is the server's CA
  npm run sim -- run --port PORT --plain --count 100
      connects without TLS (allowed only by a development server on loopback)

  --count N         number of trackers (at most 50000)
  --prefix TEXT     serial number prefix (default ${FACTORY_SERIAL_PREFIX})
  --tracks FILE     replays a recorded track instead of a generated drive; repeatable (.jsonl, .gpx, .nmea, .log)
  --interval SEC    time between positions (default 10 s; recorded tracks keep their own timing)
  --live            a position each second
  --faults LIST     probabilities, e.g. loss=0.01,duplicate=0.05 (${faultNames.join(', ')})
  --trust FILE      public key of firmware that the trackers accept (PEM); repeatable
  --rate N          new connections per second (500)
  --seed N          random seed for drives and faults (default 1)`;

const MOST_TRACKERS = 50_000;

/** Reads the words after `npm run sim --`. Throws ArgumentError for every mistake that a user has to correct. */
export function readArguments(words: readonly string[]): SimCommand {
  const [name, ...rest] = words;
  if (name === undefined || name === 'help' || words.some(isHelpWord)) return { name: 'help' };
  if (name === 'identities') return readIdentities(rest);
  if (name === 'run') return readRun(rest);
  throw new ArgumentError(`Unknown command '${name}'. Use 'identities' or 'run'.`);
}

const isHelpWord = (word: string): boolean => word === '--help' || word === '-h';

function readIdentities(words: string[]): IdentitiesCommand {
  const values = parse(words, { count: { type: 'string' }, out: { type: 'string' }, prefix: { type: 'string' } });
  if (values['out'] === undefined) throw new ArgumentError('Missing --out DIR: the folder to write the keys to.');
  return {
    name: 'identities',
    count: wholeNumber('count', values['count'] ?? '10', 1, MOST_TRACKERS),
    folder: values['out'],
    prefix: serialPrefix(values['prefix']),
  };
}

function readRun(words: string[]): RunCommand {
  const { values } = parseRun(words);
  const isPlain = values.plain === true;
  if (values.port === undefined) throw new ArgumentError('Missing --port PORT: the port the server listens on.');
  if (isPlain === (values.identities !== undefined)) {
    throw new ArgumentError('Use either --identities DIR (TLS) or --plain (no TLS).');
  }
  if (values.live === true && values.interval !== undefined) {
    throw new ArgumentError('--live already sends a position every second. Remove --interval.');
  }
  return {
    name: 'run',
    host: values.host ?? '127.0.0.1',
    port: wholeNumber('port', values.port, 1, 65_535),
    folder: values.identities ?? null,
    count: values.count === undefined ? null : wholeNumber('count', values.count, 1, MOST_TRACKERS),
    prefix: serialPrefix(values.prefix),
    tracks: values.tracks ?? [],
    intervalSec: values.interval === undefined ? null : wholeNumber('interval', values.interval, 1, 86_400),
    faults: readFaults(values.faults),
    isLive: values.live === true,
    connectsPerSec: wholeNumber('rate', values.rate ?? '500', 1, 10_000),
    trust: values.trust ?? [],
    seed: wholeNumber('seed', values.seed ?? '1', 0, 2 ** 32 - 1),
  };
}

const RUN_OPTIONS = {
  host: { type: 'string' },
  port: { type: 'string' },
  identities: { type: 'string' },
  plain: { type: 'boolean' },
  count: { type: 'string' },
  prefix: { type: 'string' },
  tracks: { type: 'string', multiple: true },
  interval: { type: 'string' },
  faults: { type: 'string' },
  live: { type: 'boolean' },
  rate: { type: 'string' },
  trust: { type: 'string', multiple: true },
  seed: { type: 'string' },
} as const;

const parseRun = (words: string[]) => explained(() => parseArgs({ args: words, options: RUN_OPTIONS }));

function parse(words: string[], options: Record<string, { type: 'string' }>): Record<string, string | undefined> {
  return explained(() => parseArgs({ args: words, options }).values);
}

/** The parser's own complaints are already sentences for people. */
function explained<Parsed>(read: () => Parsed): Parsed {
  try {
    return read();
  } catch (error) {
    if (error instanceof TypeError) throw new ArgumentError(error.message, { cause: error });
    throw error;
  }
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new ArgumentError(`--${name} is '${text}'; it must be a whole number from ${least} to ${most}`);
}

function serialPrefix(text: string = FACTORY_SERIAL_PREFIX): string {
  if (serialSchema.safeParse(`${text}00000`).success) return text;
  throw new ArgumentError(`--prefix is '${text}'; use letters, digits, _ and -`);
}

/** `loss=0.01,duplicate=0.05` */
function readFaults(text: string | undefined): FaultPlan {
  const plan: Partial<Record<FaultName, number>> = {};
  for (const part of text?.split(',') ?? []) {
    const [name = '', value = ''] = part.split('=');
    const fault = faultNames.find((known) => known === name);
    if (fault === undefined) throw new ArgumentError(`--faults: '${name}' is not one of ${faultNames.join(', ')}`);
    const probability = Number(value);
    if (value === '' || !(probability >= 0 && probability <= 1)) {
      throw new ArgumentError(`--faults: ${name} is '${value}'; it must be a probability from 0 to 1`);
    }
    plan[fault] = probability;
  }
  return plan;
}
