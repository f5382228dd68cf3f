import { api } from '#lib/api.ts';
import { addBrowser, getAlertSettings, leaveBrowser } from '@trace/contract/alerts/alerts.settings.api';
import {
  findOwn,
  leaveThisBrowser,
  nameOfThisBrowser,
  readAbility,
  rememberOwn,
  subscribeThisBrowser,
} from './alerts-push-browser.ts';

/**
 * At the start of a page: what somebody else subscribed here before ends, and who had push on in this browser gets it
 * back. Nobody is asked: it is allowed already.
 */
export async function renewPush(): Promise<void> {
  try {
    if (readAbility() !== 'able') return;
    const { push } = await api.call(getAlertSettings, {});
    if ((await findOwn(push.browsers)) !== null) return;
    await leavePush();
    if (!push.browsers.some(({ name }) => name === nameOfThisBrowser())) return;
    rememberOwn((await api.call(addBrowser, { body: await subscribeThisBrowser(push.publicKey) })).id);
  } catch {
    // The settings say whether push is on, and turn it on again.
  }
}

/** Nothing is pushed to this browser any more, whoever subscribed it. */
export const leavePush = (): Promise<void> => leaveThisBrowser((body) => api.call(leaveBrowser, { body }));
