import { parseArgs } from 'node:util';
import { startSimulatedHub, type SimulatedHub } from './hub.ts';

const USAGE = `Plays an alarm hub that reports by SIA DC-09.

  npm run hub -- panic --port 7700 --account 1A2B [--key KEY]
      presses panic once and prints the answers
  npm run hub -- run --port 7700 --account 1A2B [--key KEY] [--interval 60]
      sends a test report at each interval until Ctrl-C

  --host HOST      default 127.0.0.1
  --key KEY        32 hexadecimal digits or 16 characters; left out: without encryption
  --text-key       reads 32 hexadecimal digits as 32 characters
  --udp            by UDP instead of TCP
  --code PA        the event code (PA panic, HA hold-up, MA medical, FA fire, PH restored, …)
  --button TEXT    names the button, such as "Key fob Mia"
  --at=LAT,LNG     sends a position with the alarm, such as --at=-33.86,151.21
  --drift=SEC      the clock of the hub is ahead by so much (negative: behind)
  --wrong-checksum, --pieces N   spoils the checksum, or sends N bytes at a time`;

const MOST_PORT = 65_535;
const DAY_SEC = 86_400;
const YEAR_SEC = 366 * DAY_SEC;
const MOST_FRAME_BYTES = 1_024;
const HEX_KEY = /^[0-9A-F]{32}([0-9A-F]{16}){0,2}$/i;
/** The sizes of an AES key, in bytes. */
const KEY_SIZES = [16, 24, 32];

/** A mistake in the words of the command. The message says what is wrong. */
class UsageError extends Error {}

if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) console.log(USAGE);
else process.exitCode = await run();

/** Returns the exit code: 0 done, 1 when the monitoring station cannot be reached, 2 after a mistake in the words. */
async function run(): Promise<number> {
  try {
    await play(readArguments());
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`${error.message}\n\n${USAGE}`);
      return 2;
    }
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    console.error(error.message);
    return 1;
  }
}

function readArguments() {
  const { positionals, values } = parseWords();
  const [command, ...rest] = positionals;
  if ((command !== 'panic' && command !== 'run') || rest.length > 0)
    throw new UsageError("Name one command, 'panic' or 'run'.");
  const { account, key = null } = values;
  if (account === undefined) throw new UsageError('Missing --account, the number of the hub.');
  const pieces = values.pieces === undefined ? undefined : wholeNumber('pieces', values.pieces, 1, MOST_FRAME_BYTES);
  return {
    ...values,
    ...{ command, account, key, pieces, notation: notationOf(key, values['text-key']) },
    port: wholeNumber('port', values.port, 1, MOST_PORT),
    driftSec: wholeNumber('drift', values.drift, -YEAR_SEC, YEAR_SEC),
    intervalSec: wholeNumber('interval', values.interval, 1, DAY_SEC),
    place: values.at === undefined ? undefined : placeOf(values.at),
  };
}

/** The parser's own complaints are already sentences for people. */
function parseWords() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string' },
        account: { type: 'string' },
        key: { type: 'string' },
        'text-key': { type: 'boolean', default: false },
        udp: { type: 'boolean', default: false },
        code: { type: 'string', default: 'PA' },
        button: { type: 'string' },
        at: { type: 'string' },
        drift: { type: 'string', default: '0' },
        interval: { type: 'string', default: '60' },
        'wrong-checksum': { type: 'boolean', default: false },
        pieces: { type: 'string' },
      },
    });
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

function wholeNumber(name: string, text: string | undefined, least: number, most: number): number {
  const value = Number(text);
  if (/^-?\d+$/.test(text ?? '') && value >= least && value <= most) return value;
  throw new UsageError(`--${name} must be a whole number from ${least} to ${most}.`);
}

function notationOf(key: string | null, isText: boolean): 'hex' | 'text' {
  if (key !== null && !isText && HEX_KEY.test(key)) return 'hex';
  if (key === null || KEY_SIZES.includes(key.length)) return 'text';
  throw new UsageError('--key must be 32, 48 or 64 hexadecimal digits, or 16, 24 or 32 characters.');
}

function placeOf(text: string): { lat: number; lng: number } {
  const [, lat, lng] = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(text) ?? [];
  const place = { lat: Number(lat), lng: Number(lng) };
  if (Math.abs(place.lat) <= 90 && Math.abs(place.lng) <= 180) return place;
  throw new UsageError('--at must be a latitude and a longitude in degrees, such as -33.86,151.21.');
}

type Given = ReturnType<typeof readArguments>;

async function play(given: Given): Promise<void> {
  const { host, port, account, key, notation, driftSec, pieces } = given;
  const hub = await startSimulatedHub({
    ...{ host, port, account, key, notation, driftSec, isUdp: given.udp },
    faults: { isChecksumWrong: given['wrong-checksum'] },
    ...(pieces === undefined ? {} : { pieceBytes: pieces }),
  });
  if (given.command === 'panic') await press(hub, given);
  else await beatUntilStopped(hub, given.intervalSec * 1_000);
}

async function press(hub: SimulatedHub, { code, button, place }: Given): Promise<void> {
  print(
    await hub.panic({
      code,
      ...(button === undefined ? {} : { text: button }),
      ...(place === undefined ? {} : { place }),
    }),
  );
  hub.stop();
}

async function beatUntilStopped(hub: SimulatedHub, everyMs: number): Promise<void> {
  print(await hub.beat());
  const timer = setInterval(() => void hub.beat().then(print), everyMs);
  process.once('SIGINT', () => {
    clearInterval(timer);
    hub.stop();
  });
}

function print(answers: Awaited<ReturnType<SimulatedHub['beat']>>): void {
  const words = answers.map((answer) =>
    answer === null ? 'no answer' : `${answer.isEncrypted ? '*' : ''}${answer.id}`,
  );
  console.log(`${new Date().toISOString()} ${words.join(', ')}`);
}
