import { SEEN_PARTS } from '../lib/seen-parts.ts';

/** A part that was used once is there without a network; its name changes with its content. */
export async function answerFromParts({ request }: { request: Request }): Promise<Response> {
  const parts = await caches.open(SEEN_PARTS);
  const known = await parts.match(request);
  if (known !== undefined) return known;
  const answer = await fetch(request);
  // A piece of a file, or none at all, is not the part.
  if (answer.status === 200 && answer.type === 'basic') await parts.put(request, answer.clone());
  return answer;
}

/** Drops what this version does not have; the pages of the one before are closed by now. */
export async function forgetOldParts(current: readonly string[]): Promise<void> {
  const parts = await caches.open(SEEN_PARTS);
  const known = new Set(current);
  const old = (await parts.keys()).filter(({ url }) => !known.has(new URL(url).pathname));
  await Promise.all(old.map((request) => parts.delete(request)));
}
