import type { Database } from '#platform/db/database';
import { keyBytes, notationsOf } from '#platform/dc09/cipher';
import { readContent, type Content } from '#platform/dc09/content';
import type { Frame } from '#platform/dc09/frame';
import type { Secrets } from '#platform/secrets/secrets';
import { createAccountLoader, type HubAccount } from '../hub-receiver.store.ts';

/** The hub that sent a frame, as far as the frame proves it. */
export type Sender =
  | { readonly is: 'unknown' }
  /** The frame does not fit the account. Without a key, any stranger can write such a frame. */
  | { readonly is: 'refused'; readonly account: HubAccount; readonly problem: 'plain_frame' | 'wrong_key' }
  | { readonly is: 'unreadable'; readonly account: HubAccount }
  | { readonly is: 'known'; readonly account: HubAccount; readonly key: Buffer | null; readonly content: Content };

/** The context for sealing the key of a hub. */
export const keyContext = (accountId: string): string => `hub-receiver:${accountId}:key`;

export function createSenders({ database, secrets }: { database: Database; secrets: Secrets }) {
  const accountOf = createAccountLoader(database.sql);

  return async (frame: Frame): Promise<Sender> => {
    const account = await accountOf(frame.account.toUpperCase());
    if (account === undefined) return { is: 'unknown' };
    if (account.sealedKey === null) {
      if (frame.isEncrypted) return { is: 'refused', account, problem: 'wrong_key' };
      const content = readContent(frame, null);
      return content === null ? { is: 'unreadable', account } : { is: 'known', account, key: null, content };
    }
    // Optional encryption would not stop a forger.
    if (!frame.isEncrypted) return { is: 'refused', account, problem: 'plain_frame' };
    const key = secrets.open(account.sealedKey, keyContext(account.id));
    // 32 hexadecimal digits may mean 16 bytes or 32 characters. The frame shows which key the hub uses.
    for (const notation of notationsOf(key)) {
      const bytes = keyBytes(key, notation);
      const content = readContent(frame, bytes);
      if (content !== null) return { is: 'known', account, key: bytes, content };
    }
    return { is: 'refused', account, problem: 'wrong_key' };
  };
}
