import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ArgumentError, readArguments } from './cli-arguments.ts';
import { openEndpoint } from './testing/endpoint.ts';

const words = (line: string): string[] => line.split(' ');

test('reads the command line and fills in the default values', () => {
  for (const line of ['', 'help', '-h', 'run --help', 'identities --help'])
    expect(readArguments(line.split(' ').filter(Boolean))).toEqual({ name: 'help' });
  expect(readArguments(words('identities --count 3 --out keys'))).toEqual({
    name: 'identities',
    count: 3,
    folder: 'keys',
    prefix: 'Trace_',
  });
  expect(
    readArguments(words('run --port 1883 --plain --tracks a.gpx --tracks b.nmea --faults loss=0.01,zero=1')),
  ).toEqual({
    name: 'run',
    host: '127.0.0.1',
    port: 1883,
    folder: null,
    count: null,
    prefix: 'Trace_',
    tracks: ['a.gpx', 'b.nmea'],
    intervalSec: null,
    faults: { loss: 0.01, zero: 1 },
    isLive: false,
    connectsPerSec: 500,
    seed: 1,
    trust: [],
  });
});

test.each([
  ['fly', /Unknown command 'fly'/],
  ['identities', /Missing --out DIR: the folder to/],
  ['run --plain', /Missing --port PORT: the port the/],
  ['run --port 70000 --plain', /--port is '70000'; it must be a whole number from 1 to 65535/],
  ['run --port 1883', /either --identities DIR/],
  ['run --port 1883 --plain --identities keys', /either --identities DIR/],
  ['run --port 1883 --plain --faults lost=1', /'lost' is not one of loss/],
  ['run --port 1883 --plain --faults loss=2', /loss is '2'; it must be a probability/],
  ['run --port 1883 --plain --live --interval 5', /--live already sends a position/],
  ['run --port 1883 --plain --speed 5', /--speed/],
  ['identities --out keys --prefix Ä', /use letters/],
])('refuses the words "%s" and names the correction', (line, reason) => {
  expect(() => readArguments(words(line))).toThrow(ArgumentError);
  expect(() => readArguments(words(line))).toThrow(reason);
});

function startCli(line: string): { child: ChildProcess; output: () => string; exit: Promise<number | null> } {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'cli.ts'), ...words(line)]);
  const chunks: string[] = [];
  child.stdout.on('data', (bytes) => chunks.push(String(bytes)));
  child.stderr.on('data', (bytes) => chunks.push(String(bytes)));
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, output: () => chunks.join(''), exit };
}

test('the simulator runs until SIGTERM, then disconnects every tracker cleanly and exits with 0', async () => {
  const endpoint = await openEndpoint();
  const { port } = endpoint.network;
  const { child, output, exit } = startCli(`run --port ${port} --plain --count 3 --live`);
  try {
    await endpoint.until('three are connected', () => endpoint.connects.length === 3);
    await endpoint.until('positions came', () => endpoint.arrived.some((arrived) => arrived.kind === 'location'));
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
    expect(output()).toContain('3 trackers to 127.0.0.1');
    expect(output()).toContain('stopped');
    expect(endpoint.packets.filter((packet) => packet.cmd === 'disconnect')).toHaveLength(3);
  } finally {
    child.kill('SIGKILL');
    await endpoint.close();
  }
});

test('the simulator exits with 2 and shows the reason after a user mistake', async () => {
  const { output, exit } = startCli('run --port 1883 --plain --tracks absent.gpx');
  expect(await exit).toBe(2);
  expect(output()).toContain('absent.gpx: cannot be read');
});

test.each([
  [['--help'], 0],
  [[], 2],
  [['localhost'], 2],
  [['http://127.0.0.1:1/phone/secret', 'jsn'], 2],
  [['http://127.0.0.1:1/phone/secret', 'json', 'SOS'], 2],
  [['http://127.0.0.1:1/phone/secret', 'owntracks', 'sos'], 2],
  [['http://127.0.0.1:1/phone/secret', 'json', 'sos', 'again'], 2],
])('a phone explains itself after the words %j and exits with %i', async (given, code) => {
  const script = join(import.meta.dirname, 'phone/phone-cli.ts');
  const child = spawn(process.execPath, [script, ...given]);
  onTestFinished(() => void child.kill());
  const [[said], [exit]] = (await Promise.all([
    once(code === 0 ? child.stdout : child.stderr, 'data'),
    once(child, 'exit'),
  ])) as [[unknown], [number | null]];
  expect(exit).toBe(code);
  expect(String(said)).toContain('Usage: npm run phone -- PHONE-ADDRESS');
});

test('a phone goes on when the server does not answer', async () => {
  const script = join(import.meta.dirname, 'phone/phone-cli.ts');
  const child = spawn(process.execPath, [script, 'http://127.0.0.1:1/phone/secret']);
  const [said] = (await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])) as [unknown];
  child.kill();
  expect(String(said)).toBe('Report 1: no answer (bad port)\n');
});
