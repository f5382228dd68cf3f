import { afterEach, expect, test, vi } from 'vitest';
import { answerFromOnDemandCache } from './on-demand-cache.ts';

const request = new Request('https://trace.invalid/assets/map-1.js');
const full = () => Promise.reject(new DOMException('No room.', 'QuotaExceededError'));

/** Builds a response of the portal's own server. */
function answerOf(text: string, status = 200): Response {
  const answer = new Response(text, { status });
  Object.defineProperty(answer, 'type', { value: 'basic' });
  return answer;
}

/** Stubs the on-demand cache. A test can replace methods to make the cache fail. */
function keepIn(change: Record<string, unknown> = {}) {
  const kept = new Map<string, string>();
  const parts = {
    match: async (url: string) => (kept.has(url) ? new Response(kept.get(url)) : undefined),
    put: async (url: string, answer: Response) => void kept.set(url, await answer.text()),
    ...change,
  };
  vi.stubGlobal('caches', { open: async () => parts });
  return kept;
}

/** Requests the part. `later` collects the work that the worker does after the page has its response. */
async function ask() {
  const later: Promise<unknown>[] = [];
  const event = { waitUntil: (work: Promise<unknown>) => void later.push(work) } as unknown as ExtendableEvent;
  const text = await (await answerFromOnDemandCache({ request, event })).text();
  return { text, later };
}

afterEach(() => vi.unstubAllGlobals());

test('a part that was loaded once is served without a network [PWA-01]', async () => {
  keepIn();
  vi.stubGlobal('fetch', async () => answerOf('the map'));
  const { text, later } = await ask();
  await Promise.all(later);
  expect(text).toBe('the map');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  expect((await ask()).text).toBe('the map');
});

test('the page receives its part before the cache stores the part [PWA-01]', async () => {
  const put = vi.fn(() => new Promise<void>(() => undefined));
  keepIn({ put });
  vi.stubGlobal('fetch', async () => answerOf('the map'));
  expect((await ask()).text).toBe('the map');
  expect(put).toHaveBeenCalledOnce();
});

test('a full disk or a browser without a cache still serves the part [PWA-01]', async () => {
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

test('an incomplete response is not cached [PWA-01]', async () => {
  const kept = keepIn();
  for (const status of [404, 206]) {
    vi.stubGlobal('fetch', async () => answerOf('gone', status));
    const { text, later } = await ask();
    await Promise.all(later);
    expect([text, kept.size]).toEqual(['gone', 0]);
  }
});

const rangeRequest = (range: string) =>
  new Request('https://trace.invalid/assets/world-1.pmtiles', { headers: { range } });

/** Requests a range of the map file. */
async function askRange(range: string) {
  const later: Promise<unknown>[] = [];
  const event = { waitUntil: (work: Promise<unknown>) => void later.push(work) } as unknown as ExtendableEvent;
  const answer = await answerFromOnDemandCache({ request: rangeRequest(range), event });
  return { answer, text: await answer.text(), later };
}

test('a map file that was read in ranges is served in ranges without a network [MAP-04] [PWA-01]', async () => {
  keepIn();
  const fetched: (string | null)[] = [];
  vi.stubGlobal('fetch', async (asked: Request | string) => {
    const range = asked instanceof Request ? asked.headers.get('range') : null;
    fetched.push(range);
    return range === null ? answerOf('0123456789') : answerOf('012', 206);
  });
  const first = await Promise.all([askRange('bytes=0-2'), askRange('bytes=0-2')]);
  expect(first.map(({ text }) => text)).toEqual(['012', '012']);
  await Promise.all(first.flatMap(({ later }) => later));
  expect(fetched).toEqual(['bytes=0-2', 'bytes=0-2', null]);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  const { answer, text } = await askRange('bytes=4-6');
  expect([answer.status, answer.headers.get('content-range'), text]).toEqual([206, 'bytes 4-6/10', '456']);
  expect((await askRange('bytes=8-')).text).toBe('89');
  expect((await askRange('bytes=20-30')).answer.status).toBe(416);
});
