import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMPILE_CACHE } from '#testing/console';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'trace-doctor-cli-'));
});
afterAll(() => rm(directory, { recursive: true }));

/** Runs the command in an empty folder, as an operator does. */
function run(settings: Record<string, string>, ...args: string[]): Promise<{ code: number; out: string }> {
  const script = join(import.meta.dirname, 'doctor.ts');
  const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: COMPILE_CACHE, ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], { env, cwd: directory }, (error, out, complaint) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out: out + complaint });
    });
  });
}

test('names every setting that cannot be read, and ends with 1 [SCALE-04]', async () => {
  const { code, out } = await run({ PORT: 'many', TLS_CERT: 'cert.pem' });
  expect(code).toBe(1);
  expect(out).toMatch(/^FAIL {2}settings {2}PORT: /);
  expect(out).toContain('TLS_KEY: required because TLS_CERT is set');
  expect(out).toContain('0 ok, 0 to look at, 3 failed');
});

test('prints no secret, changes nothing, and ends in time when nothing answers [SCALE-04]', async () => {
  const key = randomBytes(32).toString('base64');
  const { code, out } = await run(
    {
      ...{ DATABASE_URL: 'postgres://trace:SECRET-1@127.0.0.1:1/trace', TRACE_SECRET_KEY: key },
      ...{ SMTP_URL: 'smtp://mia:SECRET-2@127.0.0.1:1', MAP_PROVIDER: 'none' },
      ...{ SMS_GATEWAY_URL: 'http://127.0.0.1:1/SECRET-3', SMS_GATEWAY_TOKEN: 'SECRET-4', SMS_FROM: 'Trace' },
      ...{ FILES_URL: 's3://SECRET-5:SECRET-6@trace?endpoint=http://127.0.0.1:1', METRICS_TOKEN: 'SECRET-7'.repeat(4) },
      TRACE_DATA_DIR: join(directory, 'data'),
    },
    '--json',
  );
  expect(code).toBe(1);
  const { findings } = JSON.parse(out) as { findings: { check: string; level: string; means: string }[] };
  const failed = findings.filter(({ level }) => level === 'fail').map(({ check }) => check);
  expect(failed).toEqual(['database', 'mail', 'sms', 'files']);
  expect(findings.find(({ check }) => check === 'database')?.means).toContain('ECONNREFUSED');
  expect(out).not.toMatch(/SECRET-\d/);
  expect(out).not.toContain(key);
  expect(await readdir(directory)).toEqual([]);
});

test('names an interrupted restore as the reason why the server does not start [SCALE-04] [SCALE-05]', async () => {
  const data = join(directory, 'interrupted');
  await mkdir(join(data, '.restoring'), { recursive: true });
  const { code, out } = await run({ TRACE_DATA_DIR: data, MAP_PROVIDER: 'none' });
  expect(code).toBe(1);
  expect(out).toMatch(/^FAIL {2}database +A restore into .* runs or was interrupted\./m);
  await rm(data, { recursive: true });
});

test('explains itself when the arguments are wrong [SCALE-04]', async () => {
  expect(await run({}, 'all')).toEqual({ code: 2, out: 'Usage: npm run doctor [-- --json]\n' });
});
