import { expect, type Locator, type Page } from '@playwright/test';
import { getPath } from '@trace/contract/tracking/tracking.api';
import { unpackPath } from '@trace/contract/tracking/tracking.path.rules';
import { pathMarkers } from '@trace/contract/tracking/tracking.rules';
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
  await expect(page.getByRole('button', { name: trackingTexts.stop })).toBeVisible();
}

/** The map of the Live Tracking tab. */
export const mapOf = (page: Page): Locator => page.getByRole('region', { name: trackingTexts.mapLabel(caravan.name) });

/** The one marker that the map follows. */
export const followedMarker = (page: Page): Locator => page.locator('[data-live-id]');

/** Where a marker stands, as the map has it. */
export async function placeOf(marker: Locator): Promise<{ lat: string | null; lng: string | null }> {
  return { lat: await marker.getAttribute('data-lat'), lng: await marker.getAttribute('data-lng') };
}

/** The markers of the drawn path in words, as they are read aloud. */
export const listedPath = (page: Page): Locator =>
  page.getByRole('list', { name: trackingTexts.pathList }).getByRole('listitem');

const COORDINATES = /-?\d+\.\d{6}, -?\d+\.\d{6}/;

/** The coordinates of the listed markers; what the list says of gaps is left out. */
export async function listedCoordinates(page: Page): Promise<string[]> {
  const lines = await listedPath(page).allInnerTexts();
  return lines.flatMap((line) => COORDINATES.exec(line) ?? []);
}

/** The coordinates that the page should list, from what the server has stored. */
export async function storedCoordinates(page: Page, serial: string): Promise<string[]> {
  const { at, lat, lng } = unpackPath(await (await apiOf(page)).call(getPath, { params: { serial } }));
  return pathMarkers(at).map((index) => `${lat[index]!.toFixed(6)}, ${lng[index]!.toFixed(6)}`);
}
