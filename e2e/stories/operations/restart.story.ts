import type { ApiClient } from '@trace/contract/kernel/client';
import { listPings, pingDevice } from '@trace/contract/ping/ping.api';
import { pingHistoryTexts } from '@trace/contract/ping/ping.history.texts';
import { getPath } from '@trace/contract/tracking/tracking.api';
import { unpackPath } from '@trace/contract/tracking/tracking.path.rules';
import { caravan, drivingNorth } from '../../equipment/own-tracker.ts';
import { apiOf, clientOf, signIn } from '../../equipment/visitor.ts';
import { expect, test } from '../../fixtures.ts';

const params = { serial: caravan.serialNumber };
const PINGS_BEFORE_THE_KILL = 5;

test('Ctrl-C ends the demo with code 0 and without leftover processes, and the next start shows earlier pings [SCALE-01]', async ({
  page,
  portal,
  switchOn,
}) => {
  await switchOn({ route: drivingNorth });
  await signIn(page, portal.people().premium, '/user/settings');
  const pinged = await pingOnce(await apiOf(page));
  const before = portal.people();

  expect(await portal.stop()).toBe(0);
  await portal.start();
  expect(portal.people()).toEqual(before);
  await page.goto('/user');
  await page.getByRole('radio', { name: new RegExp(caravan.name) }).click();
  const latest = page.getByRole('list', { name: pingHistoryTexts.historyTitle }).getByRole('button').first();
  await expect(latest.locator('time')).toHaveAttribute('datetime', pinged.at);
});

test('acknowledged data is present after a kill -9 and the next start [SCALE-01]', async ({ portal, switchOn }) => {
  const tracker = await switchOn({ route: drivingNorth, behaviour: { reportSec: 1 } });
  const api = await clientOf(portal.url, portal.people().premium);
  const pinged: string[] = [];
  const pinging = pingUntilCut(api, pinged);
  await expect.poll(() => pinged.length).toBeGreaterThanOrEqual(PINGS_BEFORE_THE_KILL);
  await portal.kill();
  const acknowledged = tracker.log.acknowledged().filter(({ kind }) => kind === 'location');
  await pinging;
  await portal.start();

  const { locations } = await api.call(listPings, { params });
  expect(locations.map(({ id }) => id)).toEqual(expect.arrayContaining(pinged));
  const { at } = unpackPath(await api.call(getPath, { params }));
  expect(at).toEqual(expect.arrayContaining(acknowledged.map(({ publishedAtMs }) => publishedAtMs)));
  expect(acknowledged.length).toBeGreaterThan(0);
});

async function pingOnce(api: ApiClient): Promise<{ id: string; at: string }> {
  const outcome = await api.call(pingDevice, { params, body: { id: crypto.randomUUID() } });
  if (outcome.outcome !== 'located') throw new Error(`the ping ended with ${outcome.outcome}`);
  return outcome.location;
}

/** Pings repeatedly and records the answered pings, until the server stops answering. */
async function pingUntilCut(api: ApiClient, pinged: string[]): Promise<void> {
  let isCut = false;
  while (!isCut) {
    try {
      pinged.push((await pingOnce(api)).id);
    } catch {
      // A failed ping was never acknowledged, whatever the reason. The server is killed meanwhile.
      isCut = true;
    }
  }
}
