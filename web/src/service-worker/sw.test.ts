import { afterAll, beforeAll, expect, test, vi } from 'vitest';

type OpenPage = (options: { request: Request }) => Promise<Response>;
type OnActivate = (event: { waitUntil: (work: Promise<unknown>) => void }) => void;

const pages = vi.hoisted(() => ({ open: undefined as OpenPage | undefined, kept: undefined as Response | undefined }));
vi.mock('workbox-precaching', () => ({ precacheAndRoute: vi.fn(), matchPrecache: async () => pages.kept?.clone() }));
vi.mock('workbox-routing', () => ({
  registerRoute: vi.fn(),
  NavigationRoute: class {
    constructor(open: OpenPage) {
      pages.open = open;
    }
  },
}));

const listeners = new Map<string, OnActivate>();
const claim = vi.fn(async () => undefined);

beforeAll(async () => {
  const worker = {
    addEventListener: (name: string, listener: OnActivate) => void listeners.set(name, listener),
    clients: { claim },
  };
  vi.stubGlobal('self', worker);
  vi.stubGlobal('SHELL', []);
  vi.stubGlobal('PARTS', ['/assets/map-2.js']);
  await import('./sw.ts');
});
afterAll(() => void vi.unstubAllGlobals());

const request = new Request('https://trace.invalid/user');

async function pageWhen(answer: () => Promise<Response>): Promise<string> {
  vi.stubGlobal('fetch', answer);
  return (await pages.open!({ request })).text();
}

test('the worker serves the page from the server, or from the cache when the server does not answer [PWA-01]', async () => {
  const answered = (status: number) => async () => new Response(`the server's ${status}`, { status });
  const noNetwork = () => Promise.reject(new TypeError('no network'));
  pages.kept = new Response('the kept page');
  for (const status of [200, 404, 500]) expect(await pageWhen(answered(status))).toBe(`the server's ${status}`);
  // A proxy's words.
  for (const status of [502, 503, 504]) expect(await pageWhen(answered(status))).toBe('the kept page');
  expect(await pageWhen(noNetwork)).toBe('the kept page');
  pages.kept = undefined;
  expect(await pageWhen(answered(503))).toBe("the server's 503");
  await expect(pageWhen(noNetwork)).rejects.toThrow('no network');
});

test('a new version deletes parts of older versions and claims the open pages [PWA-01]', async () => {
  const kept = ['map-1', 'map-2'].map((name) => new Request(`https://trace.invalid/assets/${name}.js`));
  const drop = vi.fn(async (_part: Request) => true);
  vi.stubGlobal('caches', { open: async () => ({ keys: async () => kept, delete: drop }) });
  const done: Promise<unknown>[] = [];
  listeners.get('activate')!({ waitUntil: (work) => void done.push(work) });
  await Promise.all(done);
  expect(drop.mock.calls.map(([part]) => new URL(part.url).pathname)).toEqual(['/assets/map-1.js']);
  expect(claim).toHaveBeenCalledOnce();
});
