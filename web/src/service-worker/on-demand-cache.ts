import { ON_DEMAND_CACHE } from '../lib/offline/on-demand-cache.ts';

interface Asked {
  request: Request;
  event: ExtendableEvent;
}

/**
 * Serves a part from the cache, so a part that was used once works without a network. The part's name changes with its
 * content. Caching is optional and happens after the response. A full disk or a browser that refuses to cache loses
 * only the cached copy.
 */
export async function answerFromOnDemandCache({ request, event }: Asked): Promise<Response> {
  const parts = await caches.open(ON_DEMAND_CACHE).catch(withoutIt);
  const known = await parts?.match(request).catch(withoutIt);
  if (known !== undefined) return known;
  const answer = await fetch(request);
  // A piece of a file, or none at all, is not the part.
  const isWhole = answer.status === 200 && answer.type === 'basic';
  if (parts && isWhole) event.waitUntil(parts.put(request, answer.clone()).catch(withoutIt));
  return answer;
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
