import { failureWords, isPassing, isRefusal } from '#lib/http/api.ts';
import type { KeptRegistration } from './devices-outbox-store.ts';

interface Sender {
  send: (entry: KeptRegistration) => Promise<unknown>;
  onSent: (entry: KeptRegistration) => Promise<void>;
  onRefused: (entry: KeptRegistration, words: string) => Promise<void>;
}

/**
 * Sends what waits, oldest first. It stops where the way to the server is cut or the session has ended: the rest would
 * fare no better. Each entry has its own id, so one whose answer was lost is harmless to send again.
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
