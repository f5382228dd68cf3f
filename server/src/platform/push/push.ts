// Messages to browsers by their push services (RFC 8030, 8291, 8292): encrypted for the browser, signed with our key.
import webPush from 'web-push';
import type { Database } from '#platform/db/database';
import type { Secrets } from '#platform/secrets/secrets';
import { findKey, keepKey } from './push-key.store.ts';
import { postToPushService, pushServiceOf, requirePublic, type PushAnswer, type StandIn } from './push-request.ts';

export type { StandIn } from './push-request.ts';

export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Where a browser gets its messages (PushSubscription). */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** What the service worker shows; `url` is a path of the portal, and messages of one `tag` replace each other. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly tag: string;
}

export interface PushOptions {
  readonly urgency: 'normal' | 'high';
  readonly ttlMs: number;
  /** Up to 32 characters of base64url: of two with one topic the push service keeps the newer. */
  readonly topic: string;
}

/**
 * `gone`: the browser has ended the subscription, forget it. `refused`: never for this message. `later`: busy, broken or
 * out of reach; `waitMs` when it said how long.
 */
export type PushOutcome =
  | { readonly outcome: 'accepted' | 'gone' | 'refused' }
  | { readonly outcome: 'later'; readonly reason: string; readonly waitMs: number | null };

export interface Push {
  /** What browsers subscribe with, base64url. */
  publicKey(): Promise<string>;
  /**
   * Why no messages may be sent there; null: they may. Its address is no https push service on a public host, or its keys
   * cannot be used.
   */
  findFault(target: PushTarget): Promise<'endpoint' | 'keys' | null>;
  send(target: PushTarget, message: PushMessage, options: PushOptions): Promise<PushOutcome>;
}

export interface PushDependencies {
  readonly database: Database;
  readonly secrets: Secrets;
  /** Configured; else made once and kept sealed. */
  readonly keys: VapidKeys | null;
  /** `https:` or `mailto:`; whom a push service turns to. */
  contact(): string;
  readonly standIn: StandIn | null;
}

const KEY_CONTEXT = 'push-key';
/** Of the encrypted message at most 4,096 bytes; what is left of it after its head and padding, with room. */
const LONGEST_BODY = 300;
const LONGEST_TITLE = 120;

export function createPush({ database, secrets, keys, contact, standIn }: PushDependencies): Push {
  let known: Promise<VapidKeys> | undefined;

  const ownKeys = async (): Promise<VapidKeys> => {
    const made = webPush.generateVAPIDKeys();
    const stored =
      (await findKey(database.sql)) ??
      (await keepKey(database.sql, {
        publicKey: made.publicKey,
        sealedPrivateKey: secrets.seal(made.privateKey, KEY_CONTEXT),
      }));
    return { publicKey: stored.publicKey, privateKey: secrets.open(stored.sealedPrivateKey, KEY_CONTEXT) };
  };

  const vapid = (): Promise<VapidKeys> => {
    known ??= keys === null ? ownKeys() : Promise.resolve(keys);
    // A database that did not answer is asked again.
    known.catch(() => {
      known = undefined;
    });
    return known;
  };

  const detailsOf = async (target: PushTarget, message: PushMessage, { urgency, ttlMs, topic }: PushOptions) => {
    const { publicKey, privateKey } = await vapid();
    const { endpoint, p256dh, auth } = target;
    const { title, body, url, tag } = message;
    const payload = { title: title.slice(0, LONGEST_TITLE), body: body.slice(0, LONGEST_BODY), url, tag };
    return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(payload), {
      vapidDetails: { subject: contact(), publicKey, privateKey },
      TTL: Math.round(ttlMs / 1_000),
      urgency,
      topic,
    });
  };

  const encrypts = async (target: PushTarget): Promise<boolean> => {
    const probe = { title: '', body: '', url: '/', tag: '' };
    try {
      await detailsOf(target, probe, { urgency: 'normal', ttlMs: 0, topic: 'x' });
      return true;
    } catch {
      // A key that is no point on the curve.
      return false;
    }
  };

  return {
    publicKey: async () => (await vapid()).publicKey,

    async findFault(target) {
      const url = pushServiceOf(target.endpoint, standIn);
      if (url === null) return 'endpoint';
      if (!(await encrypts(target))) return 'keys';
      try {
        await requirePublic(url, standIn);
        return null;
      } catch {
        // The name leads inside, or nowhere.
        return 'endpoint';
      }
    },

    async send(target, message, options) {
      const url = pushServiceOf(target.endpoint, standIn);
      if (url === null) return { outcome: 'refused' };
      const { headers, body } = await detailsOf(target, message, options);
      try {
        return outcomeOf(await postToPushService(url, headers, body, standIn));
      } catch (error) {
        return { outcome: 'later', reason: error instanceof Error ? error.message : String(error), waitMs: null };
      }
    },
  };
}

function outcomeOf({ status, retryAfter }: PushAnswer): PushOutcome {
  if (status >= 200 && status < 300) return { outcome: 'accepted' };
  if (status === 404 || status === 410) return { outcome: 'gone' };
  if (status === 429 || status >= 500)
    return { outcome: 'later', reason: `status ${status}`, waitMs: waitOf(retryAfter) };
  // A redirect is followed by nobody: it could lead inside.
  return { outcome: 'refused' };
}

const LONGEST_WAIT_SEC = 3_600;

/** Seconds alone: a date would have to be believed. */
function waitOf(retryAfter: string | null): number | null {
  if (retryAfter === null || !/^\d{1,6}$/.test(retryAfter)) return null;
  return Math.min(Number(retryAfter), LONGEST_WAIT_SEC) * 1_000;
}
