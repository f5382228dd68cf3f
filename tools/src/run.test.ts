import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const { findNode } = createRequire(import.meta.url)('./run.cjs') as {
  findNode: (here: { version: string; execPath: string; platform: string; shipped: string | null }) => {
    path?: string;
    problem?: string;
  };
};

/** Stands in for the server: records its pid and every signal, and exits shortly after the first signal. */
const SERVER = `import { appendFileSync, writeFileSync } from 'node:fs';
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    appendFileSync('signals.txt', signal + '\\n');
    setTimeout(() => process.exit(0), 300);
  });
}
writeFileSync('server.pid', String(process.pid));
setInterval(() => {}, 1000);
`;

let root = '';
let started: ChildProcess[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'trace-run-'));
  mkdirSync(join(root, 'tools/src'), { recursive: true });
  for (const file of ['run.cjs', 'lifeline.cjs'])
    cpSync(join(import.meta.dirname, file), join(root, 'tools/src', file));
  write('package.json', '{ "type": "module", "workspaces": ["web"] }');
  write('web/dist/index.html', '<html></html>');
});

afterEach(() => {
  for (const child of started) killQuietly(-child.pid!);
  if (existsSync(join(root, 'server.pid'))) killQuietly(readPid('server.pid'));
  started = [];
  rmSync(root, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ESRCH');
  }
}

function readPid(file: string): number {
  return Number(readFileSync(join(root, file), 'utf8'));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Starts run.cjs as the leader of a group, as a terminal does. */
function run(mode: string) {
  const child = spawn(process.execPath, [join(root, 'tools/src/run.cjs'), mode], { cwd: root, detached: true });
  started.push(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exit = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)));
  return { pid: child.pid!, exit, output: () => output };
}

async function appears(file: string): Promise<void> {
  await vi.waitFor(() => expect(existsSync(join(root, file))).toBe(true), { timeout: 8000, interval: 20 });
}

test('Ctrl-C from the terminal and again from npm reaches the server once and leaves no process', async () => {
  write('server/src/main.ts', SERVER);
  const running = run('start');
  await appears('server.pid');
  process.kill(-running.pid, 'SIGINT');
  process.kill(running.pid, 'SIGINT');
  expect(await running.exit).toBe(0);
  expect(readFileSync(join(root, 'signals.txt'), 'utf8')).toBe('SIGINT\n');
  expect(isAlive(readPid('server.pid'))).toBe(false);
});

test('SIGTERM is passed on and waited for', async () => {
  write('server/src/demo/demo.ts', SERVER);
  const running = run('demo');
  await appears('server.pid');
  process.kill(running.pid, 'SIGTERM');
  expect(await running.exit).toBe(0);
  expect(readFileSync(join(root, 'signals.txt'), 'utf8')).toBe('SIGTERM\n');
});

test('waits for the delay of a stop before the server is killed [SCALE-05]', () => {
  const { stopLimitMs } = createRequire(join(root, 'tools/src/'))('./run.cjs') as {
    stopLimitMs: (env: Record<string, string>) => number;
  };
  expect(stopLimitMs({})).toBe(30_000);
  expect(stopLimitMs({ STOP_DELAY_SEC: '60' })).toBe(90_000);
  write('.env', "PORT=3000\nSTOP_DELAY_SEC='20'\n");
  expect(stopLimitMs({})).toBe(50_000);
  expect(stopLimitMs({ STOP_DELAY_SEC: '60' })).toBe(90_000);
});

test('killing the start script with SIGKILL also ends the server', async () => {
  write('server/src/main.ts', SERVER);
  const running = run('start');
  await appears('server.pid');
  process.kill(running.pid, 'SIGKILL');
  await vi.waitFor(() => expect(isAlive(readPid('server.pid'))).toBe(false), { timeout: 8000, interval: 20 });
  expect(readFileSync(join(root, 'signals.txt'), 'utf8')).toBe('SIGTERM\n');
});

test('the start exits with the exit code of the server and ends the processes left behind', async () => {
  write(
    'server/src/main.ts',
    `import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
writeFileSync('server.pid', String(child.pid));
process.exit(7);
`,
  );
  const running = run('start');
  expect(await running.exit).toBe(7);
  await vi.waitFor(() => expect(isAlive(readPid('server.pid'))).toBe(false), { timeout: 8000, interval: 20 });
});

test('builds a missing web portal first and prints a line about the build', async () => {
  rmSync(join(root, 'web/dist'), { recursive: true });
  write(
    'server/src/main.ts',
    `import { readFileSync } from 'node:fs';\nconsole.log(readFileSync('web/dist/index.html', 'utf8'));\n`,
  );
  write('web/package.json', '{ "name": "web", "version": "1.0.0", "scripts": { "build": "node build.mjs" } }');
  write(
    'web/build.mjs',
    `import { mkdirSync, writeFileSync } from 'node:fs';\nmkdirSync('dist');\nwriteFileSync('dist/index.html', 'built portal');\n`,
  );
  const running = run('start');
  expect(await running.exit).toBe(0);
  expect(running.output()).toContain('Building the web portal (first start only');
  expect(running.output()).toContain('built portal');
});

test('a failed build of the web portal ends the start with its exit code', async () => {
  rmSync(join(root, 'web/dist'), { recursive: true });
  write('server/src/main.ts', `console.log('must not start');\n`);
  write('web/package.json', '{ "name": "web", "version": "1.0.0", "scripts": { "build": "exit 4" } }');
  const running = run('start');
  expect(await running.exit).toBe(4);
  expect(running.output()).toContain('Building the web portal failed.');
  expect(running.output()).not.toContain('must not start');
});

test('a silent build prints nothing but its errors', async () => {
  rmSync(join(root, 'web/dist'), { recursive: true });
  write('server/src/main.ts', '');
  write('web/package.json', '{ "name": "web", "version": "1.0.0", "scripts": { "build": "node build.mjs" } }');
  write('web/build.mjs', `if (!process.argv.join(' ').endsWith('--logLevel warn')) console.log('200 chunks');\n`);
  const running = run('start');
  expect(await running.exit).toBe(0);
  expect(running.output()).toBe('Building the web portal (first start only, about 30 s) …\n');
});

const LOCK = JSON.stringify({
  packages: {
    '': {},
    'node_modules/fastify': {},
    'node_modules/other-platform': { optional: true },
    'node_modules/vitest': { dev: true },
    'server/node_modules/better-auth': {},
  },
});

test('names the missing package when node_modules was copied in part', async () => {
  write('package-lock.json', LOCK);
  write('node_modules/fastify/package.json', '{}');
  const running = run('start');
  expect(await running.exit).toBe(1);
  expect(running.output()).toBe(
    `The installed packages are incomplete: better-auth is missing. Run \`npm ci\` in ${root} and try again.\n`,
  );
});

test('asks for npm ci when node_modules is missing', async () => {
  write('package-lock.json', LOCK);
  const running = run('start');
  expect(await running.exit).toBe(1);
  expect(running.output()).toBe(`The packages are not installed. Run \`npm ci\` in ${root} and try again.\n`);
});

test('starts without optional packages, and without development packages when the portal is built', async () => {
  write('package-lock.json', LOCK);
  write('node_modules/fastify/package.json', '{}');
  write('server/node_modules/better-auth/package.json', '{}');
  write('server/src/main.ts', `console.log('started');\n`);
  const running = run('start');
  expect(await running.exit).toBe(0);
  expect(running.output()).toBe('started\n');
});

test('dev runs server and bundler side by side and stops both', async () => {
  write('server/src/main.ts', SERVER);
  write('node_modules/vite/package.json', '{ "name": "vite", "version": "1.0.0" }');
  write(
    'node_modules/vite/bin/vite.js',
    `require('node:fs').writeFileSync('../vite.pid', String(process.pid));\nsetInterval(() => {}, 1000);\n`,
  );
  const running = run('dev');
  await Promise.all([appears('server.pid'), appears('vite.pid')]);
  process.kill(-running.pid, 'SIGINT');
  expect(await running.exit).toBe(0);
  expect([isAlive(readPid('server.pid')), isAlive(readPid('vite.pid'))]).toEqual([false, false]);
});

test('an unknown mode exits with 2 and prints the available modes', async () => {
  const running = run('strat');
  expect(await running.exit).toBe(2);
  expect(running.output()).toContain('demo|start|dev');
});

const OLD = { version: '20.20.2', execPath: '/usr/bin/node', platform: 'linux-x64', shipped: null };

test('uses the current Node when new enough, else the Node from npm', () => {
  expect(findNode({ ...OLD, version: '24.21.0' })).toEqual({ path: '/usr/bin/node' });
  expect(findNode({ ...OLD, shipped: '/x/bin/node' })).toEqual({ path: '/x/bin/node' });
});

test('the message without Node 24 says whether to install packages or Node', () => {
  expect(findNode(OLD).problem).toContain('npm ci --include=optional');
  expect(findNode({ ...OLD, platform: 'darwin-arm64' }).problem).toContain('https://nodejs.org');
});

test('an old Node can parse the start file', () => {
  const text = readFileSync(join(import.meta.dirname, 'run.cjs'), 'utf8');
  expect(text).not.toMatch(/=>|^\s*(?:const|let|class|async) |\?\.|\?\?|\.\.\.[\w[]|`\$/m);
});
