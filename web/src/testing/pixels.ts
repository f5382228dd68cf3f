import { page } from 'vitest/browser';

/** Reads the colour of the screen, as `#rrggbb`, at positions in CSS pixels. */
export async function colorsAt(...places: readonly { x: number; y: number }[]): Promise<string[]> {
  const { base64 } = await page.screenshot({ base64: true, save: false }).then(asPicture);
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser has no canvas');
  context.drawImage(picture, 0, 0);
  return places.map(({ x, y }) => {
    const [red = 0, green = 0, blue = 0] = context.getImageData(x, y, 1, 1).data;
    return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  });
}

/** Without a file, the library returns the picture itself. */
const asPicture = (answer: string | { base64: string }): { base64: string } =>
  typeof answer === 'string' ? { base64: answer } : answer;
