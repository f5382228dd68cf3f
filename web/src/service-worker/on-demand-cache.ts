import { ON_DEMAND_CACHE } from '../lib/offline/on-demand-cache.ts';

interface Asked {
  request: Request;
  event: ExtendableEvent;
}

/**
 * Serves a part from the cache, so a part that was used once works without a network. The part's name changes with its
 * content. Caching is optional and happens after the response. A full disk or a browser that refuses to cache loses
 * only the cached copy. A map file is requested in ranges: the first range comes from the network, and the whole file
 * is cached after it.
 */
export async function answerFromOnDemandCache({ request, event }: Asked): Promise<Response> {
  const range = request.headers.get('range');
  const parts = await caches.open(ON_DEMAND_CACHE).catch(withoutIt);
  const known = await parts?.match(request.url).catch(withoutIt);
  if (known !== undefined) return range === null ? known : rangeOf(known, range);
  const answer = await fetch(request);
  if (parts && range !== null) event.waitUntil(keepWhole(parts, request.url).catch(withoutIt));
  if (parts && range === null && isWhole(answer)) {
    event.waitUntil(parts.put(request.url, answer.clone()).catch(withoutIt));
  }
  return answer;
}

/** A piece of a file, or none at all, is not the part. */
const isWhole = ({ status, type }: Response): boolean => status === 200 && type === 'basic';

/** Files on their way into the cache. A map requests many ranges at once. */
const coming = new Set<string>();

async function keepWhole(parts: Cache, url: string): Promise<void> {
  if (coming.has(url)) return;
  coming.add(url);
  try {
    const answer = await fetch(url);
    if (isWhole(answer)) await parts.put(url, answer);
  } finally {
    coming.delete(url);
  }
}

/** The bytes that a request asked for, such as `bytes=0-16383`. */
async function rangeOf(whole: Response, range: string): Promise<Response> {
  const file = await whole.blob();
  const [, from = '', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
  const start = Number(from);
  const end = Math.min(to === '' ? file.size - 1 : Number(to), file.size - 1);
  if (from === '' || start > end) return new Response(null, { status: 416 });
  const headers = {
    'content-range': `bytes ${start}-${end}/${file.size}`,
    'content-length': String(end - start + 1),
  };
  return new Response(file.slice(start, end + 1), { status: 206, headers });
}

/** The part is asked of the network again the next time. */
const withoutIt = (): undefined => undefined;

/** Deletes the parts that this version does not have. The pages of the previous version are closed by now. */
export async function removeOldParts(current: readonly string[]): Promise<void> {
  const parts = await caches.open(ON_DEMAND_CACHE);
  const known = new Set(current);
  const old = (await parts.keys()).filter(({ url }) => !known.has(new URL(url).pathname));
  await Promise.all(old.map((request) => parts.delete(request)));
}
