// The endpoint /readyz of a whole server. A broken part that people and trackers need makes the answer 503.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { hold } from '#testing/held-rows';
import { startPortal, type Portal } from '#testing/portal';
import { rawCall } from '#testing/raw-call';
import { connectTracker, registerDevice } from '#testing/trackers';

let portal: Portal;
let dataDirectory: string;
beforeAll(async () => {
  // No mail server listens on this port.
  portal = await startPortal({ SMTP_URL: 'smtp://127.0.0.1:1' }, (config) => {
    dataDirectory = config.dataDirectory;
    return config;
  });
});
afterAll(() => portal.stop());

async function ready() {
  const { status, json } = await rawCall(portal, { path: '/readyz' });
  return { status, states: json as Record<string, string> };
}

const onTables = (statement: string) => sql.raw(statement).execute(portal.test.database.sql);

async function applicationRole(): Promise<string> {
  const { rows } = await sql<{ grantee: string }>`
    select distinct grantee from information_schema.role_table_grants
    where table_schema = ${portal.test.schema} and table_name = 'session' and grantee <> current_user`.execute(
    portal.test.database.sql,
  );
  return rows[0]!.grantee;
}

test.each(['insert', 'select'])('is not ready while no session can be used because of %s [SCALE-04]', async (right) => {
  const role = await applicationRole();
  const people = await onTables('select count(*) from person');
  expect(await ready()).toMatchObject({ status: 200, states: { signIn: 'ok' } });
  await onTables(`revoke ${right} on session from ${role}`);
  try {
    expect(await ready()).toMatchObject({ status: 503, states: { status: 'unavailable', signIn: 'failing' } });
  } finally {
    await onTables(`grant ${right} on session to ${role}`);
  }
  expect(await ready()).toMatchObject({ status: 200, states: { signIn: 'ok' } });
  expect((await onTables('select count(*) from person')).rows).toEqual(people.rows);
});

test('a mail server that is away is shown before the first mail, and takes no process out [SCALE-04]', async () => {
  await portal.clock.advance(SECOND_MS);
  const found = await eventually(ready, ({ states }) => states.mail === 'failing');
  expect(found).toMatchObject({ status: 200, states: { status: 'degraded', mail: 'failing', files: 'ok' } });
});

test('a folder of files that cannot be used is shown before the first upload [SCALE-04]', async () => {
  const folder = join(dataDirectory, 'files');
  await rm(folder, { recursive: true, force: true });
  await writeFile(folder, '');
  await portal.clock.advance(120 * SECOND_MS);
  await eventually(ready, ({ states }) => states.files === 'failing');
  await rm(folder);
  await mkdir(folder);
  await portal.clock.advance(120 * SECOND_MS);
  expect((await eventually(ready, ({ states }) => states.files === 'ok')).status).toBe(200);
});

test('is not ready while a panic waits to be stored [SCALE-04]', async () => {
  const tracker = await connectTracker(portal);
  await registerDevice(portal, tracker.serial, await portal.person({ role: 'installer' }));
  const held = await hold(portal, sql`lock table device_event in share mode`);
  void tracker.press('panic');
  await eventually(
    async () => portal.app.gateway.backlogs().get('events')?.waiting,
    (waiting) => waiting === 1,
  );
  await portal.clock.advance(11 * SECOND_MS);
  expect(await ready()).toMatchObject({ status: 503, states: { status: 'unavailable', panic: 'stalled' } });
  await held.release();
  await eventually(ready, ({ states }) => states.panic === 'ok');
  await tracker.stop();
});

test('an urgent job that no worker takes is shown [SCALE-04]', async () => {
  await portal.app.jobs.stop();
  await sql`insert into job (name, payload, run_at) values ('panic.push', '{}', ${portal.clock.now()})`.execute(
    portal.test.database.sql,
  );
  expect((await ready()).states).toMatchObject({ urgentJobs: 'ok' });
  await portal.clock.advance(61 * SECOND_MS);
  expect(await ready()).toMatchObject({ status: 200, states: { jobs: 'failing', urgentJobs: 'late' } });
});
