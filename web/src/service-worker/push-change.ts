import type { AlertSettings } from '@trace/contract/alerts/alerts.settings.schema';
import { fingerprintOf } from '../lib/fingerprint.ts';
import { inPushTurn } from '../lib/session/push-turn.ts';

/** What the browser says when a push service has replaced or ended a subscription; not every browser says all of it. */
export type PushChange = Pick<PushSubscriptionChangeEvent, 'oldSubscription' | 'newSubscription'>;

/** Nobody is behind these calls: they keep no session alive. The browser's session cookie goes with them. */
const headers = { accept: 'application/json', 'content-type': 'application/json', 'x-trace-background': '1' };

/**
 * Has the server push to the new subscription, if the old one was that of the person who is signed in here. Whatever is in
 * the way, the next page of the portal sees to it; one that did so already has the server know the old one no more.
 */
export async function followPushChange(
  { pushManager }: Pick<ServiceWorkerRegistration, 'pushManager'>,
  { oldSubscription, newSubscription }: PushChange,
): Promise<void> {
  try {
    if (oldSubscription) await inPushTurn(() => follow(pushManager, oldSubscription, newSubscription));
  } catch {
    // Without a network, without permission: there is nobody here to tell.
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
