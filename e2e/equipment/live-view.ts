import { expect, type Locator, type Page } from '@playwright/test';
import { getPath } from '@trace/contract/tracking/tracking.api';
import { unpackPath } from '@trace/contract/tracking/tracking.path.rules';
import { pathMarkers } from '@trace/contract/tracking/tracking.path-markers.rules';
import { trackingTexts } from '@trace/contract/tracking/tracking.texts';
import { caravan } from './own-tracker.ts';
import { apiOf } from './visitor.ts';

/** Chooses the caravan in the Live Tracking tab. */
export async function chooseCaravan(page: Page): Promise<void> {
  await page.getByPlaceholder(trackingTexts.selectDevice).click();
  await page.getByRole('option', { name: caravan.name }).click();
}

/** Starts to follow the chosen device. */
export async function startFollowing(page: Page): Promise<void> {
  await page.getByRole('button', { name: trackingTexts.start }).click();
  await expect(page.getByText(trackingTexts.activeFor(caravan.name))).toBeVisible();
}

/** The map of the Live Tracking tab. */
export const mapOf = (page: Page): Locator => page.getByRole('region', { name: trackingTexts.mapLabel(caravan.name) });

/** Finds the marker that the map follows. */
export const followedMarker = (page: Page): Locator => page.locator('[data-live-id]');

/** Returns a marker's position on the map. */
export async function placeOf(marker: Locator): Promise<{ lat: string | null; lng: string | null }> {
  return { lat: await marker.getAttribute('data-lat'), lng: await marker.getAttribute('data-lng') };
}

/** Finds the text list of the drawn path's markers, as read aloud. */
export const listedPath = (page: Page): Locator =>
  page.getByRole('list', { name: trackingTexts.pathList }).getByRole('listitem');

const COORDINATES = /-?\d+\.\d{6}, -?\d+\.\d{6}/;

/** Returns the coordinates of the listed markers. Lines about gaps are left out. */
export async function listedCoordinates(page: Page): Promise<string[]> {
  const lines = await listedPath(page).allInnerTexts();
  return lines.flatMap((line) => COORDINATES.exec(line) ?? []);
}

/** Returns the coordinates that the page should list, computed from the server's stored path. */
export async function storedCoordinates(page: Page, serial: string): Promise<string[]> {
  const { at, lat, lng } = unpackPath(await (await apiOf(page)).call(getPath, { params: { serial } }));
  return pathMarkers(at).map((index) => `${lat[index]!.toFixed(6)}, ${lng[index]!.toFixed(6)}`);
}
