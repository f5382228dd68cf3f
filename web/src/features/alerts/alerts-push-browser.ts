import { fingerprintOf } from '#lib/fingerprint.ts';
import { pushBrowsersEntry } from '#lib/offline/preserve-on-sign-out.ts';
import { SECOND_MS } from '@trace/contract/kernel/time';
import type { LeftBrowser, NewBrowser, PushBrowser } from '@trace/contract/alerts/alerts.settings.schema';
import { deviceInWords } from '@trace/contract/auth/sessions/auth.sessions.rules';

/** Whether this browser can receive push messages, and the obstacle otherwise. */
export type PushAbility = 'able' | 'denied' | 'ios' | 'unsupported';

/** The number of remembered users of a shared browser. A user beyond this number turns push on by hand. */
const MOST_REMEMBERED = 10;

const READY_WITHIN_MS = 10 * SECOND_MS;

export function readAbility(): PushAbility {
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (isAble) return Notification.permission === 'denied' ? 'denied' : 'able';
  // On iOS, only a portal on the home screen may request permission.
  return /iPhone|iPad|iPod/.test(navigator.userAgent) ? 'ios' : 'unsupported';
}

/** Finds the entry that receives push messages in this browser: active, and with the browser's current subscription. */
export async function findOwn(browsers: readonly PushBrowser[]): Promise<PushBrowser | null> {
  const subscription = await findSubscription();
  if (subscription === null) return null;
  const own = await fingerprintOf(subscription.endpoint);
  return browsers.find(({ fingerprint, isPaused }) => !isPaused && fingerprint === own) ?? null;
}

/**
 * Finds the entry that this browser had for the user, even if its subscription changed. Entries that the user turned
 * off are not found.
 */
export function findRemembered(browsers: readonly PushBrowser[]): PushBrowser | null {
  const remembered = listRemembered();
  return browsers.find(({ id }) => remembered.includes(id)) ?? null;
}

export function rememberOwn(id: string): void {
  const others = listRemembered().filter((other) => other !== id);
  writeRemembered([id, ...others].slice(0, MOST_REMEMBERED));
}

export const forgetOwn = (id: string): void => writeRemembered(listRemembered().filter((other) => other !== id));

/** Rejects when the user denies permission. The browser does not ask a user who has already allowed notifications. */
export async function requirePermission(): Promise<void> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') throw new Error('notifications are not allowed');
}

/** Shows no permission prompt: the permission must already exist. */
export async function subscribeThisBrowser(publicKey: string): Promise<NewBrowser> {
  const { pushManager } = await readyWorker();
  // Removes a subscription made with another key or for the previous user of this browser.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  return { ...asLeft(subscription), name: deviceInWords(navigator.userAgent) };
}

export async function unsubscribeThisBrowser(): Promise<void> {
  await (await findSubscription())?.unsubscribe();
}

/** Ends the current subscription and has `tell` report this to the server. Either step alone stops the messages. */
export async function leaveThisBrowser(unsubscribe: (browser: LeftBrowser) => Promise<unknown>): Promise<void> {
  const subscription = await findSubscription();
  if (subscription === null) return;
  await Promise.allSettled([unsubscribe(asLeft(subscription)), subscription.unsubscribe()]);
}

async function findSubscription(): Promise<PushSubscription | null> {
  if (readAbility() !== 'able') return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** The server refuses a subscription without keys. */
function asLeft(subscription: PushSubscription): LeftBrowser {
  const { endpoint = '', keys = {} } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } };
}

/** Without a service worker (in development or on an insecure address), `ready` would never resolve. */
function readyWorker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('there is no service worker')), READY_WITHIN_MS);
  });
  return Promise.race([navigator.serviceWorker.ready, late]);
}

const listRemembered = (): string[] => localStorage.getItem(pushBrowsersEntry)?.split(' ').filter(Boolean) ?? [];

const writeRemembered = (ids: readonly string[]): void => localStorage.setItem(pushBrowsersEntry, ids.join(' '));
