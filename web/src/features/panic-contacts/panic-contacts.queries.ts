import { api, failureWords } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  addPanicContact,
  changePanicContact,
  invitePanicContact,
  listPanicContacts,
  orderPanicContacts,
  removePanicContact,
  savePanicSettings,
  testOwnPhone,
  testPanicContact,
} from '@trace/contract/panic-contacts/panic-contacts.api';
import type {
  NewContact,
  PanicContact,
  PanicContacts,
  PanicSettingsChange,
} from '@trace/contract/panic-contacts/panic-contacts.schema';
import { panicContactsTexts as texts } from '@trace/contract/panic-contacts/panic-contacts.texts';

/** How often the card asks whether an invited contact has answered. */
const ANSWER_MS = 20_000;

const isWaiting = ({ email, phone }: PanicContact): boolean => email?.state === 'invited' || phone?.state === 'invited';

export const panicContactsQuery = queryOptions({
  queryKey: ['panic-contacts'],
  queryFn: ({ signal }) => api.call(listPanicContacts, {}, { signal }),
  // Contacts answer without a session, so no event tells of it. Back from another tab, the page asks again.
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => (data?.contacts.some(isWaiting) ? ANSWER_MS : false),
});

/** A change answers the whole list. The card or dialog shows a failure itself. */
function useChange<Input>(send: (input: Input) => Promise<PanicContacts>, onDone?: (input: Input) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    meta: { isFailureShownInPlace: true },
    // Changes in quick succession, such as of the order, are saved in their order.
    scope: { id: 'panic-contacts' },
    onSuccess: (contacts, input) => {
      queryClient.setQueryData(panicContactsQuery.queryKey, contacts);
      onDone?.(input);
    },
  });
}

const done = (text: string): void => showToast({ tone: 'done', about: 'panic contacts', text });
export const showContactsFailure = (error: unknown, words: string): void =>
  showToast({ tone: 'failed', about: 'panic contacts', text: failureWords(error, words) });

export const useAddContact = () =>
  useChange(
    (body: NewContact) => api.call(addPanicContact, { body }),
    ({ name }) => done(texts.added(name)),
  );

export const useChangeContact = (id: string) =>
  useChange(
    (body: NewContact) => api.call(changePanicContact, { params: { id }, body }),
    ({ name }) => done(texts.saved(name)),
  );

export const useRemoveContact = () =>
  useChange(
    ({ id }: PanicContact) => api.call(removePanicContact, { params: { id } }),
    ({ name }) => done(texts.removed(name)),
  );

export const useInviteContact = () =>
  useChange(
    ({ id }: PanicContact) => api.call(invitePanicContact, { params: { id } }),
    ({ name }) => done(texts.resent(name)),
  );

export const useOrderContacts = () =>
  useChange((ids: readonly string[]) => api.call(orderPanicContacts, { body: { ids: [...ids] } }));

/** The result of each channel stands in the row. */
export const useTestContact = () => useChange(({ id }: PanicContact) => api.call(testPanicContact, { params: { id } }));

export const useSavePanicSettings = () =>
  useChange((body: PanicSettingsChange) => api.call(savePanicSettings, { body }));

/** The result stands beside the button. */
export const useTestOwnPhone = () =>
  useMutation({ mutationFn: () => api.call(testOwnPhone, {}), meta: { isFailureShownInPlace: true } });
