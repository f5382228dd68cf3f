// Gives the people of the canary fault secrets of every kind: each through the door that people use.
import { createECDH, randomBytes } from 'node:crypto';
import { addBrowser } from '@trace/contract/alerts/alerts.settings.api';
import { confirmSecondFactor, startSecondFactor } from '@trace/contract/auth/factors/auth.second-factor.api';
import { requestReset } from '@trace/contract/auth/sign-up/auth.reset.api';
import { createCompany, makeInvitationLink, uploadLogo } from '@trace/contract/companies/companies.api';
import { reconfigureDevice } from '@trace/contract/device-setup/device-setup.api';
import { addRegistryEntry } from '@trace/contract/devices/registry/devices.registry.api';
import { saveHubReporting } from '@trace/contract/hub-receiver/hub-receiver.api';
import { signInToHubs } from '@trace/contract/hubs/hubs.api';
import { addPanicContact } from '@trace/contract/panic-contacts/panic-contacts.api';
import { addPhone } from '@trace/contract/phones/phones.api';
import type { PortalClient } from '../people/portal-client.ts';
import type { Receivers } from '../outside/receivers.ts';
import { holdsWithin } from '../until.ts';
import { nameOf, STAFF, type Person } from './people.ts';
import type { Tenant } from './phases.ts';
import { totpCode } from './totp.ts';

export interface Secret {
  readonly kind: string;
  readonly text: string;
  /** The person who may see the text in answers. Null: answers never contain the text. */
  readonly owner: string | null;
  /** The columns that hold the text unsealed, because the product sends messages to that address. */
  readonly columns?: readonly string[];
}

/** push services accept only messages that are signed with the portal's sealed key. */
const PUSH_COLUMNS = ['alert_browser.endpoint', 'alert_browser.p256dh', 'alert_browser.auth'];
/** A grey picture of 8 × 8 pixels. */
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAD0lEQVR4nGNwwAEYhpYEAMHWMAGbZrqqAAAAAElFTkSuQmCC',
  'base64',
);
const CONTACT_COLUMNS = ['panic_contact_address.address'];

/** Secrets of one tenant's device and people. */
export async function plantTenant(
  { number, serial }: Tenant,
  person: (name: string) => Person,
  receivers: Receivers,
): Promise<Secret[]> {
  const [installer, premium, free] = (['installer', 'premium', 'free'] as const).map((kind) =>
    person(nameOf(number, kind)),
  ) as [Person, Person, Person];
  return [
    ...(await plantSettings(number, serial, premium)),
    ...(await plantContact(number, premium, receivers)),
    ...(await plantBrowser(number, premium, receivers)),
    ...(await plantLink(number, installer)),
    ...(await plantRegistry(number, person(STAFF))),
    ...(await plantPhone(free)),
    ...(await plantReset(free, receivers)),
  ];
}

async function plantSettings(number: number, serial: string, { api }: Person): Promise<Secret[]> {
  const sim = { apn: 'internet', username: `canary-sim-user-${number}`, password: `canary-sim-password-${number}` };
  await api.call(reconfigureDevice, { params: { serial }, body: { sim } });
  const key = randomBytes(16).toString('hex').toUpperCase();
  const account = { number: `CA0${number}`, maker: 'other', supervisionSec: 86_400, clockTolerance: 'usual' } as const;
  await api.call(saveHubReporting, { params: { serial }, body: { ...account, key } });
  const hubPassword = `canary-hub-password-${number}`;
  // The service of hubs is away, so the call fails while the server holds the password.
  await api
    .call(signInToHubs, { body: { username: 'canary@example.com', password: hubPassword } })
    .catch(() => undefined);
  return [
    { kind: 'SIM user', text: sim.username, owner: null },
    { kind: 'SIM password', text: sim.password, owner: null },
    { kind: 'key of a hub', text: key, owner: null },
    { kind: 'hub password', text: hubPassword, owner: null },
  ];
}

async function plantContact(number: number, { api, name }: Person, receivers: Receivers): Promise<Secret[]> {
  const phone = `+6149157${String(100 + number).padStart(4, '0')}`;
  const body = { name: 'Nora Novak', email: `canary-contact-${number}@example.org`, phone };
  await api.call(addPanicContact, { body: { ...body, channels: ['email', 'sms'] } });
  return [
    { kind: 'phone number of a contact', text: phone, owner: name, columns: CONTACT_COLUMNS },
    { kind: 'invitation by SMS', text: await tokenFor(receivers, phone), owner: null },
    { kind: 'invitation by email', text: await tokenFor(receivers, body.email), owner: null },
  ];
}

async function plantBrowser(number: number, { api, name }: Person, { push }: Receivers): Promise<Secret[]> {
  const endpoint = `${push.origin}/canary-push-${number}-${randomBytes(16).toString('hex')}`;
  const keys = {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  await api.call(addBrowser, { body: { endpoint, keys, name: 'Canary browser' } });
  return [
    { kind: 'push address', text: endpoint, owner: name, columns: PUSH_COLUMNS },
    { kind: 'push key', text: keys.p256dh, owner: name, columns: PUSH_COLUMNS },
    { kind: 'push secret', text: keys.auth, owner: null, columns: PUSH_COLUMNS },
  ];
}

async function plantLink(number: number, { api, name }: Person): Promise<Secret[]> {
  const { logoId } = await api.call(uploadLogo, { body: LOGO });
  const details = { phone: null, website: null, abnAcn: null, address: null, logoId };
  const body = { name: `Canary Works ${number}`, email: `works-${number}@example.org`, ...details };
  const { id } = await api.call(createCompany, { body });
  const { link } = await api.call(makeInvitationLink, { params: { id } });
  return [{ kind: 'invitation link', text: link.url.split('company_invite=')[1] ?? link.url, owner: name }];
}

async function plantRegistry(number: number, { api }: Person): Promise<Secret[]> {
  const claimCode = `CANARYC0DE${number}${randomBytes(6).toString('hex').toUpperCase()}`;
  await api.call(addRegistryEntry, { body: { serialNumber: `Canary_${number}`, claimCode } });
  return [{ kind: 'claim code', text: claimCode, owner: null }];
}

async function plantPhone({ api, name }: Person): Promise<Secret[]> {
  const { accessKey } = await api.call(addPhone, { body: { name: 'Phone' } });
  return [{ kind: 'secret of a phone', text: accessKey, owner: name }];
}

async function plantReset({ api, email }: Person, receivers: Receivers): Promise<Secret[]> {
  await api.call(requestReset, { body: { email } });
  return [{ kind: 'reset link', text: await tokenFor(receivers, email), owner: null }];
}

/** Turns on two-step sign-in for an account outside the phases, because each later sign-in needs a code. */
export async function plantFactor({ api }: PortalClient): Promise<Secret[]> {
  const { key } = await api.call(startSecondFactor, {});
  const { recoveryCodes } = await api.call(confirmSecondFactor, { body: { code: totpCode(key, Date.now()) } });
  return [
    { kind: 'key of an authenticator', text: key, owner: null },
    ...recoveryCodes.map((text) => ({ kind: 'recovery code', text, owner: null })),
  ];
}

async function tokenFor({ arrivals }: Receivers, to: string): Promise<string> {
  const found = () => arrivals.findLast((arrival) => arrival.to === to && arrival.token !== '')?.token;
  await holdsWithin(10_000, () => found() !== undefined);
  const token = found();
  if (token === undefined) throw new Error(`no message with a link reached ${to.slice(0, 4)}…`);
  return token;
}
