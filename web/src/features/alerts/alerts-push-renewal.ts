import { api } from '#lib/api.ts';
import { addBrowser, getAlertSettings } from '@trace/contract/alerts/alerts.settings.api';
import { findOwn, nameOfThisBrowser, readAbility, rememberOwn, subscribeThisBrowser } from './alerts-push-browser.ts';

/** Subscribes anew in a browser that this person had push on in. Nobody is asked: it is allowed already. */
export async function renewPush(): Promise<void> {
  try {
    if (readAbility() !== 'able') return;
    const { push } = await api.call(getAlertSettings, {});
    const isKnown = push.browsers.some(({ name }) => name === nameOfThisBrowser());
    if (!isKnown || (await findOwn(push.browsers)) !== null) return;
    rememberOwn((await api.call(addBrowser, { body: await subscribeThisBrowser(push.publicKey) })).id);
  } catch {
    // The settings say whether push is on, and turn it on again.
  }
}
