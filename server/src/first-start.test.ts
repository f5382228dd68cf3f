// Three server processes start at the same time on an empty database of the operator.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { startS3StandIn } from '#testing/stand-ins/s3-stand-in';
import { migrationsDirectory } from '#testing/template-database';
import { testServerUrl } from '#testing/test-database';
import { readConfig } from './config/config.ts';
import { startServer, type RunningServer } from './server.ts';

// All migrations run, and three servers start.
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

/** Makes roles and database by the statements of docs/operations.md. Returns the URLs of the server and of the owner. */
async function prepareDatabase(name: string) {
  const [owner, application] = [`${name}_owner`, `${name}_app`];
  await query(testServerUrl(), `create role ${owner} login password 'first'`);
  await query(testServerUrl(), `create database ${name} owner ${owner}`);
  await query(testServerUrl(), `create role ${application} login password 'second'`);
  await query(testServerUrl(), `grant ${application} to ${owner}`);
  // The settings require a URL with a host. For a socket, its own URL parameter takes precedence.
  const urlOf = (account: string): string =>
    testServerUrl().replace(/\/\/[^@]*@\/?[^/?]*(?:\/\w+)?/, `//${account}@localhost/${name}`);
  return {
    urls: { DATABASE_URL: urlOf(`${application}:second`), DATABASE_OWNER_URL: urlOf(`${owner}:first`) },
    async drop() {
      await query(testServerUrl(), `drop database ${name}`);
      await query(testServerUrl(), `drop role ${application}`);
      await query(testServerUrl(), `drop role ${owner}`);
    },
  };
}

test('three first starts at once with two roles and a bucket come up, and each migration runs once [SCALE-02]', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'trace-first-'));
  const bucket = await startS3StandIn();
  const { urls, drop } = await prepareDatabase(`first_${randomBytes(6).toString('hex')}`);
  const shared = {
    ...{ ...urls, TRACE_SECRET_KEY: randomBytes(32).toString('base64'), PORT: '0', MQTTS_PORT: '0' },
    ...{ FILES_URL: `s3://${bucket.accessKeyId}:secret@trace/eu?endpoint=${bucket.endpoint}`, LOG_LEVEL: 'silent' },
  };
  const folders = ['one', 'two', 'three'].map((name) => join(directory, name));
  const starts = await Promise.allSettled(
    folders.map((folder) => startServer(readConfig({ ...shared, TRACE_DATA_DIR: folder }))),
  );
  const servers = starts.flatMap((start): RunningServer[] => (start.status === 'fulfilled' ? [start.value] : []));
  try {
    const problems = starts.flatMap((start): unknown[] => (start.status === 'rejected' ? [start.reason] : []));
    expect(problems).toEqual([]);
    for (const { ownUrl } of servers) expect((await fetch(`${ownUrl}/readyz`)).status).toBe(200);
    const applied = await query(urls.DATABASE_OWNER_URL, 'select name from schema_migration order by name');
    expect(applied.map((row) => row.name)).toEqual((await readdir(migrationsDirectory)).toSorted());
    expect([...bucket.objects.keys()]).toEqual(['trace/eu/start-check']);
    // The operator notes backups of the database in these folders.
    expect((await readdir(directory)).toSorted()).toEqual(['one', 'three', 'two']);
  } finally {
    for (const server of servers) await server.stop();
    await drop();
    await bucket.stop();
    await rm(directory, { recursive: true });
  }
});
