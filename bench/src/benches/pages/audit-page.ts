// AUD-01: how long a page of the audit log takes over HTTP when a million entries are stored: the first page, a page
// deep in the log, and searches that find much, little and nothing. Also what an entry costs its writer.
import { listAuditLog } from '@trace/contract/audit/audit.api';
import pg from 'pg';
import { percentile } from '../../equipment/measures/bench.ts';
import type { Bench, Figure } from '../../equipment/measures/bench.ts';
import { signInTo } from '../../equipment/people/portal-client.ts';
import type { PortalClient } from '../../equipment/people/portal-client.ts';
import { addressOf, timeReads } from '../../equipment/people/timed-reads.ts';
import { startWorld } from '../../equipment/servers/world.ts';
import type { World } from '../../equipment/servers/world.ts';

const ENTRIES = 1_000_000;
const ACTIONS = 200;
const WARM_UP_CALLS = 10;
const CALLS = 100;
const WRITES = 2_000;

export const auditPageBench: Bench = {
  name: 'audit-page',
  run: async ({ nodeFlags }) => {
    const world = await startWorld({ devices: 1, nodeFlags });
    const client = new pg.Client({ connectionString: world.ready().databaseUrl });
    try {
      await client.connect();
      await fill(client, world);
      const staff = await signInTo(world.ready());
      return [
        await measure(world, staff, 'first page', () => ({})),
        await measure(world, staff, 'deep page', (nth) => ({ after: String(1_000 + nth * 5_000) })),
        await measure(world, staff, 'search', (nth) => ({ search: searches[nth % searches.length]! })),
        await measureWrites(client),
      ];
    } finally {
      await client.end();
      await world.dispose();
    }
  },
};

/** Frequent, rare and missing actions, a type, an email, ids that begin alike or exactly, and signs of LIKE. */
const searches = [
  'read',
  'action7.',
  'action199.update',
  'no such thing',
  'device',
  'bench-user@example.com',
  'Trace_',
  'Trace_00012',
  'Trace_0001234',
  '%',
  'e',
  '00000000-0000-4000-8000-0000000003e8',
];

/** Inserts entries and their places in the chain directly: the server would chain a million entries for a minute. */
async function fill(client: pg.Client, world: World): Promise<void> {
  const { email } = world.ready().person;
  await client.query(`update person set role = 'staff' where email = $1`, [email]);
  await client.query(
    `insert into support_staff (account_id, created_at, updated_at) select id, now(), now() from person where email = $1`,
    [email],
  );
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into audit_log (actor_id, action, subject_type, subject_id, details, request_id, ip_address, created_at)
     select case when n % 10 = 0 then p.id else md5('actor' || n % 50000)::uuid end,
       case when n % 3 = 0 then 'support-desk.readDevice' else 'action' || (n % $2) || (array['.create', '.update', '.remove'])[1 + n % 3] end,
       (array['device', 'account', 'company', 'ticket', 'endpoint'])[1 + n % 5],
       case when n % 5 = 0 then 'Trace_' || lpad((n % 100000)::text, 7, '0') else lpad(to_hex(n % 200000), 12, '0') end,
       jsonb_build_object('nth', n), md5(n::text), '203.0.113.7', now() - ($1 - n) * interval '1 second'
     from generate_series(1, $1::int) n, (select id from person where email = $3) p`,
    [ENTRIES, ACTIONS, email],
  );
  await client.query(
    `insert into audit_seal (number, entry_id, hash)
     select (select coalesce(max(number), 0) from audit_seal) + row_number() over (order by id), id, sha256(id::text::bytea)
     from audit_log where id not in (select entry_id from audit_seal) and id not in (select entry_id from audit_unsealed)`,
  );
  await client.query('set session_replication_role = origin');
  await client.query('vacuum analyze audit_log, audit_seal');
  await client.query('checkpoint');
}

async function measure(
  world: World,
  { cookie }: PortalClient,
  kind: string,
  queryOf: (nth: number) => { search?: string; after?: string },
): Promise<Figure> {
  const { url } = world.ready();
  const urls = Array.from({ length: WARM_UP_CALLS + CALLS }, (_, nth) => addressOf(url, listAuditLog, queryOf(nth)));
  const times = await timeReads({ urls, cookie, warmUpReads: WARM_UP_CALLS });
  const slowest = urls[WARM_UP_CALLS + times.indexOf(Math.max(...times))]!;
  const note = `p50 ${percentile(times, 0.5).toFixed(1)} ms, slowest ${new URL(slowest).search || 'without a query'}`;
  return { name: `audit log p99, ${kind}`, value: percentile(times, 0.99), unit: 'ms', note };
}

/** Compares an entry with its place in the queue of the chain with the same entry without. */
async function measureWrites(client: pg.Client): Promise<Figure> {
  const write = async (): Promise<number> => {
    const fromMs = performance.now();
    await client.query('begin');
    for (let nth = 0; nth < WRITES; nth += 1)
      await client.query(
        `insert into audit_log (action, subject_type, subject_id) values ('bench.write', 'device', 'Trace_0000001')`,
      );
    await client.query('rollback');
    return (performance.now() - fromMs) / WRITES;
  };
  await write();
  const queued = await write();
  await client.query('set session_replication_role = replica');
  const plain = await write();
  return {
    name: 'audit entry, with its place in the queue to without',
    value: queued / plain,
    unit: '×',
    note: `${queued.toFixed(2)} ms to ${plain.toFixed(2)} ms`,
  };
}
