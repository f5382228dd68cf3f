import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Icon {
  src: string;
  sizes: string;
  type?: string;
  purpose?: string;
}

interface Shortcut {
  name: string;
  url: string;
  icons: Icon[];
}

const web = join(import.meta.dirname, '..');
const manifest = JSON.parse(await readFile(join(web, 'public/manifest.webmanifest'), 'utf8')) as {
  icons: Icon[];
  shortcuts: Shortcut[];
  [field: string]: unknown;
};

/** Returns the width and height from the header of a PNG file. */
async function sizeOf({ src }: Icon): Promise<string> {
  const png = await readFile(join(web, 'public', src));
  expect(png.toString('latin1', 1, 4)).toBe('PNG');
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

test('the manifest gives name, start address, full scope and standalone window for installation [PWA-01]', () => {
  expect(manifest).toMatchObject({
    id: '/',
    name: 'Trace',
    short_name: 'Trace',
    start_url: '/',
    scope: '/',
    display: 'standalone',
  });
  for (const color of ['background_color', 'theme_color']) expect(manifest[color]).toMatch(/^#[\da-f]{6}$/);
});

test('every icon has its declared size, as browsers need: 192, 512, and a maskable icon [PWA-01]', async () => {
  const icons = [...manifest.icons, ...manifest.shortcuts.flatMap((shortcut) => shortcut.icons)];
  for (const icon of icons) expect([icon.src, await sizeOf(icon)]).toEqual([icon.src, icon.sizes]);
  expect(manifest.icons.map(({ sizes, type, purpose }) => [sizes, type, purpose ?? 'any'])).toEqual([
    ['192x192', 'image/png', 'any'],
    ['512x512', 'image/png', 'any'],
    ['512x512', 'image/png', 'maskable'],
  ]);
});

test('the shortcuts lead to Ping and Live Tracking [PWA-01]', () => {
  expect(manifest.shortcuts.map(({ name, url }) => [name, url])).toEqual([
    ['Ping', '/?shortcut=ping'],
    ['Live Tracking', '/?shortcut=live'],
  ]);
});

test.each(['index.html', 'landing.html'])(
  '%s links the manifest and the icon for phones that ignore the manifest [PWA-01]',
  async (page) => {
    const html = await readFile(join(web, page), 'utf8');
    expect(html).toContain('<link rel="manifest" href="/manifest.webmanifest" />');
    expect(html).toContain('<link rel="apple-touch-icon" href="/apple-touch-icon.png" />');
    expect(await sizeOf({ src: 'apple-touch-icon.png', sizes: '' })).toBe('180x180');
  },
);
