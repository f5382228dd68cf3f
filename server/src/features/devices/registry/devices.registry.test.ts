import {
  addRegistryEntry,
  listRegistry,
  loadRegistry,
  printLabels,
} from '@trace/contract/devices/registry/devices.registry.api';
import { isClaimCode, normaliseClaim } from '@trace/contract/devices/registration/devices.registration.rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall } from '#testing/raw-call';
import { registerDevice } from '#testing/trackers';

let portal: Portal;
let staff: SignedIn;
beforeAll(async () => {
  portal = await startPortal();
  staff = await portal.person({ role: 'staff' });
});
afterAll(() => portal.stop());

const CODE = 'ABCDE-FGHJK-MNPQR-STVWX';
const load = (lines: readonly string[], dryRun: 'true' | 'false') =>
  staff.api.call(loadRegistry, {
    query: { dryRun },
    body: new TextEncoder().encode(['serial_number,claim_code', ...lines].join('\n')),
  });
const list = (query: { search?: string; after?: string; limit?: number } = {}) =>
  staff.api.call(listRegistry, { query: { limit: 50, ...query } });

test('a dry run foretells the outcome of each row without a generated code; the load enters the rows [REG-11]', async () => {
  await load([`Trace_l1,${CODE}`, 'Trace_l2,'], 'false');
  const lines = [`Trace_l1,${CODE}`, 'trace_L2,', `Trace_l2,${CODE}`, 'Trace_l3,new', 'Trace_l4,short'];
  const before = await list();
  const foretold = await load(lines, 'true');
  expect(await list()).toEqual(before);
  const loaded = await load(lines, 'false');
  for (const { rows } of [foretold, loaded])
    expect(rows.map(({ line, outcome }) => [line, outcome])).toEqual([
      [2, 'unchanged'],
      [3, 'bad'],
      [4, 'bad'],
      [5, 'entered'],
      [6, 'bad'],
    ]);
  expect(foretold.rows[3]).toMatchObject({ isNewCode: true, claimCode: null });
  expect(isClaimCode(loaded.rows[3]!.claimCode!)).toBe(true);
  expect(loaded.rows[0]).toMatchObject({ isNewCode: false, claimCode: normaliseClaim(CODE) });
  expect((await load([`Trace_l2,${CODE}`], 'true')).rows).toMatchObject([{ outcome: 'changed' }]);
});

test('staff search the registry in pages and see which serials are registered, never a claim code [REG-11]', async () => {
  await load([`Trace_s1,${CODE}`, 'Trace_s2,', 'Trace%s3,'], 'false');
  await registerDevice(portal, 'Trace_s2', await portal.person({ role: 'installer' }));
  const first = await list({ search: 'TRACE_S', limit: 1 });
  expect(first).toMatchObject({
    entries: [{ serialNumber: 'Trace_s1', enteredBy: 'staff', needsClaimCode: true, isRegistered: false }],
    next: 'Trace_s1',
  });
  expect(await list({ search: 'TRACE_S', limit: 1, after: first.next! })).toMatchObject({
    entries: [{ serialNumber: 'Trace_s2', needsClaimCode: false, isRegistered: true }],
    next: null,
  });
  const answer = await rawCall(portal, { path: '/api/support/registry?search=Trace_s1', person: staff });
  expect(answer.text).not.toMatch(/hash|ABCDE/i);
});

test('enters one serial with a generated code, with the actor and without the code in the audit log [REG-11] [AUD-01]', async () => {
  const added = await staff.api.call(addRegistryEntry, { body: { serialNumber: 'Trace_a1', claimCode: 'new' } });
  expect(added).toMatchObject({ outcome: 'entered', isNewCode: true });
  const again = await rawCall(portal, {
    ...{ method: 'POST', path: addRegistryEntry.path, person: staff },
    body: { serialNumber: 'trace_A1' },
  });
  expect(again.status).toBe(409);
  const { rows } = await sql<{ actorId: string; details: unknown }>`
    select actor_id, details from audit_log where action = 'registry.add' and subject_id = 'Trace_a1'`.execute(
    portal.test.database.sql,
  );
  expect(rows).toEqual([{ actorId: staff.id, details: { outcome: 'entered', hasCode: true } }]);
});

test('labels are a page with serial, claim code and both as a QR code, and no script [REG-11]', async () => {
  const labels = [
    { serialNumber: 'Trace_p1', claimCode: normaliseClaim(CODE) },
    { serialNumber: 'Trace_p2', claimCode: null },
  ];
  const { html } = await staff.api.call(printLabels, { body: { labels } });
  expect(html.match(/<svg/g)).toHaveLength(2);
  expect(html).toContain(`<b>Trace_p1</b><small>Claim code</small><code>${CODE}</code>`);
  expect(html).not.toMatch(/<script/);
  const markup = { labels: [{ serialNumber: '<b>', claimCode: null }] };
  const refused = await rawCall(portal, { method: 'POST', path: printLabels.path, person: staff, body: markup });
  expect(refused.status).toBe(400);
});
