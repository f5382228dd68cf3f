import type { AlertSettings } from '@trace/contract/alerts/alerts.settings.schema';
import { fingerprintOf } from '../lib/fingerprint.ts';
import { inPushTurn } from '../lib/session/push-turn.ts';

/** The browser's event when a push service replaces or ends a subscription. Some browsers leave out fields. */
export type PushChange = Pick<PushSubscriptionChangeEvent, 'oldSubscription' | 'newSubscription'>;

/** Marks background calls, which must not keep a session alive. The browser sends its session cookie along. */
const headers = { accept: 'application/json', 'content-type': 'application/json', 'x-trace-background': '1' };

/**
 * Registers the new subscription with the server if the old subscription belongs to the signed-in user. After a
 * failure, the next page of the portal registers the subscription. If a page already did so, the server no longer knows
 * the old subscription.
 */
export async function followPushChange(
  { pushManager }: Pick<ServiceWorkerRegistration, 'pushManager'>,
  { oldSubscription, newSubscription }: PushChange,
): Promise<void> {
  try {
    if (oldSubscription) await inPushTurn(() => follow(pushManager, oldSubscription, newSubscription));
  } catch {
    // Fails without a network or without permission. A worker has no user to notify.
  }
}

async function follow(
  pushManager: PushManager,
  { endpoint: oldEndpoint }: PushSubscription,
  newSubscription: PushSubscription | null,
): Promise<void> {
  const answer = await fetch('/api/alerts/settings', { headers });
  if (!answer.ok) return;
  const { push } = (await answer.json()) as AlertSettings;
  const old = await fingerprintOf(oldEndpoint);
  const own = push.browsers.find(({ fingerprint }) => fingerprint === old);
  if (own === undefined) return;
  const subscription = newSubscription ?? (await subscribe(pushManager, push.publicKey));
  const { endpoint, keys } = subscription.toJSON();
  const body = JSON.stringify({ endpoint, keys, name: own.name });
  await fetch(`/api/alerts/browsers/${own.id}`, { method: 'PUT', headers, body });
}

const subscribe = (pushManager: PushManager, publicKey: string): Promise<PushSubscription> =>
  pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
