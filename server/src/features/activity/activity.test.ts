import { listActivity } from '@trace/contract/activity/activity.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectByHand } from '#testing/stand-ins/hand-device';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { registerDevice } from '#testing/trackers';

let portal: Portal;
let staff: SignedIn;
beforeAll(async () => {
  portal = await startPortal();
  staff = await portal.person({ role: 'staff' });
});
afterAll(() => portal.stop());

const list = (search?: string) => staff.api.call(listActivity, { query: search === undefined ? {} : { search } });

test('shows the newest sign-ins, registrations and assignments of 30 days, 10 of each, and searches them [SUPP-01]', async () => {
  const [installer, user] = [await portal.person({ role: 'installer' }), await portal.person()];
  const device = await connectByHand(portal);
  await registerDevice(portal, device.serial, installer, user);
  device.cut();
  const first = await list();
  const { serial } = device;
  expect(first.registrations).toMatchObject([{ serialNumber: serial, byEmail: installer.email }]);
  expect(first.assignments).toMatchObject([
    { serialNumber: serial, byEmail: installer.email, userEmail: user.email, isWaiting: false },
  ]);
  expect(first.signIns[0]).toMatchObject({ action: 'login', userEmail: user.email });
  expect(JSON.stringify(first)).not.toMatch(/lat|lng|ip_?address|userAgent/i);

  await sql`insert into user_activity_logs (action, user_email, ip_address, user_agent, created_at)
    select 'failed_login', 'stranger_' || nth || '@example.net', '', '', ${portal.clock.now()}::timestamptz - nth * interval '1 minute'
    from generate_series(1, 12) as nth`.execute(portal.test.database.sql);
  await sql`insert into user_activity_logs (action, user_email, ip_address, user_agent, created_at)
    values ('logout', 'old@example.net', '', '', ${new Date(portal.clock.now().getTime() - 30.5 * 86_400_000)})`.execute(
    portal.test.database.sql,
  );
  const emailsFor = async (search: string) => (await list(search)).signIns.map(({ userEmail }) => userEmail);
  expect((await list('sign-in failed')).signIns).toHaveLength(10);
  expect(await emailsFor('RANGER_12')).toEqual(['stranger_12@example.net']);
  expect(await emailsFor('strangerX12')).toEqual([]);
  expect(await emailsFor('old@example')).toEqual([]);
  expect(await list(user.email)).toMatchObject({ registrations: [], assignments: [{ serialNumber: serial }] });
  expect((await list(serial.toLowerCase())).registrations).toHaveLength(1);
});
