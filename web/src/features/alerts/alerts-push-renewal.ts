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
 * At the start of a page: what somebody else subscribed here before ends, and who had push on in this very browser gets
 * it back, also when the push service has replaced the subscription. Nobody is asked: it is allowed already. True when it
 * was renewed.
 */
export async function renewPush(): Promise<boolean> {
  try {
    return readAbility() === 'able' && (await inPushTurn(renewIfRemembered));
  } catch {
    // The settings say whether push is on, and turn it on again.
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

/** By hand. What this browser was for the person before, it stays in their list. */
export async function turnOnPush(push: AlertSettings['push']): Promise<void> {
  await requirePermission();
  await inPushTurn(async () => {
    const body = await subscribeThisBrowser(push.publicKey);
    rememberOwn((await renewOrAdd(findRemembered(push.browsers), body)).id);
  });
}

/** Nothing is pushed to this browser any more, whoever subscribed it. */
export const leavePush = (): Promise<void> => inPushTurn(leave);

const leave = (): Promise<void> => leaveThisBrowser((body) => api.call(leaveBrowser, { body }));

const renew = (id: string, body: NewBrowser): Promise<PushBrowser> => api.call(renewBrowser, { params: { id }, body });

async function renewOrAdd(known: PushBrowser | null, body: NewBrowser): Promise<PushBrowser> {
  try {
    if (known !== null) return await renew(known.id, body);
  } catch (error) {
    // Turned off from another browser while this page was open: it is a new one.
    if (!isRefusal(error, 'not_found')) throw error;
  }
  return api.call(addBrowser, { body });
}
