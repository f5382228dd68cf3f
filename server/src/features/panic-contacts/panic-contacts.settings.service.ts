import { contactChanges } from '@trace/contract/panic-contacts/panic-contacts.mail.texts';
import { contactChannels } from '@trace/contract/panic-contacts/panic-contacts.rules';
import type { PanicContacts, PanicSettingsChange } from '@trace/contract/panic-contacts/panic-contacts.schema';
import { panicContactsTexts as texts } from '@trace/contract/panic-contacts/panic-contacts.texts';
import type { Actor } from '#platform/actor/actor';
import type { CallOrigin } from '#platform/http/route';
import { Refusal } from '#platform/refusal/refusal';
import { contactIn, type ContactChange } from './panic-contacts.change.service.ts';
import { findPanicSettings, updatePanicSettings } from './panic-contacts.settings.store.ts';
import { updatePlaces } from './panic-contacts.store.ts';

export type PanicSettingsService = ReturnType<typeof createPanicSettingsService>;

/** The order of a user's contacts, repeated invitations, and the user's own settings. */
export function createPanicSettingsService({ change }: { change: ContactChange }) {
  return {
    order: (actor: Actor, origin: CallOrigin, ids: readonly string[]): Promise<PanicContacts> =>
      change.run(actor, async (tx, contacts) => {
        const known = new Set(contacts.map(({ id }) => id));
        const isWhole = ids.length === known.size && ids.every((id) => known.delete(id));
        if (!isWhole) throw new Refusal('conflict', texts.orderChanged);
        await updatePlaces(tx, actor.accountId, ids);
        await change.record(tx, actor, origin, { action: 'order', contactId: null, words: contactChanges.ordered });
      }),

    async invite(actor: Actor, origin: CallOrigin, id: string): Promise<PanicContacts> {
      await change.requirePremium(actor);
      return change.run(actor, async (tx, contacts) => {
        const contact = contactIn(contacts, id);
        const waiting = contact.addresses.filter(({ state }) => state === 'invited');
        if (waiting.length === 0) throw new Refusal('conflict', texts.nothingToInvite);
        await change.record(tx, actor, origin, { action: 'invite', contactId: id, words: null });
        await change.inviteAll(tx, actor, id, waiting);
      });
    },

    save: (actor: Actor, origin: CallOrigin, wanted: PanicSettingsChange): Promise<PanicContacts> =>
      change.run(actor, async (tx) => {
        const before = await findPanicSettings(tx, actor.accountId);
        const { wantsDrills = before.wantsDrills, channels = {} } = wanted;
        await updatePanicSettings(tx, actor.accountId, {
          wantsDrills,
          channels: contactChannels.filter((channel) => channels[channel] ?? before.channels.includes(channel)),
        });
        await change.record(tx, actor, origin, { action: 'settings', contactId: null, words: contactChanges.settings });
      }),
  };
}
