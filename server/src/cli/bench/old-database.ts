// Makes the data folder of an older version for fault tests: `node server/src/cli/bench/old-database.ts FOLDER ROWS
// [MISSING]`. The database has the first schema of version 0.1.0, or lacks the newest MISSING migrations. It holds people,
// devices and ROWS positions of today.
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#platform/db/embedded/embedded-postgres';
import { migrate } from '#platform/db/migrate';
import { createLog } from '#platform/log/log';
import { loadSecretKey } from '#platform/secrets/secrets';

const FIRST_RELEASE = '0015-device-health.sql';
const PEOPLE = 200;
const DEVICES = 1_000;

const [folder = '', rows = '0', missing] = process.argv.slice(2);
const log = createLog({ level: 'warn' });
await loadSecretKey({ directory: folder });
const server = await startEmbeddedPostgres({ directory: path.join(folder, 'database'), log });
const migrations = await mkdtemp(path.join(tmpdir(), 'trace-old-'));
try {
  const all = path.resolve(import.meta.dirname, '../../../migrations');
  const names = (await readdir(all)).toSorted();
  const last = missing === undefined ? FIRST_RELEASE : names.at(-1 - Number(missing))!;
  for (const name of names) if (name <= last) await cp(path.join(all, name), path.join(migrations, name));
  await migrate({ url: server.url, directory: migrations, log });
  await fill(server.url, Number(rows));
} finally {
  await server.stop();
  await rm(migrations, { recursive: true });
}

async function fill(url: string, positions: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statementsFor(positions)) await client.query(statement);
  } finally {
    await client.end();
  }
}

function statementsFor(positions: number): string[] {
  const day = new Date().toISOString().slice(0, 10);
  const [from, until] = [`'${day}T00:00:00Z'::timestamptz`, `'${day}T00:00:00Z'::timestamptz + interval '1 day'`];
  return [
    `insert into person (email, email_verified, first_name, last_name, role, time_zone)
      select 'old-' || n || '@example.com', true, 'Old', 'Person', 'user', 'UTC' from generate_series(1, ${PEOPLE}) n`,
    `insert into device (serial, registered_by, registered_at)
      select 'Trace_O' || n, (select id from person limit 1), now() from generate_series(1, ${DEVICES}) n`,
    `insert into device_status (device_id, serial) select id, serial from device on conflict do nothing`,
    `create table position_${day.replaceAll('-', '')} partition of position (check (at >= ${from} and at < ${until}))
      for values from (${from}) to (${until})`,
    `insert into position (device_id, at, boot, seq, lat, lng, skewed, received_at)
      select 1 + n % ${DEVICES}, ${from} + n % 80000 * interval '1 second', 1, n, 60.1, 24.9, false, now()
      from generate_series(1, ${positions}) n`,
    `insert into user_activity_logs (action, account_id, ip_address, user_agent, created_at)
      select 'logout', id, '192.0.2.1', 'old', now() from person`,
  ];
}
