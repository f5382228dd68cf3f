// The way of every console command to its installation, tried without a database server.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMPILE_CACHE, type Ran } from '#testing/console';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'trace-console-'));
});
afterAll(() => rm(directory, { recursive: true }));

/** Runs a command in a folder without settings, as an operator does. */
function run(settings: Record<string, string>, command: string, ...args: string[]): Promise<Ran> {
  const script = path.join(import.meta.dirname, `${command}.ts`);
  const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: COMPILE_CACHE, ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { env, cwd: directory }, (error, out, complaint) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, complaint });
    });
  });
}

const COMMANDS: [command: string, ...args: string[]][] = [
  ['staff', 'add', 'ann@example.com'],
  ['updates', 'list'],
  ['certifications', 'search', 'x'],
  ['registry', 'ending'],
  ['firmware', 'keys'],
  ['audit', 'verify'],
  ['backup'],
  ['factory', 'sign', '.'],
];

test.each(COMMANDS)('%s reads .env, and creates nothing in a data folder without a database', async (...command) => {
  const data = path.join(directory, 'mistyped');
  await writeFile(path.join(directory, '.env'), `TRACE_DATA_DIR=${data}\n`);
  const { code, out, complaint } = await run({}, ...command);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(complaint).toContain(`There is no database in ${data}. Set TRACE_DATA_DIR`);
  expect(await readdir(directory)).toEqual(['.env']);
});

test('a restore without the secret key, and of a folder, says what is missing and makes nothing', async () => {
  const data = path.join(directory, 'new');
  const restore = (settings = {}) => run({ TRACE_DATA_DIR: data, ...settings }, 'restore', directory);
  expect(await restore()).toMatchObject({
    ...{ code: 1, out: '' },
    complaint: expect.stringContaining(`Put the secret.key of the backed up installation into ${data}`) as string,
  });
  expect(await readdir(directory)).not.toContain('new');
  expect(await restore({ TRACE_SECRET_KEY: randomBytes(32).toString('base64') })).toMatchObject({
    ...{ code: 1, out: '' },
    complaint: `${directory} is not a file: name the file that ends with .backup.\n`,
  });
});

test('a restore that was interrupted in its last step is finished by the next one, which says so [SCALE-05]', async () => {
  const data = path.join(directory, 'interrupted');
  for (const name of ['files', 'database']) await mkdir(path.join(data, '.restored', name), { recursive: true });
  expect(await run({ TRACE_DATA_DIR: data }, 'restore', 'any.backup')).toMatchObject({
    ...{ code: 1, out: '' },
    complaint: expect.stringMatching(/is finished now\. Start the server with: npm start\./) as string,
  });
  expect((await readdir(data)).toSorted()).toEqual(['database', 'files']);
});

test('a command names the reason in a sentence when the database cannot be reached', async () => {
  const settings = {
    DATABASE_URL: 'postgres://trace:pass@127.0.0.1:1/trace',
    TRACE_SECRET_KEY: randomBytes(32).toString('base64'),
  };
  expect(await run(settings, 'staff', 'add', 'ann@example.com')).toEqual({
    ...{ code: 1, out: '' },
    complaint: 'The database cannot be reached (ECONNREFUSED). Check DATABASE_URL.\n',
  });
});

test('the hub explains itself, and names the reason when no station answers', async () => {
  const hub = '../../../stand-ins/src/alarm-hub/dc09/hub.cli';
  const usage = expect.stringContaining('npm run hub -- panic --port') as string;
  expect(await run({}, hub, '--help')).toEqual({ code: 0, out: usage, complaint: '' });
  const panic = ['panic', '--port', '1', '--account', '1A2B'];
  for (const [words, mistake] of [
    [['panic', '--prot', '1'], "Unknown option '--prot'"],
    [['panic', '--port', 'x', '--account', '1A2B'], '--port must be a whole number'],
    [[...panic, 'again'], "Name one command, 'panic' or 'run'."],
    [[...panic, '--drift', 'soon'], '--drift must be a whole number'],
    [['run', ...panic.slice(1), '--interval', '0'], '--interval must be a whole number'],
    [[...panic, '--key', 'short'], '--key must be 32'],
    [[...panic, '--at', 'here'], '--at must be a latitude'],
  ] as const) {
    const ran = await run({}, hub, ...words);
    expect(ran).toEqual({ code: 2, out: '', complaint: usage });
    expect(ran.complaint).toContain(mistake);
  }
  expect(await run({}, hub, 'panic', '--port', '1', '--account', '1A2B')).toMatchObject({
    ...{ code: 1, out: '' },
    complaint: 'connect ECONNREFUSED 127.0.0.1:1\n',
  });
});

test('--help is answered on the standard output, and a mistake in the words on the error output', async () => {
  const usage = expect.stringContaining('Usage: npm run updates') as string;
  expect(await run({}, 'updates', '--help')).toEqual({ code: 0, out: usage, complaint: '' });
  expect(await run({}, 'updates', 'ad')).toEqual({ code: 2, out: '', complaint: usage });
});

test.each(COMMANDS)('%s takes --help after its words as a question, not as input', async (command, ...args) => {
  expect(await run({}, command, ...args.slice(0, 1), '--help')).toEqual({
    ...{ code: 0, complaint: '' },
    out: expect.stringContaining(`npm run ${command}`) as string,
  });
});

test('a backup into a folder that no disk has is refused at once [SCALE-05]', async () => {
  const settings = { TRACE_DATA_DIR: path.join(directory, 'none') };
  expect(await run(settings, 'backup', '/proc/x')).toEqual({
    ...{ code: 1, out: '' },
    complaint: '/proc/x cannot hold backups. Name a folder on a disk, not under /proc.\n',
  });
});
