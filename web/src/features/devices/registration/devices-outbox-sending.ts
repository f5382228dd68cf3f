import { api } from '#lib/http/api.ts';
import { useOffline } from '#lib/offline/offline.ts';
import { usePerson } from '#lib/session/session.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { registerDevice } from '@trace/contract/devices/registration/devices.registration.api';
import { outboxTexts } from '@trace/contract/devices/registration/devices.outbox.texts';
import { registrationTexts } from '@trace/contract/devices/registration/devices.registration.texts';
import { SECOND_MS } from '@trace/contract/kernel/time';
import { useEffect } from 'react';
import { sendWaiting } from './devices-outbox-sender.ts';
import { dropRegistration, keepRegistration, loadOutbox, useOutbox } from './devices-outbox-store.ts';
import { devicesQuery } from '../devices.queries.ts';
import { aboutRegistration } from './devices.register.queries.ts';

/** Not every browser reports that the network is back, so sending is retried at this interval. */
const TRY_EVERY_MS = 20 * SECOND_MS;
/** Two tabs would send the same twice: harmless, and told twice. */
const LOCK = 'trace-outbox';

/** Sends registrations made without signal as soon as the network is back (PWA-01). */
export function useOutboxSender(): void {
  const { id } = usePerson();
  const queryClient = useQueryClient();
  const isOffline = useOffline() !== null;
  const hasWaiting = useOutbox().some(({ refusal }) => refusal === null);
  useEffect(() => void loadOutbox(id).catch(ignored), [id]);
  useEffect(() => {
    if (!hasWaiting || isOffline) return undefined;
    const attempt = () => void sendOutbox(id, queryClient).catch(ignored);
    attempt();
    const timer = setInterval(attempt, TRY_EVERY_MS);
    addEventListener('online', attempt);
    return () => {
      clearInterval(timer);
      removeEventListener('online', attempt);
    };
  }, [id, queryClient, hasWaiting, isOffline]);
}

const ignored = () => {
  // A browser without storage has no waiting registrations.
};

async function sendOutbox(accountId: string, queryClient: QueryClient): Promise<void> {
  await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    await sendWaiting(await loadOutbox(accountId), {
      send: ({ id, serialNumber, nickname, claimCode, sim }) =>
        api.call(registerDevice, { body: { serialNumber, nickname, claimCode, sim, hub: null, registrationId: id } }),
      onSent: async (entry) => {
        await dropRegistration(entry);
        const text = registrationTexts.registeredForTracking(entry.serialNumber);
        showToast({ tone: 'done', about: aboutRegistration(entry.serialNumber), text });
        await queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey });
      },
      onRefused: async (entry, words) => {
        await keepRegistration({ ...entry, refusal: words });
        const text = `${entry.serialNumber}: ${words}`;
        const about = aboutRegistration(entry.serialNumber);
        showToast({ tone: 'failed', about, title: outboxTexts.refusedTitle, text });
      },
    });
  });
}
