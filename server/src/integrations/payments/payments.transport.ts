import type { Clock } from '#platform/clock/clock';

/** A try that takes longer is given up. Both tries of a call end within 10 s (I-24). */
const TIME_LIMIT_MS = 4_000;
/** A page of a hundred invoices is about half a MB. */
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * `fetch` for the library: within a time of the injected clock and a size, and without following a redirect, so that
 * the key goes nowhere else.
 */
export function createPaymentsFetch(clock: Clock): typeof fetch {
  return async (input, init) => {
    const ending = new AbortController();
    const stop = clock.after(TIME_LIMIT_MS, () => ending.abort(new Error(`no answer within ${TIME_LIMIT_MS} ms`)));
    try {
      const response = await fetch(input, { ...init, redirect: 'error', signal: ending.signal });
      const text = await readLimited(response);
      return new Response(text, { status: response.status, headers: response.headers });
    } finally {
      stop();
      ending.abort();
    }
  };
}

async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) throw new Error(`the answer is longer than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
