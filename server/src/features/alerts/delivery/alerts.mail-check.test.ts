import { endAssignment } from '@trace/contract/devices/assignment/devices.taken.api';
import { sendTestAlert } from '@trace/contract/alerts/alerts.settings.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { assignedDevice } from '#testing/followed-device';
import { passSeconds } from '#testing/panic-incidents';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { startMailServer, type MailServer } from '#testing/stand-ins/mail-server';

let mails: MailServer;
let portal: Portal;
let installer: SignedIn;
beforeAll(async () => {
  mails = await startMailServer();
  portal = await startPortal({ SMTP_URL: mails.url });
  installer = await portal.person({ role: 'installer' });
});
beforeEach(() => mails.failWith(451));
afterAll(async () => {
  await portal.stop();
  await mails.stop();
});

/** Waits for the first attempt of the newest email to a person. */
const untilRefused = ({ email }: SignedIn): Promise<unknown> =>
  eventually(
    async () => {
      await portal.app.jobs.runDue();
      const { rows } = await sql<{ attempts: number }>`
        select attempts from mail where recipient = ${email} and starts_with(key, 'alert:')`.execute(
        portal.test.database.sql,
      );
      return rows;
    },
    ([mail]) => mail !== undefined && mail.attempts > 0,
  );

/** A device whose user has an email about tampering in the queue. */
async function tamperedDevice() {
  const user = await portal.person();
  const device = await assignedDevice(portal, installer, user);
  await device.say('event', { kind: 'tamper' });
  await untilRefused(user);
  device.cut();
  return { user, serial: device.serial };
}

test('a queued alert email does not reach a person who has lost the device [ALRT-01]', async () => {
  const [left, kept] = [await tamperedDevice(), await tamperedDevice()];
  await left.user.api.call(endAssignment, { params: { serial: left.serial } });
  mails.failWith(null);
  await passSeconds(portal, 3_600);
  const about = ({ user }: { user: SignedIn }): number =>
    mails.to(user.email).filter(({ subject }) => subject.includes('Work ute')).length;
  expect([about(left), about(kept)]).toEqual([0, 1]);
  const { rows } = await sql`
    select state, text, sealed from mail where recipient = ${left.user.email} and starts_with(key, 'alert:')`.execute(
    portal.test.database.sql,
  );
  expect(rows).toEqual([{ state: 'withdrawn', text: null, sealed: null }]);
});

test('a queued test email leaves, because it is about no device [ALRT-01]', async () => {
  const user = await portal.person();
  await user.api.call(sendTestAlert, {});
  await untilRefused(user);
  mails.failWith(null);
  await passSeconds(portal, 3_600);
  expect(mails.to(user.email)).toHaveLength(1);
});
