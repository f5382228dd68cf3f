import type { Locator } from '@playwright/test';

export type MapColour = 'red' | 'green' | 'blue';

/** A dot on the map has more points than this, the smooth edge of a letter fewer. */
const FEWEST_POINTS = 30;

/**
 * Which colours of places a map shows, in order: start green, end red, live blue (PATH-01). The ground is grey, so a
 * strong colour is a place or a path.
 */
export async function coloursOn(map: Locator): Promise<MapColour[]> {
  const picture = await pictureOf(map);
  const points = await map.page().evaluate<Record<MapColour, number>>(countIn(picture.toString('base64')));
  const named = Object.entries(points) as [MapColour, number][];
  return named.flatMap(([colour, count]) => (count > FEWEST_POINTS ? colour : [])).toSorted();
}

/**
 * Returns a page script that counts the strongly coloured pixels of a picture. In these pixels one colour channel is
 * more than 1.7 times as strong as the others.
 */
function countIn(picture: string): string {
  return `(async () => {
    const bytes = Uint8Array.from(atob('${picture}'), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const points = { red: 0, green: 0, blue: 0 };
    const isStrong = (one, other, third) => one > 80 && one > 1.7 * Math.max(other, third);
    for (let at = 0; at < data.length; at += 4) {
      const [red, green, blue] = data.subarray(at, at + 3);
      if (isStrong(red, green, blue)) points.red += 1;
      if (isStrong(green, red, blue)) points.green += 1;
      if (isStrong(blue, red, green)) points.blue += 1;
    }
    return points;
  })()`;
}

/** A screenshot of an element waits for two frames without a change, and the processor draws a map for seconds. */
async function pictureOf(map: Locator): Promise<Buffer> {
  await map.evaluate((element) => element.scrollIntoView({ block: 'nearest' }));
  const clip = await map.boundingBox();
  if (clip === null) throw new Error('the map is not on the page');
  return map.page().screenshot({ clip });
}

/** Returns the share of a map that has one of these colours exactly, by colour. */
export async function sharesOn(map: Locator, colours: readonly string[]): Promise<number[]> {
  const picture = await pictureOf(map);
  return map.page().evaluate<number[]>(shareIn(picture.toString('base64'), colours));
}

const shareIn = (picture: string, colours: readonly string[]): string => `(async () => {
    const bytes = Uint8Array.from(atob('${picture}'), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const counts = new Map();
    for (let at = 0; at < data.length; at += 4) {
      const colour = '#' + [...data.subarray(at, at + 3)].map((part) => part.toString(16).padStart(2, '0')).join('');
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    return ${JSON.stringify(colours)}.map((colour) => (counts.get(colour) ?? 0) / (data.length / 4));
  })()`;
