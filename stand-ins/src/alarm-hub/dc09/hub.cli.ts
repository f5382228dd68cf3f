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
  --at LAT,LNG     sends a position with the alarm
  --drift SEC      the clock of the hub is ahead by so much (negative: behind)
  --wrong-checksum, --pieces N   spoils the checksum, or sends N bytes at a time`;

const MOST_PORT = 65_535;

const given = readArguments();
if (given === null) {
  console.log(USAGE);
  process.exitCode = 2;
} else {
  process.exitCode = await play(given);
}

/** Returns null for arguments that cannot be read. */
function readArguments() {
  try {
    const { positionals, values } = parseArgs({
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
    const [command] = positionals;
    const [port, { account }] = [Number(values.port), values];
    const isKnown = command === 'panic' || command === 'run';
    if (!isKnown || !(Number.isInteger(port) && port > 0 && port <= MOST_PORT) || account === undefined) return null;
    return { ...values, command, port, account };
  } catch (error) {
    if (error instanceof TypeError && 'code' in error) return null;
    throw error;
  }
}

type Given = NonNullable<ReturnType<typeof readArguments>>;

/** Returns the exit code: 1 when the monitoring station cannot be reached. */
async function play(values: Given): Promise<number> {
  try {
    const hub = await startSimulatedHub({
      host: values.host,
      port: values.port,
      isUdp: values.udp,
      account: values.account,
      key: values.key ?? null,
      notation: !values['text-key'] && /^[0-9A-F]{32}([0-9A-F]{16}){0,2}$/i.test(values.key ?? '') ? 'hex' : 'text',
      driftSec: Number(values.drift),
      faults: { isChecksumWrong: values['wrong-checksum'] },
      ...(values.pieces === undefined ? {} : { pieceBytes: Number(values.pieces) }),
    });
    if (values.command === 'panic') await press(hub, values);
    else await beatUntilStopped(hub, Number(values.interval) * 1_000);
    return 0;
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    console.error(error.message);
    return 1;
  }
}

async function press(hub: SimulatedHub, values: Given): Promise<void> {
  const [lat, lng] = (values.at ?? '').split(',').map(Number);
  print(
    await hub.panic({
      code: values.code,
      ...(values.button === undefined ? {} : { text: values.button }),
      ...(lat === undefined || lng === undefined ? {} : { place: { lat, lng } }),
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
