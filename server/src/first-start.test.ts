// Two server processes start at the same time on an empty database of the operator.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { migrationsDirectory } from '#testing/template-database';
import { testServerUrl } from '#testing/test-database';
import { readConfig } from './config/config.ts';
import { startServer, type RunningServer } from './server.ts';

// All migrations run, and two servers start.
vi.setConfig({ testTimeout: 60_000 });

async function query(url: string, statement: string): Promise<{ name: string }[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ name: string }>(statement)).rows;
  } finally {
    await client.end();
  }
}

test('two first starts at once both come up, and each migration runs once [SCALE-02]', async () => {
  const name = `first_${randomBytes(6).toString('hex')}`;
  const directory = await mkdtemp(join(tmpdir(), 'trace-first-'));
  await query(testServerUrl(), `create database ${name}`);
  // The settings require a URL with a host. For a socket, its own URL parameter takes precedence.
  const url = testServerUrl()
    .replace('@/', '@localhost/')
    .replace(/\/\w+(?=\?|$)/, `/${name}`);
  const config = readConfig({
    ...{ DATABASE_URL: url, TRACE_SECRET_KEY: randomBytes(32).toString('base64'), TRACE_DATA_DIR: directory },
    ...{ PORT: '0', MQTTS_PORT: '0', LOG_LEVEL: 'silent' },
  });
  const starts = await Promise.allSettled([startServer(config), startServer(config)]);
  const servers = starts.flatMap((start): RunningServer[] => (start.status === 'fulfilled' ? [start.value] : []));
  try {
    expect(starts.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    for (const { ownUrl } of servers) expect((await fetch(`${ownUrl}/readyz`)).status).toBe(200);
    const applied = await query(url, 'select name from schema_migration order by name');
    expect(applied.map((row) => row.name)).toEqual((await readdir(migrationsDirectory)).toSorted());
  } finally {
    for (const server of servers) await server.stop();
    await query(testServerUrl(), `drop database ${name}`);
    await rm(directory, { recursive: true });
  }
});
