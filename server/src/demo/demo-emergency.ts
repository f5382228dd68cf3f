import { setTimeout as wait } from 'node:timers/promises';
import { updateProfile } from '@trace/contract/accounts/accounts.api';
import { reconfigureDevice } from '@trace/contract/device-setup/device-setup.api';
import { saveHubReporting } from '@trace/contract/hub-receiver/hub-receiver.api';
import { listHubs, signInToHubs } from '@trace/contract/hubs/hubs.api';
import { createApiClient } from '@trace/contract/kernel/client';
import { addPanicContact, listPanicContacts } from '@trace/contract/panic-contacts/panic-contacts.api';
import { answerPanicConsent } from '@trace/contract/panic-contacts/consent/panic-contacts.consent.api';
import type { NewContact } from '@trace/contract/panic-contacts/panic-contacts.schema';
import { STAND_IN_PASSWORD } from '@trace/stand-ins/alarm-hub/stand-in';
import type { RunningServer } from '../server.ts';
import { actAs } from './demo-client.ts';
import { keepDemoHub, readDemoHub } from './demo-hub-events.ts';
import type { DemoInbox } from './demo-inbox.ts';
import type { DemoPerson } from './demo-people.ts';

/** Mia's van, which is linked to the hub of her home. */
const SERIAL = 'Trace_4F21';
const PHONE = '+61491570156';
const HUB_ACCOUNT = 'novak@hub.example';

const contactsOf = (jonas: DemoPerson): readonly NewContact[] => [
  { name: 'Jonas Weber', email: jonas.email, phone: null, channels: ['push', 'email'] },
  { name: 'Ana Novak', email: 'ana.novak@example.com', phone: '+61491570157', channels: ['sms', 'email'] },
];

const INVITATION = /panic-contact#([\w-]{43})/;
const LOOKS = 100;
const LOOK_EVERY_MS = 100;

interface EmergencySeed {
  readonly server: Pick<RunningServer, 'ownUrl'>;
  readonly people: readonly DemoPerson[];
  readonly directory: string;
  readonly inbox: Pick<DemoInbox, 'list'>;
  /** The texts of SMS to a number, newest first. */
  smsTo(number: string): readonly string[];
}

/** Links Mia's van to a hub that also reports directly, and gives Mia two contacts who agreed. */
export async function seedEmergency(seed: EmergencySeed): Promise<void> {
  const { server, people, directory } = seed;
  const [mia, jonas] = ['Mia', 'Jonas'].map((name) => people.find(({ firstName }) => firstName === name)!);
  await actAs(server, mia!, async (api) => {
    if (readDemoHub(directory) === null) {
      const credentials = { username: HUB_ACCOUNT, password: STAND_IN_PASSWORD };
      const session = await api.call(signInToHubs, { body: { credentials, serialNumber: SERIAL } });
      const [hub] = await api.call(listHubs, { body: session });
      const choice = { handle: session.sessionToken, hubId: hub!.hubId };
      await api.call(reconfigureDevice, { params: { serial: SERIAL }, body: { hub: choice } });
      const { account: number, key } = keepDemoHub(directory, { hubId: hub!.hubId, hubName: hub!.name });
      const settings = { maker: 'ajax', supervisionSec: 60, clockTolerance: 'usual' } as const;
      await api.call(saveHubReporting, { params: { serial: SERIAL }, body: { number, key, ...settings } });
    }
    await api.call(updateProfile, { body: { phone: PHONE } });
    const { contacts } = await api.call(listPanicContacts, {});
    for (const body of contactsOf(jonas!).slice(contacts.length)) {
      await api.call(addPanicContact, { body });
      await agree(seed, body);
    }
  });
}

/** Agrees by the link of each invitation, as the contact would. */
async function agree({ server, inbox, smsTo }: EmergencySeed, { email, phone }: NewContact): Promise<void> {
  const stranger = createApiClient({ baseUrl: server.ownUrl });
  const mailsTo = (address: string): string[] =>
    inbox.list().flatMap(({ recipient, text }) => (recipient === address ? [text] : []));
  const sources = [email && (() => mailsTo(email)), phone && (() => smsTo(phone))].filter(
    (read) => typeof read === 'function',
  );
  for (const read of sources) {
    const token = await untilFound(() => read().flatMap((text) => INVITATION.exec(text)?.[1] ?? [])[0]);
    await stranger.call(answerPanicConsent, { body: { token, agrees: true, allowsDrills: true } });
  }
}

async function untilFound(read: () => string | undefined): Promise<string> {
  for (let look = 0; look < LOOKS; look += 1) {
    const found = read();
    if (found !== undefined) return found;
    await wait(LOOK_EVERY_MS);
  }
  throw new Error('the invitation of a panic contact did not arrive');
}
