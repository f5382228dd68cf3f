import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const OWN = '/assets/index-1.js';
const pageOf = (script: string) => `<script type="module" src="${script}"></script>`;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  vi.stubEnv('PROD', true);
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

/** Whether a page is told of a new version when a worker was installed and the server's page is this. */
async function isNotified(answer: Response, controller: object | null = {}): Promise<boolean> {
  const worker = Object.assign(new EventTarget(), { state: 'installed' });
  const registration = Object.assign(new EventTarget(), { installing: worker, update: async () => undefined });
  const serviceWorker = { register: async () => registration, ready: Promise.resolve(registration), controller };
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('caches', { open: async () => ({}) });
  const script = { getAttribute: () => OWN };
  vi.stubGlobal('document', Object.assign(new EventTarget(), { querySelector: () => script }));
  const ask = vi.fn(async () => answer);
  vi.stubGlobal('fetch', ask);
  const { startServiceWorker } = await import('./service-worker.ts');
  const { readNewVersion } = await import('./new-version.ts');
  startServiceWorker();
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  await settle();
  registration.dispatchEvent(new Event('updatefound'));
  worker.dispatchEvent(new Event('statechange'));
  await settle();
  expect(ask).toHaveBeenCalledTimes(controller ? 1 : 0);
  return readNewVersion();
}

test('announces a new version when the page on the server differs from the open page [PWA-01]', async () => {
  expect(await isNotified(new Response(pageOf('/assets/index-2.js')))).toBe(true);
});

test.each([
  ['it is that version already', new Response(pageOf(OWN)), {}],
  ['the server does not say', new Response('', { status: 503 }), {}],
  ['the worker is the first one of this browser', new Response(pageOf('/assets/index-2.js')), null],
])('announces no new version when %s [PWA-01]', async (_, answer, controller) => {
  expect(await isNotified(answer, controller)).toBe(false);
});
