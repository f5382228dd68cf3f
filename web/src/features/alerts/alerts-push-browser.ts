import { SECOND_MS } from '@trace/contract/kernel/time';
import {
  leftBrowserSchema,
  newBrowserSchema,
  type LeftBrowser,
  type NewBrowser,
  type PushBrowser,
} from '@trace/contract/alerts/alerts.settings.schema';
import { deviceInWords } from '@trace/contract/auth/auth.sessions.rules';

/** Whether this browser can get pushed messages, and what stands in the way. */
export type PushAbility = 'able' | 'denied' | 'ios' | 'unsupported';

/** Which of the person's browsers this one is: nothing that is worth anything to somebody else. */
const OWN_ID = 'trace-push-browser';

const READY_WITHIN_MS = 10 * SECOND_MS;

export function readAbility(): PushAbility {
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (isAble) return Notification.permission === 'denied' ? 'denied' : 'able';
  // There, only a portal on the home screen may ask for it.
  return /iPhone|iPad|iPod/.test(navigator.userAgent) ? 'ios' : 'unsupported';
}

export const nameOfThisBrowser = (): string => deviceInWords(navigator.userAgent);

/** The subscription of this browser, if the person who is signed in has made it. */
export async function findOwn(browsers: readonly PushBrowser[]): Promise<PushBrowser | null> {
  if (readAbility() !== 'able') return null;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return null;
  return browsers.find(({ id, rests }) => !rests && id === localStorage.getItem(OWN_ID)) ?? null;
}

export const rememberOwn = (id: string): void => localStorage.setItem(OWN_ID, id);

/** Asks the person, unless they have allowed it before, and subscribes. Rejects when they do not allow it. */
export async function subscribeThisBrowser(publicKey: string): Promise<NewBrowser> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') throw new Error('notifications are not allowed');
  const { pushManager } = await readyWorker();
  // One that was made with another key, or for whoever used this browser before.
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint, keys } = subscription.toJSON();
  return newBrowserSchema.parse({
    endpoint,
    keys: { p256dh: keys?.['p256dh'], auth: keys?.['auth'] },
    name: nameOfThisBrowser(),
  });
}

export async function unsubscribeThisBrowser(): Promise<void> {
  localStorage.removeItem(OWN_ID);
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

/** Ends whatever subscription there is, and has `tell` say so to the server: either alone keeps messages away. */
export async function leaveThisBrowser(tell: (browser: LeftBrowser) => Promise<unknown>): Promise<void> {
  localStorage.removeItem(OWN_ID);
  if (readAbility() !== 'able') return;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (!subscription) return;
  const { endpoint, keys } = subscription.toJSON();
  const browser = leftBrowserSchema.parse({ endpoint, keys: { p256dh: keys?.['p256dh'], auth: keys?.['auth'] } });
  await Promise.allSettled([tell(browser), subscription.unsubscribe()]);
}

/** Where there is none (development, no secure address) it would never be ready. */
function readyWorker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('there is no service worker')), READY_WITHIN_MS);
  });
  return Promise.race([navigator.serviceWorker.ready, late]);
}
