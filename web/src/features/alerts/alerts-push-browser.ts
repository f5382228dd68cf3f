import { fingerprintOf } from '#lib/fingerprint.ts';
import { pushBrowsersEntry } from '#lib/offline/preserve-on-sign-out.ts';
import { SECOND_MS } from '@trace/contract/kernel/time';
import {
  leftBrowserSchema,
  newBrowserSchema,
  type LeftBrowser,
  type NewBrowser,
  type PushBrowser,
} from '@trace/contract/alerts/alerts.settings.schema';
import { deviceInWords } from '@trace/contract/auth/sessions/auth.sessions.rules';

/** Whether this browser can get pushed messages, and what stands in the way. */
export type PushAbility = 'able' | 'denied' | 'ios' | 'unsupported';

/** People who share a browser; who had push on here longest ago turns it on by hand. */
const MOST_REMEMBERED = 10;

const READY_WITHIN_MS = 10 * SECOND_MS;

export function readAbility(): PushAbility {
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (isAble) return Notification.permission === 'denied' ? 'denied' : 'able';
  // There, only a portal on the home screen may ask for it.
  return /iPhone|iPad|iPod/.test(navigator.userAgent) ? 'ios' : 'unsupported';
}

/** The one that pushed messages reach here: awake, and with the subscription that this browser has now. */
export async function findOwn(browsers: readonly PushBrowser[]): Promise<PushBrowser | null> {
  const subscription = await findSubscription();
  if (subscription === null) return null;
  const own = await fingerprintOf(subscription.endpoint);
  return browsers.find(({ fingerprint, rests }) => !rests && fingerprint === own) ?? null;
}

/** The one that this browser was for the person, whatever became of its subscription; not one that they turned off. */
export function findRemembered(browsers: readonly PushBrowser[]): PushBrowser | null {
  const remembered = listRemembered();
  return browsers.find(({ id }) => remembered.includes(id)) ?? null;
}

export function rememberOwn(id: string): void {
  const others = listRemembered().filter((other) => other !== id);
  writeRemembered([id, ...others].slice(0, MOST_REMEMBERED));
}

export const forgetOwn = (id: string): void => writeRemembered(listRemembered().filter((other) => other !== id));

/** Rejects when the person does not allow it; one who has allowed it before is not asked. */
export async function requirePermission(): Promise<void> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') throw new Error('notifications are not allowed');
}

/** Nobody is asked: it has to be allowed already. */
export async function subscribeThisBrowser(publicKey: string): Promise<NewBrowser> {
  const { pushManager } = await readyWorker();
  // One that was made with another key, or for whoever used this browser before.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  return newBrowserSchema.parse({ ...asLeft(subscription), name: deviceInWords(navigator.userAgent) });
}

export async function unsubscribeThisBrowser(): Promise<void> {
  await (await findSubscription())?.unsubscribe();
}

/** Ends whatever subscription there is, and has `tell` say so to the server: either alone keeps messages away. */
export async function leaveThisBrowser(tell: (browser: LeftBrowser) => Promise<unknown>): Promise<void> {
  const subscription = await findSubscription();
  if (subscription === null) return;
  await Promise.allSettled([tell(asLeft(subscription)), subscription.unsubscribe()]);
}

async function findSubscription(): Promise<PushSubscription | null> {
  if (readAbility() !== 'able') return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

function asLeft(subscription: PushSubscription): LeftBrowser {
  const { endpoint, keys } = subscription.toJSON();
  return leftBrowserSchema.parse({ endpoint, keys: { p256dh: keys?.['p256dh'], auth: keys?.['auth'] } });
}

/** Where there is none (development, no secure address) it would never be ready. */
function readyWorker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('there is no service worker')), READY_WITHIN_MS);
  });
  return Promise.race([navigator.serviceWorker.ready, late]);
}

const listRemembered = (): string[] => localStorage.getItem(pushBrowsersEntry)?.split(' ').filter(Boolean) ?? [];

const writeRemembered = (ids: readonly string[]): void => localStorage.setItem(pushBrowsersEntry, ids.join(' '));
