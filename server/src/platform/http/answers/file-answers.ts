// Answers that hold a file open while they are sent: the files of the portal and the map.
import type { FastifyInstance } from 'fastify';
import { createTurns, type Turns } from '#platform/grouping/turns';
import { Refusal } from '#platform/refusal/refusal';
import { networkOfCaller } from '../requests/caller-address.ts';

/** A page requests a hundred files at once, so files beyond the limit wait, up to this many times the limit. */
const WAITING_PER_OPEN = 10;
/** The library that sends files adds a dozen listeners, and Node warns of more than ten. */
const MOST_LISTENERS = 20;

/**
 * Opens at most `most` files at once, and half of these for one network. A connection can request thousands of files and
 * take no byte, and each file would take a descriptor from devices and the database.
 */
export function limitOpenFiles(server: FastifyInstance, most: number): void {
  const networks = new Map<string, Turns>();
  const all = createTurns(most);
  let waiting = 0;

  const turnsOf = (network: string): Turns => {
    const own = networks.get(network) ?? createTurns(Math.ceil(most / 2));
    if ((own.isFull() || all.isFull()) && waiting >= most * WAITING_PER_OPEN)
      throw new Refusal('unavailable', 'Too many files are being loaded right now.', { retryAfterSec: 1 });
    networks.set(network, own);
    return own;
  };

  server.addHook('onRequest', async (request, reply) => {
    // Pages of the portal are answered for unknown addresses.
    if (!request.is404 && !request.routeOptions.config.opensFile) return;
    const network = networkOfCaller(request);
    const own = turnsOf(network);
    const give = (): void => {
      all.give();
      own.give();
      if (own.isIdle()) networks.delete(network);
    };
    const gone = new AbortController();
    reply.raw.setMaxListeners(MOST_LISTENERS).once('close', () => gone.abort());
    waiting += 1;
    await own.take();
    await all.take();
    waiting -= 1;
    if (gone.signal.aborted) {
      give();
      reply.hijack();
      return reply;
    }
    gone.signal.addEventListener('abort', give);
    return undefined;
  });
}

/** Disconnects a caller that takes no byte of an answer for `stalledMs`: the answer would stay in memory for good. */
export function cutStalledAnswers(server: FastifyInstance, stalledMs: number): void {
  server.addHook('onSend', async (_request, reply) => {
    reply.raw.setTimeout(stalledMs, () => reply.raw.destroy());
  });
}
