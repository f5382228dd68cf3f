import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '#platform/log/log';
import { copyTemplate, dropDatabase, migrationsDirectory, runOnce } from '#testing/template-database';
import { testServerUrl } from '#testing/test-database';
import { urlAs } from './application-role.ts';
import { migrate } from './migrate.ts';

const log = createLog({ level: 'silent' });
const suffix = randomBytes(6).toString('hex');
const [name, owner, application] = [`role_${suffix}`, `owner_${suffix}`, `app_${suffix}`];

let url: string;
beforeAll(async () => {
  url = await copyTemplate(testServerUrl(), process.env['TRACE_TEST_TEMPLATE']!, name);
  await runOnce(url, `create role ${owner} login password 'p'; create role ${application} login`);
  await runOnce(url, `create schema own authorization ${owner}; alter role ${owner} set search_path to own`);
});
afterAll(async () => {
  await dropDatabase(testServerUrl(), name);
  await runOnce(testServerUrl(), `drop role ${owner}; drop role ${application}`);
});

test('names the missing membership of the owner, and starts with it [SCALE-02]', async () => {
  const owned = urlAs(url, { name: owner, password: 'p' });
  const start = () =>
    migrate({
      ...{ url: owned, schema: 'own', directory: migrationsDirectory, log },
      applicationRole: { name: application, password: null },
    });
  await expect(start()).rejects.toThrow(`run: grant "${application}" to "${owner}";`);
  await runOnce(url, `grant ${application} to ${owner}`);
  expect(await start()).toEqual([]);
});
