import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contractEndpoints } from '#testing/contract-endpoints';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { rawCall } from '#testing/raw-call';

/** The functions and procedures of the original documents (P7 and B7). */
const documented = [
  'check-subscription',
  'device-command',
  'device-status',
  'provision-certificate',
  'ajax-auth',
  'ajax-hubs',
  'program-device',
  'update-thing-attributes',
  'check-firmware-update',
  'device-firmware-update',
  'get-user-devices',
  'get-location-access-requests',
  'respond-location-access-request',
  'create-checkout',
  'customer-portal',
  'get-maps-key',
  'get_certification_by_email',
  'get_certification_by_name',
  'verify_certification_number',
  'create-company',
  'support-password-reset',
  'sqs-panic-listener',
  'is_support_staff',
  'generate_ticket_number',
  'update_all_device_analytics_from_pings',
] as const;

const states = ['answers', 'refuses'];
const PAGE = resolve(import.meta.dirname, '../../../../../docs/spec/functions.md');
const rows = [...(await readFile(PAGE, 'utf8')).matchAll(/^\| (\S+) \| (answers|refuses|not built) \| (.*)\|$/gm)].map(
  ([, name, state, reason]) => ({ name: name!, state: state!, reason: reason!.trim() }),
);

let portal: Portal;
let installer: SignedIn;
let staff: SignedIn;
beforeAll(async () => {
  portal = await startPortal();
  installer = await portal.person({ role: 'installer' });
  staff = await portal.person({ role: 'staff' });
});
afterAll(() => portal.stop());

test('docs/spec/functions.md lists each documented function once, with a reason for each that does not answer [FN-01]', () => {
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...documented].toSorted());
  const unexplained = rows.filter(({ state, reason }) => state !== 'answers' && !/^[A-Z].{20,}\.$/.test(reason));
  expect(unexplained).toEqual([]);
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(states));
});

test('no function answers beside the documented ones [FN-01]', async () => {
  const paths = (await contractEndpoints()).map(({ path }) => path).filter((path) => path.startsWith('/functions/'));
  expect(paths.toSorted()).toEqual(
    rows.flatMap(({ name, state }) => (state === 'not built' ? [] : [`/functions/v1/${name}`])).toSorted(),
  );
});

describe.each(rows)('the function $name', ({ name, state }) => {
  const path = `/functions/v1/${name}`;
  const call = async (isSignedIn: boolean) => {
    const one = (await contractEndpoints()).find((endpoint) => endpoint.path === path);
    const person = one?.who === 'staff' ? staff : installer;
    const method = one?.method ?? 'POST';
    const body = method === 'GET' ? undefined : { nonsense: true };
    return rawCall(portal, { method, path, ...(body && { body }), ...(isSignedIn && { person }) });
  };

  test(`${state === 'not built' ? 'is not found' : 'is there'} as the list says [FN-01]`, async () => {
    const [stranger, known] = [await call(false), await call(true)];
    // A function that is there refuses the stranger for the missing session, and the person who may call for the broken body.
    const wanted = state === 'not built' ? [404, 404] : [401, name === 'get-maps-key' ? 200 : 400];
    expect([stranger.status, known.status]).toEqual(wanted);
  });
});

test('update-thing-attributes refuses every call, as the list says [FN-01] [T11]', async () => {
  const body = { serialNumber: 'Trace_1', attributes: { hubId: '1' } };
  const answer = await rawCall(portal, {
    method: 'POST',
    path: '/functions/v1/update-thing-attributes',
    person: installer,
    body,
  });
  expect(answer.status).toBe(403);
});
