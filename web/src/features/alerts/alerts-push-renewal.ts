import { api, isRefusal } from '#lib/http/api.ts';
import { inPushTurn } from '#lib/session/push-turn.ts';
import { addBrowser, getAlertSettings, leaveBrowser, renewBrowser } from '@trace/contract/alerts/alerts.settings.api';
import type { AlertSettings, NewBrowser, PushBrowser } from '@trace/contract/alerts/alerts.settings.schema';
import {
  findOwn,
  findRemembered,
  leaveThisBrowser,
  readAbility,
  rememberOwn,
  requirePermission,
  subscribeThisBrowser,
} from './alerts-push-browser.ts';

/**
 * Runs at page start. Ends a subscription of a previous user of this browser. Renews push for a user with push on in
 * this browser, also after the push service replaced the subscription. Shows no permission prompt, because permission
 * already exists. Returns true if push was renewed.
 */
export async function renewPush(): Promise<boolean> {
  try {
    return readAbility() === 'able' && (await inPushTurn(renewIfRemembered));
  } catch {
    // The settings show whether push is on and can turn push on again.
    return false;
  }
}

async function renewIfRemembered(): Promise<boolean> {
  const { push } = await api.call(getAlertSettings, {});
  const own = await findOwn(push.browsers);
  if (own !== null) {
    rememberOwn(own.id);
    return false;
  }
  await leave();
  const known = findRemembered(push.browsers);
  if (known === null) return false;
  rememberOwn((await renew(known.id, await subscribeThisBrowser(push.publicKey))).id);
  return true;
}

/** Called by hand. An existing entry of this browser stays in the user's list. */
export async function turnOnPush(push: AlertSettings['push']): Promise<void> {
  await requirePermission();
  await inPushTurn(async () => {
    const body = await subscribeThisBrowser(push.publicKey);
    rememberOwn((await renewOrAdd(findRemembered(push.browsers), body)).id);
  });
}

/** Stops all push messages to this browser, whichever user subscribed. */
export const leavePush = (): Promise<void> => inPushTurn(leave);

const leave = (): Promise<void> => leaveThisBrowser((body) => api.call(leaveBrowser, { body }));

const renew = (id: string, body: NewBrowser): Promise<PushBrowser> => api.call(renewBrowser, { params: { id }, body });

async function renewOrAdd(known: PushBrowser | null, body: NewBrowser): Promise<PushBrowser> {
  try {
    if (known !== null) return await renew(known.id, body);
  } catch (error) {
    // Another browser turned this entry off while this page was open, so a new entry is added.
    if (!isRefusal(error, 'not_found')) throw error;
  }
  return api.call(addBrowser, { body });
}
