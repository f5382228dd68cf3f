import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { KitProvider } from '#ui/kit-provider.tsx';
import { MapView } from '../map-view.tsx';

// This test has its own file, because a page requests the script once and keeps the result.
test("the map says 'Loading map...' while the script loads, and 'Failed to load Google Maps script' after a failure [MAP-01]", async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const asked: HTMLScriptElement[] = [];
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) if (node instanceof HTMLScriptElement) asked.push(node);
  });
  const config = { provider: 'google' as const, googleKey: 'a-key-of-nobody' };
  const screen = await render(
    <KitProvider forceScheme="light">
      <MapView config={config} theme="light" label="Where Work ute was" />
    </KitProvider>,
  );
  await expect.poll(() => asked.map(({ src }) => new URL(src).hostname)).toEqual(['maps.googleapis.com']);
  await expect.element(screen.getByText('Loading map...')).toBeVisible();
  asked[0]?.dispatchEvent(new Event('error'));
  const alert = screen.getByRole('alert');
  await expect.element(alert.getByText('Map Error')).toBeVisible();
  await expect.element(alert.getByText('Failed to load Google Maps script')).toBeVisible();
  expect(screen.getByText('Loading map...').elements()).toEqual([]);
  vi.restoreAllMocks();
});
