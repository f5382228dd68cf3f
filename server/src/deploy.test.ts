// Checks that systemd accepts the unit in deploy/, that its settings exist, and that its command starts the server.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { COMPILE_CACHE } from '#testing/console';
import { settings } from './config/config-settings.ts';
import { ConfigError, readConfig } from './config/config.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const UNIT = join(ROOT, 'deploy/trace.service');

/** Reads the settings in a shell, as the console commands of the docs do, with `all` also commented settings. */
async function readEnvironment(all = false): Promise<Record<string, string>> {
  const lines = (await readFile(join(ROOT, 'deploy/trace.env'), 'utf8')).split('\n');
  const shown = lines.map((line) => (all ? line.replace(/^#(?=[A-Z][A-Z0-9_]*=)/, '') : line));
  const names = shown.flatMap((line) => /^([A-Z][A-Z0-9_]*)=/.exec(line)?.[1] ?? []);
  const { stdout, stderr } = spawnSync('sh', ['-c', `set -a\n${shown.join('\n')}\nenv`], { env: {}, encoding: 'utf8' });
  expect(stderr).toBe('');
  const pairs = stdout.split('\n').map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
  return Object.fromEntries(pairs.filter(([name]) => names.includes(name!))) as Record<string, string>;
}

/** The values of a directive of the unit. */
async function directives(name: string): Promise<string[]> {
  const unit = await readFile(UNIT, 'utf8');
  return [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value!);
}

test('the file of settings is valid, also with its examples [SCALE-04]', async () => {
  expect(readConfig(await readEnvironment())).toMatchObject({ port: 443, tls: { redirectPort: 80 } });
  const examples = await readEnvironment(true);
  expect(Object.keys(examples).filter((name) => !(name in settings.shape))).toEqual([]);
  expect(() => readConfig(examples)).not.toThrow(ConfigError);
  expect(examples).toMatchObject({
    MAIL_FROM: 'Trace <trace@example.com>',
    DATABASE_URL: expect.stringContaining('&sslrootcert=') as string,
  });
  const own = (await directives('Environment')).map((pair) => pair.split('=')[0]!);
  expect(own.filter((name) => !(name in settings.shape))).toEqual(['NODE_COMPILE_CACHE']);
});

test('the command of the unit starts the server with the file of settings [SCALE-04]', async () => {
  const [command] = await directives('ExecStart');
  const [program, ...args] = command!.split(' ');
  const directory = await mkdtemp(join(tmpdir(), 'trace-unit-'));
  // A port that cannot be read ends the start at its first step, and shows that no other setting was refused.
  const environment = { ...(await readEnvironment()), PORT: 'many', TRACE_DATA_DIR: directory };
  const path = `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`;
  const child = spawn(program!, args, {
    cwd: ROOT,
    env: { PATH: path, NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = await text(child.stderr);
  await rm(directory, { recursive: true });
  expect(said).toMatch(/^Invalid configuration \(1 problem\):\n {2}PORT: /);
});

const hasSystemd = spawnSync('systemd-analyze', ['--version'], { stdio: 'ignore' }).error === undefined;
if (!hasSystemd) process.stderr.write('Skipped: deploy/trace.service is verified only where systemd-analyze is.\n');

test.skipIf(!hasSystemd)('systemd accepts the unit [SCALE-04]', async () => {
  const child = spawn('systemd-analyze', ['verify', '--man=no', UNIT], { stdio: ['ignore', 'ignore', 'pipe'] });
  const said = await text(child.stderr);
  expect(said.split('\n').filter((line) => line.includes('trace.service'))).toEqual([]);
});
