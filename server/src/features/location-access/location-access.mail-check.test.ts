import { endAccess, withdrawRequest } from '@trace/contract/location-access/location-access.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endAssignment } from '#testing/followed-device';
import { eventually } from '#testing/eventually';
import { passSeconds } from '#testing/panic-incidents';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { connectByHand } from '#testing/stand-ins/hand-device';
import { startMailServer, type MailServer } from '#testing/stand-ins/mail-server';
import { registerDevice } from '#testing/trackers';
import { answer, ask } from '#testing/worlds/location-access-world';

let mails: MailServer;
let portal: Portal;
beforeAll(async () => {
  mails = await startMailServer();
  portal = await startPortal({ SMTP_URL: mails.url }, (config) => config, new Date());
});
afterAll(async () => {
  await portal.stop();
  await mails.stop();
});

interface People {
  installer: SignedIn;
  user: SignedIn;
  serial: string;
}

/** A device with an installer and a user. The mail server is down. */
async function deviceDuringOutage(): Promise<People> {
  mails.failWith(451);
  const [installer, user] = await Promise.all([portal.person({ role: 'installer' }), portal.person()]);
  const device = await connectByHand(portal);
  device.cut();
  await registerDevice(portal, device.serial, installer, user);
  return { installer, user, serial: device.serial };
}

/** Waits for the first attempt of an email. */
const untilRefused = (key: string): Promise<unknown> =>
  eventually(
    async () => {
      await portal.app.jobs.runDue();
      const { rows } = await sql<{ attempts: number }>`select attempts from mail where key = ${key}`.execute(
        portal.test.database.sql,
      );
      return rows;
    },
    ([mail]) => mail !== undefined && mail.attempts > 0,
  );

async function outageEnds(): Promise<void> {
  mails.failWith(null);
  await passSeconds(portal, 600);
}

const subjectsTo = ({ email }: SignedIn): string[] => mails.to(email).map(({ subject }) => subject);
const asks = 'Someone wants to see the location of Work ute';

test.each([
  ['the user ends the access', ({ user }: People, id: string) => user.api.call(endAccess, { params: { id } })],
  ['the assignment ends', ({ serial }: People) => endAssignment(portal, serial)],
])('no queued email says that an installer can see the location after %s [LOCREQ-03]', async (_what, end) => {
  const people = await deviceDuringOutage();
  const id = await ask(people.installer, people.serial, 60);
  await answer(people.user, id);
  await untilRefused(`location-access-answer:${id}`);
  await end(people, id);
  await outageEnds();
  expect(subjectsTo(people.installer)).toEqual([]);
});

test('a queued email about an access that runs still leaves, and one about a denial [LOCREQ-02]', async () => {
  const [first, second] = [await deviceDuringOutage(), await deviceDuringOutage()];
  const [approved, denied] = [await ask(first.installer, first.serial, 60), await ask(second.installer, second.serial)];
  await answer(first.user, approved);
  await answer(second.user, denied, 'denied');
  await untilRefused(`location-access-answer:${denied}`);
  await outageEnds();
  expect(subjectsTo(first.installer)).toEqual(['Access to Work ute was approved']);
  expect(subjectsTo(second.installer)).toEqual(['Access to Work ute was denied']);
});

test.each([
  [
    'the installer withdraws the request',
    ({ installer }: People, id: string) => installer.api.call(withdrawRequest, { params: { id } }),
    [],
  ],
  ['the assignment ends', ({ serial }: People) => endAssignment(portal, serial), []],
  ['nothing happens', async () => {}, [asks]],
])('a queued request reaches the user only while it is open: %s [LOCREQ-02]', async (_what, end, subjects) => {
  const people = await deviceDuringOutage();
  const id = await ask(people.installer, people.serial);
  await untilRefused(`location-access-request:${id}`);
  await end(people, id);
  await outageEnds();
  expect(subjectsTo(people.user).filter((subject) => subject === asks)).toEqual(subjects);
});
