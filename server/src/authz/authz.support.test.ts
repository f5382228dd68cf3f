// Every endpoint for staff and every kind of person, generated from the contract. A new endpoint is covered at once.
import { randomUUID } from 'node:crypto';
import type { AnyEndpoint } from '@trace/contract/kernel/endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { staffEndpoints } from '#testing/authz/authz.lines';
import { bannedKeys } from '#testing/authz/authz.matrix';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall } from '#testing/raw-call';

/** Endpoints that only staff with the admin flag may call. The contract may flag more. */
const adminOnly = ['supportStaff.add', 'supportStaff.change', 'supportStaff.sendLink', 'supportStaff.correctEmail'];

let portal: Portal;
const people = {} as Record<'user' | 'installer' | 'inactive' | 'staff' | 'admin', SignedIn>;

beforeAll(async () => {
  portal = await startPortal();
  people.user = await portal.person();
  people.installer = await portal.person({ role: 'installer' });
  people.admin = await portal.person({ role: 'staff', admin: true });
  people.staff = await portal.person({ role: 'staff', admin: false });
  people.inactive = await portal.person({ role: 'staff', admin: true });
  // Keeps the session, so that only the flag refuses.
  await sql`update support_staff set is_active = false where account_id = ${people.inactive.id}`.execute(
    portal.test.database.sql,
  );
});
afterAll(() => portal.stop());

/** Calls for an object that does not exist, with a body that no endpoint accepts. */
async function answerTo({ method, path, upload }: AnyEndpoint, person?: SignedIn): Promise<number> {
  const { status } = await rawCall(portal, {
    method,
    path: path.replaceAll(/\{(\w+)\}/g, (_, name) => (name === 'serial' ? 'Trace_none' : randomUUID())),
    ...(person && { person }),
    ...(method !== 'GET' && (upload ? { body: new Uint8Array(1) } : { body: { nonsense: true } })),
    ...(upload && { headers: { 'content-type': 'application/octet-stream' } }),
  });
  return status;
}

test.each(staffEndpoints)('$name admits active staff and no one else [SUPL-02] [GUARD-07] [T27]', async (endpoint) => {
  const [user, installer, inactive, staff, admin, nobody] = await Promise.all([
    answerTo(endpoint, people.user),
    answerTo(endpoint, people.installer),
    answerTo(endpoint, people.inactive),
    answerTo(endpoint, people.staff),
    answerTo(endpoint, people.admin),
    answerTo(endpoint),
  ]);
  expect({ nobody, user, installer, inactive }).toEqual({ nobody: 401, user: 403, installer: 403, inactive: 401 });
  const isAdmitted = (status: number): boolean => ![401, 403].includes(status);
  expect({ staff: isAdmitted(staff), admin: isAdmitted(admin) }).toEqual({ staff: !endpoint.staffAdmin, admin: true });
});

test('managing staff needs the admin flag [SUPP-04] [GUARD-07]', () => {
  const flagged = staffEndpoints.filter(({ staffAdmin }) => staffAdmin).map(({ name }) => name);
  expect(flagged).toEqual(expect.arrayContaining(adminOnly));
});

/** Lists, which need no object. Their defaults answer the first page. */
const lists = staffEndpoints.filter(
  ({ method, path, download }) => method === 'GET' && !path.includes('{') && !download,
);

const auditOf = async (action: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_log where action = ${action}`.execute(portal.test.database.sql);
  return rows[0]!.count;
};

test.each(lists)(
  '$name holds no secret, and a read of personal data is recorded once [SUPL-06] [T66]',
  async (endpoint) => {
    const { name, path, holdsNoPersonalData } = endpoint;
    const before = await auditOf(name);
    const { status, text } = await rawCall(portal, { path: `${path}${queryFor(endpoint)}`, person: people.admin });
    expect({ status, text }).toMatchObject({ status: 200 });
    const keys = [...text.matchAll(/"(\w+)":/g)].map(([, key]) => key!);
    expect(
      keys.filter((key) => /^(lat|lng|latitude|longitude)$/.test(key) || bannedKeys.some((banned) => banned.test(key))),
    ).toEqual([]);
    expect((await auditOf(name)) - before).toBe(holdsNoPersonalData ? 0 : 1);
  },
);

/** Where the first page needs a parameter. */
const queries: Readonly<Record<string, string>> = {
  'supportDesk.search': '?search=trace',
  'analytics.devices': '?category=car',
  'analytics.charts': '?days=30',
};

const queryFor = ({ name }: AnyEndpoint): string => queries[name] ?? '';
