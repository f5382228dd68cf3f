import { usePerson } from '#lib/session/session.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { outboxTexts } from '@trace/contract/devices/registration/devices.outbox.texts';
import { keepable, keepRegistration, type KeptRegistration } from './devices-outbox-store.ts';
import { aboutRegistration, type Registration } from './devices.register.queries.ts';

/**
 * Stores a registration until there is signal (PWA-01). Returns the waiting registration of the same serial instead,
 * unless `mayReplace` is set. If storing fails, shows a toast and rethrows the error.
 */
export function useKeepRegistration() {
  const { id: accountId } = usePerson();
  return {
    keep: async (
      { registrationId, ...registration }: Registration & { registrationId: string },
      mayReplace: boolean,
    ): Promise<KeptRegistration | null> => {
      const entry = keepable(registration, { id: registrationId, accountId, madeAt: Date.now() });
      if (entry === null) throw new Error('what holds a hub or a password is not kept');
      const about = aboutRegistration(entry.serialNumber);
      let other: KeptRegistration | null;
      try {
        other = await keepRegistration(entry, mayReplace);
      } catch (error) {
        showToast({ tone: 'failed', about, text: outboxTexts.notKept });
        throw error;
      }
      if (other === null) showToast({ tone: 'info', about, text: outboxTexts.kept(entry.serialNumber) });
      return other;
    },
  };
}
