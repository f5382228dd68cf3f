// Retention of all features together: old data is taken, younger data stays.
import { DELETE_PHRASE } from '@trace/contract/accounts/accounts.rules';
import { deleteAccount, downloadData } from '@trace/contract/accounts/accounts.api';
import { listRetentionRuns, restoreArchive } from '@trace/contract/retention/retention.api';
import {
  retainedSince,
  retentionPeriods,
  retentionRules,
  type RetentionKind,
} from '@trace/contract/retention/retention.rules';
import { retentionTexts as texts } from '@trace/contract/retention/retention.texts';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRetentionService } from '#features/retention/retention.service';
import {
  archiveOldestDay,
  createPartition,
  dropOldestArchivedDay,
} from '#features/tracking/ingest/tracking.partition.store';
import { sealAuditLog, verifyAuditLog } from '#platform/audit/chain';
import type { RetentionPart } from '#platform/feature/retention-part';
import { createLog } from '#platform/log/log';
import { columnsWith } from '#testing/columns-with';
import { assignedDevice } from '#testing/followed-device';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall } from '#testing/raw-call';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

let portal: Portal;
let staff: SignedIn;
beforeAll(async () => {
  // The audit log follows the clock of the database, so the clock of the portal begins there.
  portal = await startPortal({}, undefined, new Date());
  // The oldest entries of the audit log stand at the beginning of its chain.
  for (const days of [-2, -1, 1])
    await run(
      sql`insert into audit_log (action, subject_type, created_at) values ('aged', 'aged', ${due('auditLog', days)})`,
    );
  staff = await portal.person({ role: 'staff' });
});
afterAll(() => portal.stop());

const run = (statement: RawBuilder<unknown>) => statement.execute(portal.test.database.sql);

/** So many days after the instant at which data of this kind has outlived its period. */
const due = (kind: RetentionKind, days: number): Date =>
  new Date(retainedSince(kind, portal.clock.now()).getTime() + days * DAY_MS);

async function storePosition(deviceId: number, at: Date): Promise<void> {
  await portal.app.database.transaction((tx) => createPartition(tx, at.toISOString().slice(0, 10)));
  await run(sql`
    insert into position (device_id, at, boot, seq, lat, lng, skewed, received_at)
    values (${deviceId}, ${at}, 1, ${Math.floor(at.getTime() / 1_000)}, -33.8, 151.2, false, ${at})`);
}

/** Inserts a row of each table with an age. */
const agesOf: Record<string, (at: Date) => RawBuilder<unknown>> = {
  user_activity_logs: (at) => sql`
    insert into user_activity_logs (action, ip_address, user_agent, created_at) values ('logout', '', 'aged', ${at})`,
  location_access: (at) => sql`
    with asked as (
      insert into location_access (device_id, serial, device_name, requester_id, user_id, user_since, minutes, status,
        requested_at, lapses_at, starts_at, ends_at, ended_at, ended_as)
      select 1, 'aged', 'Boat', gen_random_uuid(), gen_random_uuid(), t.at, 5, 'approved', t.at, t.at, t.at,
        t.at + interval '5 minutes', t.at + interval '5 minutes', 'expired' from (select ${at}::timestamptz as at) t returning *)
    insert into location_look (viewer_id, user_id, device_id, what, right_by, grant_id, positions, from_at, to_at)
    select requester_id, user_id, 1, 'ping', 'grant', id, 1, starts_at, starts_at from asked`,
  ticket: (at) => sql`
    insert into ticket (id, subject, description, priority, created_at, updated_at)
    values (gen_random_uuid(), 'aged', '', 'low', ${at}, ${at})`,
  hub_receiver_frame: (at) => sql`
    with aged_device as (
      insert into device (serial, registered_by, registered_at) values ('aged hub', ${staff.id}, ${at})
      on conflict (lower(serial)) do update set serial = excluded.serial returning id
    ), account as (
      insert into hub_receiver_account (id, device_id, number, maker, behind_sec, ahead_sec, supervision_sec, added_at)
      select gen_random_uuid(), id, 'A6ED', 'other', 40, 20, 60, ${at} from aged_device
      on conflict (device_id) do update set number = excluded.number returning id
    )
    insert into hub_receiver_frame (id, account_id, seq, digest, received_at, outcome, codes)
    select gen_random_uuid(), id, 1, sha256('aged'), ${at}, 'stored', '{}' from account`,
  firmware_update: (at) => sql`
    with aged_device as (
      insert into device (serial, registered_by, registered_at) values ('aged firmware', ${staff.id}, ${at})
      on conflict (lower(serial)) do update set serial = excluded.serial returning id
    ), release as (
      insert into firmware_release (id, model, version, channel, size_bytes, sha256, md5, notes, state, uploaded_at,
        manifest, expires_at)
      values (gen_random_uuid(), 'aged', gen_random_uuid()::text, 'stable', 1, '', '', '', 'draft', ${at}, '', ${at})
      returning id
    ), rollout as (
      insert into firmware_rollout (id, release_id, model, channel, ring_totals, target_kind, rings, state, settings,
        started_at, ended_at)
      select gen_random_uuid(), id, 'aged', 'stable', '{1}', 'all', '{100}', 'stopped', '{}', ${at}, ${at} from release
      returning id
    )
    insert into firmware_update (id, rollout_id, device_id, ring, state, changed_at)
    select gen_random_uuid(), rollout.id, aged_device.id, 1, 'done', ${at} from rollout, aged_device`,
  device_command: (at) => sql`
    insert into device_command (request_id, device_id, serial, command, parameters, purpose, state, created_at, finished_at)
    values (gen_random_uuid(), 1, 'aged', 'reboot', '{}', 'manual', 'answered', ${at}, ${at})`,
  device_log: (at) => sql`
    insert into device_log (device_id, boot, seq, level, text, at, received_at)
    values (987, 1, extract(epoch from ${at}::timestamptz)::bigint, 'error', 'aged', ${at}, ${at})`,
  device_event: (at) => sql`
    insert into device_event (device_id, boot, seq, kind, at, skewed, lat, lng, received_at)
    values (987, 1, extract(epoch from ${at}::timestamptz)::bigint, 'tamper', ${at}, false, -33.8, 151.2, ${at})`,
  hub_queue_event: (at) => sql`
    insert into hub_queue_event (event_key, outcome, received_at, body)
    values (gen_random_uuid()::text, 'stored', ${at}, '{}')`,
  position_skewed: (at) => sql`
    insert into position_skewed (device_id, boot, seq, received_at, ts, lat, lng)
    values (987, 1, extract(epoch from ${at}::timestamptz)::bigint, ${at}, 1, -33.8, 151.2)`,
  position_equivocation: (at) => sql`
    insert into position_equivocation (device_id, boot, seq, at, lat, lng, received_at)
    values (987, 1, 1, ${at}, -33.8, 151.2, ${at})`,
  ping: (at) => sql`
    with sent as (
      insert into ping (id, account_id, device_id, serial, device_name, outcome, created_at, ends_at)
      values (gen_random_uuid(), ${staff.id}, 987, 'aged', 'Boat', 'located', ${at}, ${at}) returning *)
    insert into ping_location (ping_id, device_id, serial, device_name, account_id, lat, lng, at)
    select id, device_id, serial, device_name, account_id, -33.8, 151.2, created_at from sent`,
  ping_archive: (at) => sql`
    insert into ping_archive (ping_id, account_id, created_at, ping) values (gen_random_uuid(), ${staff.id}, ${at}, '{}')`,
  archive_restoration: (at) => sql`
    insert into archive_restoration (id, device_id, from_at, until_at, reason, restored_by, restored_at, expires_at)
    values (gen_random_uuid(), 987, ${at}, ${at}::timestamptz + interval '1 day', 'aged', ${staff.id}, ${at}, ${at})`,
  location_panic_access: (at) => sql`
    insert into location_panic_access (incident_id, viewer_id, viewer_name, device_id, serial, device_name, user_id, starts_at)
    values (gen_random_uuid(), gen_random_uuid(), 'aged', 987, 'Trace_AGED', 'aged', gen_random_uuid(), ${at})`,
  panic_position: (at) => sql`
    with opened as (
      insert into panic_incident (id, is_test, source, kind, opened_at, received_at, has_wrong_clock, last_event_at, last_notified_at)
      values (gen_random_uuid(), false, 'tracker', 'panic', now(), now(), false, now(), now()) returning id)
    insert into panic_position (incident_id, device_id, at, received_at, lat, lng)
    select id, 987, ${at}, ${at}, -33.8, 151 from opened`,
  panic_incident: (at) => sql`
    insert into panic_incident (id, is_test, source, kind, opened_at, received_at, has_wrong_clock, last_event_at, last_notified_at)
    values (gen_random_uuid(), false, 'tracker', 'panic', ${at}, ${at}, false, ${at}, ${at})`,
  panic_contact: (at) => sql`
    with aged as (
      insert into panic_contact (id, account_id, place, name, channels, created_at)
      values (gen_random_uuid(), gen_random_uuid(), 0, 'aged', array['email'], ${at}) returning id)
    insert into panic_contact_address (contact_id, kind, address, state, invited_at, answered_at)
    select id, 'email', 'aged@example.com', 'declined', ${at}, ${at} from aged`,
  panic_contact_message: (at) => sql`
    insert into panic_contact_message (account_id, kind, subject, created_at)
    values (gen_random_uuid(), 'refusal', 'aged', ${at})`,
  retention_run: (at) => sql`
    insert into retention_run (kind, before, started_at, finished_at) values ('tickets', ${at}, ${at}, ${at})`,
};
/** The table and column of each kind by which the test counts. Positions have a separate test. */
const counted: Record<Exclude<RetentionKind, 'positions' | 'archivedPositions'>, readonly [string, string]> = {
  activityLogs: ['user_activity_logs', 'created_at'],
  accessLog: ['location_access', 'requested_at'],
  tickets: ['ticket', 'updated_at'],
  commands: ['device_command', 'created_at'],
  deviceLogs: ['device_event', 'received_at'],
  hubEvents: ['hub_queue_event', 'received_at'],
  hubFrames: ['hub_receiver_frame', 'received_at'],
  firmwareUpdates: ['firmware_update', 'changed_at'],
  positionRepeats: ['position_skewed', 'received_at'],
  pings: ['ping', 'created_at'],
  archivedPings: ['ping_archive', 'created_at'],
  restorations: ['archive_restoration', 'restored_at'],
  panicContacts: ['panic_contact', 'created_at'],
  incidents: ['panic_incident', 'opened_at'],
  incidentPositions: ['panic_position', 'received_at'],
  retentionRuns: ['retention_run', 'started_at'],
  auditLog: ['audit_log', 'created_at'],
};

const growing: readonly string[] = ['archivedPings', 'retentionRuns', 'auditLog'];
/** The tables with two old rows each, where more than one. A ping and its location count as one row. */
const agedTables: Readonly<Record<string, number>> = {
  deviceLogs: 2,
  positionRepeats: 2,
  accessLog: 3,
  panicContacts: 2,
};

async function countBefore(table: string, column: string, before: Date): Promise<{ old: number; all: number }> {
  const { rows } = await sql<{ old: number; all: number }>`
    select (count(*) filter (where ${sql.ref(column)} < ${before}))::int as old, count(*)::int as "all"
    from ${sql.table(table)}`.execute(portal.test.database.sql);
  return rows[0]!;
}

test('data older than its period is gone, younger data and accounts stay, and each run is reported [RET-02] [RET-03] [RET-07] [T65]', async () => {
  const now = portal.clock.now();
  for (const [kind, { tables }] of Object.entries(retentionPeriods))
    for (const table of tables) {
      for (const days of [-2, -1, 1]) {
        const insert = agesOf[table];
        if (insert !== undefined) await run(insert(due(kind as RetentionKind, days)));
      }
    }
  await run(sql`update person set created_at = now() - interval '10 years' where id = ${staff.id}`);
  await sealAuditLog(portal.app.database);
  const young = await Promise.all(
    Object.entries(counted).map(async ([kind, [table, column]]) => {
      const { all, old } = await countBefore(table, column, retainedSince(kind as RetentionKind, now));
      return [kind, all - old, old] as const;
    }),
  );
  expect(young.filter(([, , old]) => old !== 2)).toEqual([]);

  await portal.clock.advance(2 * MINUTE_MS);

  const { runs } = await staff.api.call(listRetentionRuns, { query: {} });
  for (const [kind, kept] of young) {
    const [table, column] = counted[kind as keyof typeof counted];
    const left = await countBefore(table, column, retainedSince(kind as RetentionKind, now));
    const report = runs.find((each) => each.kind === kind);
    expect([kind, left.old, report?.problem, report?.finishedAt]).toEqual([kind, 0, null, expect.any(String)]);
    // Some tables get new rows meanwhile.
    expect([kind, growing.includes(kind) || left.all === kept]).toEqual([kind, true]);
    expect([kind, report!.removed]).toEqual([kind, 2 * (agedTables[kind] ?? 1)]);
  }
  const { rows } = await sql`
    select ping->>'serial' as serial, location->>'lat' as lat from ping_archive where location is not null`.execute(
    portal.test.database.sql,
  );
  expect(rows).toEqual([
    { serial: 'aged', lat: '-33.8' },
    { serial: 'aged', lat: '-33.8' },
  ]);
  await sealAuditLog(portal.app.database);
  expect(await verifyAuditLog(portal.app.database)).toMatchObject({ isIntact: true });
});

test('the list of runs says who may restore archived days [RET-06] [RET-01]', async () => {
  const mayRestore = async (admin: boolean) => {
    const { api } = await portal.person({ role: 'staff', admin });
    return (await api.call(listRetentionRuns, { query: {} })).mayRestore;
  };
  expect([await mayRestore(true), await mayRestore(false)]).toEqual([true, false]);
});

test('accounts have no period: an account of ten years stays until it is deleted [RET-04]', async () => {
  const tables: readonly string[] = Object.values(retentionPeriods).flatMap((period) => period.tables);
  expect(tables).not.toContain('person');
  const { rows } = await sql`
    select from person where id = ${staff.id} and created_at < now() - interval '9 years'`.execute(
    portal.test.database.sql,
  );
  expect(rows).toHaveLength(1);
});

test('moves whole days of positions to the archive after 90 days, and drops them two years later [RET-01]', async () => {
  const now = portal.clock.now();
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  for (const days of [1, 89, 91, 92]) await storePosition(11, daysAgo(days));
  const ages = async (table: string) => {
    const { rows } = await sql<{ at: Date }>`
      select at from ${sql.table(table)} where device_id = 11 order by at desc`.execute(portal.test.database.sql);
    return rows.map(({ at }) => Math.round((now.getTime() - at.getTime()) / DAY_MS));
  };
  const takeAll = async (take: typeof archiveOldestDay, before: Date): Promise<void> => {
    while ((await portal.app.database.transaction((tx) => take(tx, before))) > 0);
  };

  // A process that dies before the commit: each position is still in one place.
  const dies = portal.app.database.transaction(async (tx) => {
    await archiveOldestDay(tx, retainedSince('positions', now));
    throw new Error('killed');
  });
  await expect(dies).rejects.toThrow('killed');
  expect([await ages('position'), await ages('position_archive')]).toEqual([[1, 89, 91, 92], []]);

  await takeAll(archiveOldestDay, retainedSince('positions', now));
  // Positions of an archived day that arrive very late join it.
  await storePosition(11, new Date(daysAgo(92).getTime() + 1_000));
  await takeAll(archiveOldestDay, retainedSince('positions', now));
  expect([await ages('position'), await ages('position_archive')]).toEqual([
    [1, 89],
    [91, 92, 92],
  ]);
  const twoYearsLater = new Date(now);
  twoYearsLater.setUTCFullYear(now.getUTCFullYear() + retentionRules.locationArchiveYears);
  await takeAll(dropOldestArchivedDay, retainedSince('archivedPositions', now));
  expect(await ages('position_archive')).toEqual([91, 92, 92]);
  await takeAll(
    dropOldestArchivedDay,
    retainedSince('archivedPositions', new Date(twoYearsLater.getTime() - 1.5 * DAY_MS)),
  );
  expect((await ages('position_archive')).length).toBeGreaterThan(0);
  await takeAll(dropOldestArchivedDay, retainedSince('archivedPositions', new Date(twoYearsLater.getTime() + DAY_MS)));
  expect([await ages('position'), await ages('position_archive')]).toEqual([[1, 89], []]);
});

test('a run whose process died is continued, and counts each row once [RET-06]', async () => {
  let left = 3;
  let dies = true;
  const part: RetentionPart = {
    kind: 'tickets',
    take: async (tx) => {
      await sql`select 1`.execute(tx);
      if (dies && left === 1) throw Object.assign(new Error('secret words'), { code: '57P01' });
      const taken = Math.min(left, 1);
      left -= taken;
      return taken;
    },
  };
  await run(sql`delete from retention_run`);
  const log = createLog({ level: 'silent' });
  const service = createRetentionService({
    database: portal.app.database,
    clock: portal.clock,
    log,
    parts: () => [part],
  });
  await service.run();
  dies = false;
  await service.run();
  await service.run();
  const { runs } = await service.listRuns(undefined);
  expect(runs.map(({ removed, problem }) => [removed, problem])).toEqual([
    [1, null],
    [2, "Failed (57P01). The server's log says more."],
  ]);
});

test('every table that holds coordinates has a period [RET-01]', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
    join pg_class k on k.oid = format('%I.%I', c.table_schema, c.table_name)::regclass
    where c.table_schema = current_schema() and c.column_name in ('lat', 'latitude') and not k.relispartition
    order by 1`.execute(portal.test.database.sql);
  const tables: readonly string[] = Object.values(retentionPeriods).flatMap((period) => period.tables);
  expect(rows.map(({ name }) => name).filter((name) => !tables.includes(name))).toEqual([]);
});

test('staff restore archived days for the download of the user alone, with a reason on record [RET-01]', async () => {
  const [installer, user] = [await portal.person({ role: 'installer' }), await portal.person()];
  const device = await assignedDevice(portal, installer, user);
  const { rows } = await sql<{ id: number }>`select id from device where serial = ${device.serial}`.execute(
    portal.test.database.sql,
  );
  const { id } = rows[0]!;
  const at = new Date(portal.clock.now().getTime() - 100 * DAY_MS);
  await run(sql`update device_assignment set assigned_at = ${new Date(at.getTime() - DAY_MS)} where device_id = ${id}`);
  await storePosition(id, at);
  await portal.app.database.transaction((tx) => archiveOldestDay(tx, retainedSince('positions', portal.clock.now())));
  const downloaded = async (): Promise<unknown> =>
    (JSON.stringify(await user.api.call(downloadData, {})).match(/"lat":-33\.8/g) ?? []).length;
  expect(await downloaded()).toBe(0);

  const day = at.toISOString().slice(0, 10);
  const body = { serialNumber: device.serial, fromDay: day, untilDay: day, reason: 'The user asked for it by phone.' };
  const restore = (change: Partial<typeof body> = {}) =>
    rawCall(portal, { method: 'POST', path: restoreArchive.path, person: staff, body: { ...body, ...change } });
  expect((await restore({ reason: ' ' })).status).toBe(400);
  expect((await restore({ untilDay: '2020-01-01' })).status).toBe(400);
  const today = portal.clock.now().toISOString().slice(0, 10);
  expect((await restore({ fromDay: today, untilDay: today })).status).toBe(400);
  expect((await restore({ serialNumber: 'Trace_none' })).status).toBe(404);
  const dayAfter = new Date(at.getTime() + DAY_MS).toISOString().slice(0, 10);
  const empty = await restore({ fromDay: dayAfter, untilDay: dayAfter });
  expect([empty.status, empty.text]).toEqual([404, expect.stringContaining(texts.nothingArchived) as string]);
  const answer = await restore();
  expect([answer.status, answer.text]).toEqual([200, expect.not.stringContaining('33.8') as string]);
  expect(await downloaded()).toBe(1);
  const { rows: entries } = await sql<{ details: unknown }>`
    select details from audit_log where action = 'retention.restore' and actor_id = ${staff.id}`.execute(
    portal.test.database.sql,
  );
  expect(entries).toEqual([
    { details: expect.objectContaining({ serialNumber: device.serial, fromDay: day }) as unknown },
  ]);

  expect((await user.api.call(downloadData, {}))['retention']).toEqual({
    restorations: [expect.objectContaining({ fromAt: `${day}T00:00:00.000Z` })],
  });
  expect(await columnsWith(portal.test.database.sql, 'asked for it by phone')).toEqual(['archive_restoration.reason']);
  await user.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } });
  await portal.app.jobs.runDue();
  expect(await columnsWith(portal.test.database.sql, 'asked for it by phone')).toEqual([]);
  const { rows: left } = await sql`
    select from position_archive where device_id = ${id} union all select from position where device_id = ${id}`.execute(
    portal.test.database.sql,
  );
  expect(left).toEqual([]);
  device.cut();
});
