import { deleteAccount } from '@trace/contract/accounts/accounts.api';
import { DELETE_PHRASE } from '@trace/contract/accounts/accounts.rules';
import { listAlerts } from '@trace/contract/alerts/alerts.api';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '#testing/eventually';
import { signInAs, type Portal, type SignedIn } from '#testing/portal';
import { startHubReceiverWorld, type HubReceiverWorld } from '#testing/worlds/hub-receiver-world';

let portal: Portal;
let installer: SignedIn;
let world: HubReceiverWorld;
beforeAll(async () => {
  world = await startHubReceiverWorld();
  ({ portal, installer } = world);
});
afterEach(() => world.stopHubs());
afterAll(() => world.stop());

test('a hub that stops reporting is an alert until it reports again [PANIC-05]', async () => {
  const { hub, state, user } = await world.reportingHub();
  const some = await hub();
  await some.beat();
  const alertsOf = async (person: SignedIn) =>
    (await person.api.call(listAlerts, { query: { limit: 20 } })).alerts.filter(({ kind }) => kind === 'hub_silent');
  await portal.clock.advance(170_000);
  expect(await alertsOf(user)).toEqual([]);
  await portal.clock.advance(45_000);
  expect(await alertsOf(user)).toMatchObject([{ endedAt: null }]);
  expect((await state()).account?.silentSince).not.toBeNull();
  await portal.clock.advance(240_000);
  expect(await alertsOf(user)).toHaveLength(1);
  // A hub that was idle for so long opens a new connection.
  await (await hub()).beat();
  await eventually(
    () => alertsOf(user),
    ([alert]) => alert?.endedAt != null,
  );
  expect((await state()).account?.silentSince).toBeNull();
});

test('the alert of a silent hub ends when the user of the hub deletes the account [PANIC-05] [SET-03]', async () => {
  const { hub, user, serial } = await world.reportingHub();
  await (await hub()).beat();
  await portal.clock.advance(170_000);
  await portal.clock.advance(45_000);
  const fresh = await signInAs(portal.url, installer.email);
  const alertsOf = async () =>
    (await fresh.api.call(listAlerts, { query: { limit: 100 } })).alerts.filter(
      ({ kind, device }) => kind === 'hub_silent' && device?.serialNumber === serial,
    );
  expect(await alertsOf()).toMatchObject([{ endedAt: null }]);
  await user.api.call(deleteAccount, { body: { confirmation: DELETE_PHRASE } });
  expect(await alertsOf()).toMatchObject([{ endedAt: expect.any(String) }]);
});
