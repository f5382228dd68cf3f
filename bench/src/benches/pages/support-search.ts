// SUPP-01 SUPL-03 HLTH-02: how long the searches and lists of support staff take over HTTP with 100,000 devices and
// 50,000 people. Each call has different parameters, so no call repeats an earlier answer.
import { listDeviceHealth } from '@trace/contract/device-health/device-health.api';
import { ApiError } from '@trace/contract/kernel/client';
import type { QueryOf } from '@trace/contract/kernel/endpoint';
import { getDeskCounts, searchDesk } from '@trace/contract/support-desk/support-desk.api';
import { listDeskDevices } from '@trace/contract/support-desk/support-desk.devices.api';
import { listDeskUsers } from '@trace/contract/support-desk/support-desk.people.api';
import pg from 'pg';
import { percentile, type Bench, type Figure } from '../../equipment/measures/bench.ts';
import { signInTo, type PortalClient } from '../../equipment/people/portal-client.ts';
import { addressOf, timeReads, type ReadQuery } from '../../equipment/people/timed-reads.ts';
import { startWorld, type World } from '../../equipment/servers/world.ts';

const DEVICES = 100_000;
const PEOPLE = 50_000;
/** Addresses that have a device and no account yet. */
const WAITING = 5_000;
/** With fewer calls, p99 would be the slowest one. */
const CALLS = 400;
const WARM_UP_CALLS = 20;

/** Returns the nth half of a serial. Serials have six hexadecimal digits after their prefix. */
const halfSerial = (nth: number): string => ((nth * 7_919) % DEVICES).toString(16).padStart(6, '0').slice(2);

/** The texts that staff type, by kind. */
const typed: Record<string, (nth: number) => string> = {
  'half a serial': halfSerial,
  'a common serial prefix': (nth) => ['trace_', 'Trace_0', 'trace_00'][nth % 3]!,
  'a nickname': (nth) => ['work ute', `van ${nth}`, 'excavator', `boat ${nth * 31}`][nth % 4]!,
  'an email part': (nth) => [`user${nth}@`, '@post7.', 'post12.example', `r${nth * 13}@post`][nth % 4]!,
  'one or two characters': (nth) => ['a', 'u', 'mi', 'tr', '7', 'ok', 'v'][nth % 7]!,
  'wildcards and quotes': (nth) => ['%', '_%', "o'brien", '"; --', '\\', `100%${nth}`][nth % 6]!,
  'no match': (nth) => `nothing ${nth}`,
};

export const supportSearchBench: Bench = {
  name: 'support-search',
  run: async ({ nodeFlags }) => {
    const world = await startWorld({ devices: 0, nodeFlags });
    try {
      const kinds = Object.entries(typed);
      const [client, ...searchers] = await signInStaff(world, 1 + kinds.length);
      if (client === undefined) throw new Error('nobody is signed in');
      await fill(world);
      const figures: Figure[] = [];
      for (const [index, [kind, textOf]] of kinds.entries())
        figures.push(
          await measure(world, searchers[index]!, `search, ${kind}`, searchDesk, (nth) => ({ search: textOf(nth) })),
        );
      await requireRefused(client);
      figures.push(
        await measure(world, client, 'device list', listDeskDevices, (nth) => ({ limit: 25, ...deviceQueryOf(nth) })),
        await measure(world, client, 'user list', listDeskUsers, (nth) => ({ limit: 25, ...userQueryOf(nth) })),
        await measure(world, client, 'health list', listDeviceHealth, (nth) => ({ limit: 25, ...healthQueryOf(nth) })),
        await measure(world, client, 'dashboard counts', getDeskCounts, () => ({})),
      );
      return figures;
    } finally {
      await world.dispose();
    }
  },
};

const deviceQueryOf = (nth: number): Partial<QueryOf<typeof listDeskDevices>> =>
  [
    {},
    { status: 'error' as const },
    { assigned: 'none' as const },
    { silent: 'yes' as const },
    { after: `${Date.now() - nth * 3_600_000}~1` },
    { status: 'offline' as const, search: halfSerial(nth) },
  ][nth % 6]!;

const userQueryOf = (nth: number): Partial<QueryOf<typeof listDeskUsers>> =>
  [{}, { search: `user${nth}` }, { show: 'devices' as const }, { show: 'waiting' as const }][nth % 4]!;

const healthQueryOf = (nth: number): Partial<QueryOf<typeof listDeviceHealth>> =>
  [
    {},
    { search: 'warning' },
    { search: 'van' },
    { search: halfSerial(nth) },
    { after: '2~8640000000000000~50000' },
    { after: '6~8640000000000000~5000' },
  ][nth % 6]!;

/** A text of 10,000 characters must be refused before the database reads the text. */
async function requireRefused(client: PortalClient): Promise<void> {
  const failure = await client.api
    .call(searchDesk, { query: { search: 'x'.repeat(10_000) } })
    .catch((error: unknown) => error);
  if (!(failure instanceof ApiError) || failure.refusal?.code !== 'invalid_input')
    throw new Error('a search of 10,000 characters was not refused');
}

/**
 * Makes support staff with the password of the world's person: several, because a person may call an endpoint 600 times
 * a minute. Each signs in as a user and becomes staff afterwards.
 */
async function signInStaff(world: World, count: number): Promise<PortalClient[]> {
  const { databaseUrl, person, url } = world.ready();
  const emails = Array.from({ length: count }, (_, index) => `staff${index}@example.com`);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `insert into person (email, email_verified, first_name, last_name, role, time_zone)
       select unnest($1::text[]), true, 'Sam', 'Staff', 'user', 'UTC'`,
      [emails],
    );
    await client.query(
      `insert into credential (person_id, provider, provider_person_id, password)
       select staff.id, provider, staff.id::text, password from person staff,
         credential join person owner on owner.id = credential.person_id
       where staff.email = any($1) and owner.email = $2`,
      [emails, person.email],
    );
    const clients: PortalClient[] = [];
    for (const email of emails) clients.push(await signInTo({ url, person: { ...person, email } }));
    await client.query(`update person set role = 'staff' where email = any($1)`, [emails]);
    await client.query(
      `insert into support_staff (account_id, created_at, updated_at)
       select id, now(), now() from person where email = any($1)`,
      [emails],
    );
    return clients;
  } finally {
    await client.end();
  }
}

/** Inserts rows directly into the tables, because registration is not measured here. */
async function fill(world: World): Promise<void> {
  const client = new pg.Client({ connectionString: world.ready().databaseUrl });
  await client.connect();
  try {
    await client.query(
      `insert into person (email, first_name, last_name, role, time_zone, created_at)
       select 'user' || n || '@post' || n % 50 || '.example', (array['Mia', 'Jonas', 'Zoe', 'Liam', 'Ava', 'Noah'])[1 + n % 6],
         (array['Novak', 'Okafor', 'Silva', 'Smith', 'O''Brien'])[1 + n % 5],
         (case when n % 50 = 0 then 'installer' else 'user' end)::person_role, 'UTC', now() - n * interval '1 minute'
       from generate_series(1, $1::int) n`,
      [PEOPLE],
    );
    await client.query(
      `insert into device (serial, nickname, hub_id, registered_by, registered_at)
       select 'Trace_' || lpad(to_hex(n), 6, '0'),
         case when n % 3 > 0 then (array['Work ute', 'Trailer', 'Van', 'Excavator', 'Boat'])[1 + n % 5] || ' ' || n end,
         case when n % 2 = 0 then '00A' || to_hex(n) end, i.id, now() - n * interval '1 minute'
       from generate_series(1, $1::int) n
       join (select id, row_number() over () as nth from person where role = 'installer') i on i.nth = 1 + n % 1000`,
      [DEVICES],
    );
    await client.query(
      `insert into device_assignment (device_id, account_id, assigned_by, assigned_at)
       select d.id, p.id, d.registered_by, now() from (select id, registered_by, row_number() over (order by id) as n from device) d
       join (select id, row_number() over () as n from person where role = 'user') p on p.n = d.n`,
    );
    await client.query(
      `insert into device_assignment (device_id, email, assigned_by, assigned_at)
       select id, 'waiting' || id || '@example.com', registered_by, now() - id * interval '1 second'
       from (select id, registered_by from device order by id desc limit $1) d`,
      [WAITING],
    );
    await client.query(
      `update device_status set
         reported = case when device_id % 50 = 0 then 'error' when device_id % 10 = 0 then 'offline' when device_id % 7 = 0 then 'sleeping' else 'online' end,
         connected = device_id % 10 > 0, heard_at = now() - (device_id % 1000) * interval '5 minutes',
         silent_at = now() + interval '1 day', battery_pct = 5 + device_id % 95, signal_pct = 10 + device_id % 90
       where device_id % 30 > 0`,
    );
    await client.query(
      `insert into device_log (device_id, boot, seq, level, text, at, received_at)
       select id, 1, n, 'error', 'PDP reject', now(), now() - n * interval '10 hours'
       from device, generate_series(1, 5) n where id % 20 = 3`,
    );
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

async function measure(
  world: World,
  { cookie }: PortalClient,
  name: string,
  endpoint: { readonly path: string },
  queryOf: (nth: number) => ReadQuery,
): Promise<Figure> {
  const { url } = world.ready();
  const urls = Array.from({ length: WARM_UP_CALLS + CALLS }, (_, nth) => addressOf(url, endpoint, queryOf(nth)));
  const times = await timeReads({ urls, cookie, warmUpReads: WARM_UP_CALLS });
  const note = `${times.length} calls, median ${percentile(times, 0.5).toFixed(1)} ms`;
  return { name: `support p99, ${name}`, value: percentile(times, 0.99), unit: 'ms', note };
}
