// A portal with a mail server, an SMS gateway and a push service of our own.
import { addPanicContact, listPanicContacts } from '@trace/contract/panic-contacts/panic-contacts.api';
import { answerPanicConsent } from '@trace/contract/panic-contacts/consent/panic-contacts.consent.api';
import type { NewContact, PanicContact } from '@trace/contract/panic-contacts/panic-contacts.schema';
import { addBrowser, getAlertSettings } from '@trace/contract/alerts/alerts.settings.api';
import { startSmsStandIn, STAND_IN_SMS_TOKEN, type SmsStandIn } from '@trace/stand-ins/sms/stand-in';
import type { Config } from '#server/config/config';
import { eventually } from '#testing/eventually';
import { startPortal, type Portal, type SignedIn } from '#testing/portal';
import { startMailServer, type MailServer } from '#testing/stand-ins/mail-server';
import { startPushService, type PushService, type TestBrowser } from '#testing/stand-ins/push-service';

export interface PanicContactsWorld {
  portal: Portal;
  mails: MailServer;
  sms: SmsStandIn;
  pushService: PushService;
  subscribe(person: SignedIn): Promise<TestBrowser>;
  /** Adds a contact with defaults, and returns the contact. */
  add(user: SignedIn, contact: Partial<NewContact>): Promise<PanicContact>;
  /** The token of the newest link in the messages to an address. */
  tokenFor(address: string): Promise<string>;
  /** Adds a contact who agrees at each address. */
  agreed(user: SignedIn, contact: Partial<NewContact>, allowsDrills?: boolean): Promise<PanicContact>;
  stop(): Promise<void>;
}

const TOKEN = /panic-contact#([\w.-]+)/g;

/** @param onConfig gets the configuration, for another process on the same database */
export async function startPanicContactsWorld(
  onConfig: (config: Config) => void = () => {},
  settings: Readonly<Record<string, string>> = {},
): Promise<PanicContactsWorld> {
  const [mails, sms] = [await startMailServer(), await startSmsStandIn()];
  const pushService = await startPushService(
    async () => (await (await portal.person()).api.call(getAlertSettings, {})).push.publicKey,
  );
  const { origin, ca } = pushService;
  const gateway = { SMS_GATEWAY_URL: sms.url, SMS_GATEWAY_TOKEN: STAND_IN_SMS_TOKEN, SMS_FROM: 'Trace' };
  const portal = await startPortal({ SMTP_URL: mails.url, ...gateway, ...settings }, (given) => {
    const config = { ...given, push: { keys: null, standIn: { origin, ca } } };
    onConfig(config);
    return config;
  });

  const tokenFor = async (address: string): Promise<string> => {
    await portal.app.jobs.runDue();
    const newest = (): string | undefined =>
      address.includes('@') ? mails.to(address).at(-1)?.text : sms.list().find(({ to }) => to === address)?.text;
    const tokenInNewest = (): string | undefined => [...(newest() ?? '').matchAll(TOKEN)].at(-1)?.[1];
    // Another process may send the message.
    return (await eventually(tokenInNewest, (token) => token !== undefined))!;
  };

  const add = async (user: SignedIn, contact: Partial<NewContact>): Promise<PanicContact> => {
    const body: NewContact = { name: 'Ana', email: null, phone: null, channels: ['email'], ...contact };
    return (await user.api.call(addPanicContact, { body })).contacts.at(-1)!;
  };

  return {
    ...{ portal, mails, sms, pushService, add, tokenFor },
    async subscribe(person) {
      const browser = pushService.subscribe();
      await person.api.call(addBrowser, { body: browser.subscription });
      return browser;
    },
    async agreed(user, contact, allowsDrills = false) {
      const { id, email, phone } = await add(user, contact);
      for (const address of [email, phone]) {
        if (address === null) continue;
        const token = await tokenFor(address.value);
        await portal.stranger.call(answerPanicConsent, { body: { token, agrees: true, allowsDrills } });
      }
      const { contacts } = await user.api.call(listPanicContacts, {});
      return contacts.find((each) => each.id === id)!;
    },
    async stop() {
      await portal.stop();
      await pushService.stop();
      await mails.stop();
      await sms.stop();
    },
  };
}
