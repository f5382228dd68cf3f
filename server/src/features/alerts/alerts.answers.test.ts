import { readAlert } from '@trace/contract/alerts/alerts.api';
import { listAccess } from '@trace/contract/location-access/location-access.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectByHand } from '#testing/stand-ins/hand-device';
import type { Portal, SignedIn } from '#testing/portal';
import { openStream } from '#testing/sse';
import { eventually } from '#testing/eventually';
import { registerDevice } from '#testing/trackers';
import { listOf } from '#testing/worlds/alerts-world';
import { addMember, makeCompany } from '#testing/worlds/company-world';
import { answer, ask, startPortalNow } from '#testing/worlds/location-access-world';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortalNow();
});
afterAll(() => portal.stop());

/** A device of a company's member, with a user. Another member, who may request access too, is the requester. */
async function world(): Promise<{ owner: SignedIn; registrant: SignedIn; user: SignedIn; serial: string }> {
  const [owner, registrant, user] = await Promise.all([
    portal.person({ role: 'installer' }),
    portal.person({ role: 'installer' }),
    portal.person(),
  ]);
  const company = await makeCompany(portal, owner);
  await addMember(owner, company.id, registrant);
  const device = await connectByHand(portal);
  device.cut();
  await registerDevice(portal, device.serial, registrant, user);
  return { owner, registrant, user, serial: device.serial };
}

const kindsOf = async (person: SignedIn): Promise<string[]> => (await listOf(person)).alerts.map(({ kind }) => kind);

test.each(['approved', 'denied'] as const)(
  'an answer "%s" becomes an unread alert of the requester alone, at once on every page [LOCREQ-05]',
  async (given) => {
    const { owner, registrant, user, serial } = await world();
    const stream = await openStream(portal, owner);
    const id = await ask(owner, serial);
    expect(await kindsOf(owner)).toEqual([]);
    await answer(user, id, given);
    await eventually(
      () => stream.of('alerts.changed'),
      (events) => events.length > 0,
    );
    const { alerts, unread } = await listOf(owner);
    expect(unread).toBe(1);
    expect(alerts).toEqual([
      expect.objectContaining({
        kind: `access_${given}`,
        device: { serialNumber: serial, name: 'Work ute' },
        readAt: null,
        deliveries: [],
      }),
    ]);
    expect(await kindsOf(registrant)).toEqual([]);
    expect(await kindsOf(user)).toEqual([]);
    const { unread: left } = await owner.api.call(readAlert, { params: { id: alerts[0]!.id } });
    expect(left).toBe(0);
    stream.close();
  },
);

test('the requester no longer sees an answer about a device to which they lost the relation [LOCREQ-05]', async () => {
  const { owner, user, serial } = await world();
  await answer(user, await ask(owner, serial), 'denied');
  expect(await kindsOf(owner)).toEqual(['access_denied']);
  const stranger = await portal.person({ role: 'installer' });
  await sql`update device set registered_by = ${stranger.id}, company_id = null where serial = ${serial}`.execute(
    portal.test.database.sql,
  );
  expect(await kindsOf(owner)).toEqual([]);
  expect((await listOf(owner)).unread).toBe(0);
});

test('the user reads who asks by certified name and address [LOCREQ-05]', async () => {
  const { owner, user, serial } = await world();
  await sql`
    insert into certification (number, full_name, name_key, email, expires_at, created_at, person_id)
    values (${`C-${serial}`}, 'Samuel A. Okafor', 'samuel a okafor', ${owner.email}, now() + interval '1 year', now(), ${owner.id})`.execute(
    portal.test.database.sql,
  );
  await ask(owner, serial);
  const { addressed } = await user.api.call(listAccess, {});
  expect(addressed[0]!.requester).toEqual({
    name: 'Samuel A. Okafor',
    email: owner.email,
    companyName: 'Harbour Alarms',
  });
});
