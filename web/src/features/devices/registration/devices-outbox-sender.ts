import { failureWords, isPassing, isRefusal } from '#lib/http/api.ts';
import type { KeptRegistration } from './devices-outbox-store.ts';

interface Sender {
  send: (entry: KeptRegistration) => Promise<unknown>;
  onSent: (entry: KeptRegistration) => Promise<void>;
  onRefused: (entry: KeptRegistration, words: string) => Promise<void>;
}

/**
 * Sends waiting registrations, oldest first. Stops when the connection is lost or the session has ended, because the
 * remaining requests would fail too. Each entry has its own id, so a retry after a lost answer is idempotent.
 */
export async function sendWaiting(entries: readonly KeptRegistration[], sender: Sender): Promise<void> {
  for (const entry of entries.filter(({ refusal }) => refusal === null)) {
    try {
      await sender.send(entry);
    } catch (error) {
      if (isPassing(error) || isRefusal(error, 'unauthenticated')) return;
      await sender.onRefused(entry, failureWords(error));
      continue;
    }
    await sender.onSent(entry);
  }
}
