import { afterEach, expect, test, vi } from 'vitest';
import { answerFromOnDemandCache } from './on-demand-cache.ts';

const request = new Request('https://trace.invalid/assets/map-1.js');
const full = () => Promise.reject(new DOMException('No room.', 'QuotaExceededError'));

/** What the portal's own server answers. */
function answerOf(text: string, status = 200): Response {
  const answer = new Response(text, { status });
  Object.defineProperty(answer, 'type', { value: 'basic' });
  return answer;
}

/** One kept-parts cache; what a test changes of it fails. */
function keepIn(change: Partial<Pick<Cache, 'match' | 'put'>> = {}) {
  const kept = new Map<string, string>();
  const parts = {
    match: async ({ url }: Request) => (kept.has(url) ? new Response(kept.get(url)) : undefined),
    put: async ({ url }: Request, answer: Response) => void kept.set(url, await answer.text()),
    ...change,
  };
  vi.stubGlobal('caches', { open: async () => parts });
  return kept;
}

/** Asks for the part; `later` is what the worker still does when the page has its answer. */
async function ask() {
  const later: Promise<unknown>[] = [];
  const event = { waitUntil: (work: Promise<unknown>) => void later.push(work) } as unknown as ExtendableEvent;
  const text = await (await answerFromOnDemandCache({ request, event })).text();
  return { text, later };
}

afterEach(() => vi.unstubAllGlobals());

test('PWA-01 a part that was seen once is answered without a network', async () => {
  keepIn();
  vi.stubGlobal('fetch', async () => answerOf('the map'));
  const { text, later } = await ask();
  await Promise.all(later);
  expect(text).toBe('the map');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  expect((await ask()).text).toBe('the map');
});

test('PWA-01 the page has its part before it is kept', async () => {
  const put = vi.fn(() => new Promise<void>(() => undefined));
  keepIn({ put });
  vi.stubGlobal('fetch', async () => answerOf('the map'));
  expect((await ask()).text).toBe('the map');
  expect(put).toHaveBeenCalledOnce();
});

test('PWA-01 a full disk, or a browser that keeps nothing, takes no part away', async () => {
  vi.stubGlobal('fetch', async () => answerOf('the map'));
  for (const change of [{ put: full }, { match: full }]) {
    keepIn(change);
    const { text, later } = await ask();
    expect(text).toBe('the map');
    await expect(Promise.all(later)).resolves.toBeDefined();
  }
  vi.stubGlobal('caches', { open: full });
  expect((await ask()).text).toBe('the map');
});

test('PWA-01 what is no whole part is not kept', async () => {
  const kept = keepIn();
  for (const status of [404, 206]) {
    vi.stubGlobal('fetch', async () => answerOf('gone', status));
    const { text, later } = await ask();
    await Promise.all(later);
    expect([text, kept.size]).toEqual(['gone', 0]);
  }
});
