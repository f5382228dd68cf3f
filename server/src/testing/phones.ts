import { addPhone } from '@trace/contract/phones/phones.api';
import { osmandAddress, type PhoneKey } from '@trace/contract/phones/phones.rules';
import type { Portal, SignedIn } from './portal.ts';

/** Adds a phone and answers its key, with the address of the test's server. */
export async function addedPhone(portal: Portal, user: SignedIn, name = 'My phone'): Promise<PhoneKey> {
  return { ...(await user.api.call(addPhone, { body: { name } })), portalUrl: portal.url };
}

/** Reports by the OsmAnd protocol, as Traccar Client does. */
export function reportBy(
  key: PhoneKey,
  report: Record<string, string | number>,
  init?: RequestInit,
): Promise<Response> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(report)) query.set(name, String(value));
  return fetch(`${osmandAddress(key)}?${query.toString()}`, { method: 'POST', ...init });
}
