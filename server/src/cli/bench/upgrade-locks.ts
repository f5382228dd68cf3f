// Measures how long an upgrade blocks a server that works meanwhile, for fault tests: `node
// server/src/cli/bench/upgrade-locks.ts FOLDER`. Applies the missing migrations while a connection, which counts as
// another server, writes to the hot tables. Prints the longest write in one line of JSON.
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '#platform/db/embedded/embedded-postgres';
import { migrate } from '#platform/db/migrate';
import { createLog } from '#platform/log/log';

/** Statements of a working server, one per hot table. */
const WRITES = [
  `update device_status set seq = seq + 1 where device_id = 1`,
  `insert into position (device_id, at, boot, seq, lat, lng, skewed, received_at)
    select device_id, at, boot, (extract(epoch from clock_timestamp()) * 1000000)::bigint, lat, lng, skewed, now()
    from position limit 1`,
  `update device set nickname = 'moved' where id = 2`,
  `insert into job (name) values ('bench')`,
  `insert into outbox (kind, audience, payload) values ('bench', '{}', '{}')`,
];
const PAUSE_MS = 5;

const [folder = ''] = process.argv.slice(2);
const log = createLog({ level: 'warn' });
const server = await startEmbeddedPostgres({ directory: path.join(folder, 'database'), log });
const client = new pg.Client({ connectionString: server.url, application_name: 'trace' });
await client.connect();
let isDone = false;
let longestMs = 0;
let writes = 0;

const writing = (async () => {
  while (!isDone) {
    for (const statement of WRITES) {
      const fromMs = performance.now();
      await client.query(statement);
      longestMs = Math.max(longestMs, performance.now() - fromMs);
      writes += 1;
    }
    await wait(PAUSE_MS);
  }
})();
try {
  const directory = path.resolve(import.meta.dirname, '../../../migrations');
  const applied = await migrate({ url: server.url, directory, log });
  isDone = true;
  await writing;
  console.log(JSON.stringify({ applied: applied.length, longestMs: Math.round(longestMs), writes }));
} finally {
  isDone = true;
  await client.end();
  await server.stop();
}
