// Messages to browsers by their push services (RFC 8030, 8291, 8292): encrypted for the browser, signed with our key.
import webPush from 'web-push';
import type { Database } from '#platform/db/database';
import type { CallCounter } from '#platform/health/parts-health';
import type { Secrets } from '#platform/secrets/secrets';
import { findKey, keepKey } from './push-key.store.ts';
import { postToPushService, pushServiceOf, requirePublic, type PushAnswer, type StandIn } from './push-request.ts';

export type { StandIn } from './push-request.ts';

export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The address of a browser at its push service (PushSubscription). */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/**
 * The message that the service worker shows. `url` is a path of the portal. A message replaces another with the same
 * `tag`.
 */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly tag: string;
}

export interface PushOptions {
  readonly urgency: 'normal' | 'high';
  readonly ttlMs: number;
  /** Up to 32 characters of base64url. The push service keeps only the newest message of a topic. */
  readonly topic: string;
}

/**
 * `gone`: the browser ended the subscription, delete it. `refused`: this message is never accepted. `later`: busy,
 * broken or unreachable, with `waitMs` if the push service gave a time.
 */
export type PushOutcome =
  | { readonly outcome: 'accepted' | 'gone' | 'refused' }
  | { readonly outcome: 'later'; readonly reason: string; readonly waitMs: number | null };

export interface Push {
  /** The key with which browsers subscribe, base64url. */
  publicKey(): Promise<string>;
  /**
   * Returns why no message can be sent to the target, or null. `endpoint`: no https push service on a public host.
   * `keys`: unusable keys.
   */
  findFault(target: PushTarget): Promise<'endpoint' | 'keys' | null>;
  send(target: PushTarget, message: PushMessage, options: PushOptions): Promise<PushOutcome>;
}

export interface PushDependencies {
  readonly database: Database;
  readonly secrets: Secrets;
  /** Configured; else made once and kept sealed. */
  readonly keys: VapidKeys | null;
  /** The contact for push services, `https:` or `mailto:`. */
  contact(): string;
  readonly standIn: StandIn | null;
  readonly calls: CallCounter;
}

const KEY_CONTEXT = 'push-key';
/**
 * An encrypted message has at most 4,096 bytes. These limits fit with the header and the padding, with room to spare.
 */
const LONGEST_BODY = 300;
const LONGEST_TITLE = 120;

export function createPush({ database, secrets, keys, contact, standIn, calls }: PushDependencies): Push {
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
        const outcome = outcomeOf(await postToPushService(url, headers, body, standIn));
        if (outcome.outcome === 'later') calls.failed();
        else calls.answered(outcome.outcome === 'refused' ? 'refused' : 'ok');
        return outcome;
      } catch (error) {
        calls.failed();
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
  // A redirect is never followed, because its target could be an internal address.
  return { outcome: 'refused' };
}

const LONGEST_WAIT_SEC = 3_600;

/** Seconds alone: a date would have to be believed. */
function waitOf(retryAfter: string | null): number | null {
  if (retryAfter === null || !/^\d{1,6}$/.test(retryAfter)) return null;
  return Math.min(Number(retryAfter), LONGEST_WAIT_SEC) * 1_000;
}
