import { addressOf } from '@trace/contract/panic-contacts/panic-contacts.rules';
import type { PeoplePort } from '#features/people/people.port';
import type { ContactLinks } from './panic-contacts.links.service.ts';
import { readContacts } from './panic-contacts.list.service.ts';
import type {
  AddressRemovalHandler,
  AgreedContact,
  ContactEndHandler,
  PanicContactsPort,
} from './panic-contacts.port.ts';
import { findPanicSettings, listWantingDrills } from './panic-contacts.settings.store.ts';
import { lockAgreedAddresses } from './panic-contacts.store.ts';

export function createPanicContactsPort({
  people,
  links,
  endHandlers,
  removalHandlers,
}: {
  people: Pick<PeoplePort, 'profileOf' | 'idsOf'>;
  links: ContactLinks;
  endHandlers: ContactEndHandler[];
  removalHandlers: AddressRemovalHandler[];
}): PanicContactsPort {
  return {
    async agreedOf(executor, userId, forDrill) {
      const contacts = await readContacts(executor, userId);
      const agreed = contacts.flatMap(({ id, name, channels, addresses }): AgreedContact[] => {
        const willing = addresses.filter(
          ({ state, allowsDrills }) => state === 'agreed' && (allowsDrills || !forDrill),
        );
        const of = (kind: 'email' | 'phone') => willing.find((address) => address.kind === kind)?.address ?? null;
        const open = channels.filter((channel) => of(addressOf[channel]) !== null);
        if (open.length === 0) return [];
        return [{ contactId: id, name, accountId: null, email: of('email'), phone: of('phone'), channels: open }];
      });
      const ids = await people.idsOf(
        executor,
        agreed.flatMap(({ email }) => email ?? []),
      );
      return agreed.map((contact) => ({ ...contact, accountId: ids.get(contact.email ?? '') ?? null }));
    },

    lockAgreed: async (tx, contactId) => (await lockAgreedAddresses(tx, contactId)) > 0,

    onEnded: (handler) => void endHandlers.push(handler),
    onAddressRemoved: (handler) => void removalHandlers.push(handler),

    async settingsOf(executor, userId) {
      const settings = await findPanicSettings(executor, userId);
      const profile = await people.profileOf(userId, executor);
      return { ...settings, phone: profile?.phone ?? null };
    },

    wantingDrills: listWantingDrills,

    stopLinkOf: (contactId) => links.stopLinkOf(contactId, 'email'),
  };
}
