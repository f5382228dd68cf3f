import { trackingTexts } from '@trace/contract/tracking/tracking.texts';
import {
  chooseCaravan,
  followedMarker,
  listedCoordinates,
  listedPath,
  mapOf,
  placeOf,
  startFollowing,
  storedCoordinates,
} from '../../equipment/live-view.ts';
import { coloursOn } from '../../equipment/map-colours.ts';
import { caravan, drivingNorth } from '../../equipment/own-tracker.ts';
import { signIn } from '../../equipment/visitor.ts';
import { expect, test } from '../../fixtures.ts';

/** The page's and the tracker's pauses between their tries grow while the server is away. */
const LONGEST_RETRY_MS = 40_000;
/** A path is cut into tiles and drawn by the processor. */
const DRAWN_WITHIN_MS = 45_000;

test(
  'a followed device shows as active, its marker moves by itself, and Stop ends live tracking [LIVE-01] [LIVE-03] [LIVE-04]',
  { tag: '@phone' },
  async ({ page, portal, switchOn }) => {
    const tracker = await switchOn({ route: drivingNorth });
    await signIn(page, portal.people().premium, '/user?tab=live');
    await chooseCaravan(page);
    await startFollowing(page);
    await expect(page.getByText(trackingTexts.live, { exact: true })).toBeVisible();
    await expect(page.getByText(trackingTexts.activeFor(caravan.name))).toBeVisible();
    await expect(page.getByText(trackingTexts.every)).toBeVisible();
    expect(tracker.state().liveIntervalMs).toBe(10_000);

    const marker = followedMarker(page);
    await tracker.report();
    await expect(marker).toHaveAttribute('aria-label', caravan.name);
    const before = await placeOf(marker);
    await tracker.report();
    await expect.poll(() => placeOf(marker)).not.toEqual(before);

    await page.getByRole('button', { name: trackingTexts.stop }).click();
    await expect(page.getByRole('button', { name: trackingTexts.start })).toBeVisible();
    await expect.poll(() => tracker.state().liveIntervalMs).toBeNull();
  },
);

test.describe('on a map that is drawn', () => {
  test.use({ isMapDrawn: true });

  test('the path begins and ends at the device positions, and a cut connection leaves no hole [PATH-01] [LIVE-09]', async ({
    page,
    portal,
    switchOn,
  }) => {
    const tracker = await switchOn({ route: drivingNorth });
    await tracker.report();
    await signIn(page, portal.people().premium, '/user?tab=live');
    await chooseCaravan(page);
    await tracker.report();
    await page.getByLabel(trackingTexts.showPath).click();
    const path = listedPath(page);
    await expect(path.first()).toContainText(trackingTexts.pointKinds.start);
    await expect(path.last()).toContainText(trackingTexts.pointKinds.end);
    await expect
      .poll(() => coloursOn(mapOf(page)), { timeout: DRAWN_WITHIN_MS })
      .toEqual(expect.arrayContaining(['green', 'red']));

    await startFollowing(page);
    await portal.kill();
    await expect(page.getByText('Connection lost')).toBeVisible();
    const missed = [tracker.report(), tracker.report(), tracker.report()];
    await portal.start();
    expect(await Promise.all(missed)).toEqual([true, true, true]);
    await expect(page.getByText('Connection lost')).toBeHidden({ timeout: LONGEST_RETRY_MS });

    await expect(async () => {
      const stored = await storedCoordinates(page, caravan.serialNumber);
      expect(await listedCoordinates(page)).toEqual(stored);
    }).toPass();
  });
});
