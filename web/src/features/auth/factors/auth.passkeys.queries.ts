import { api } from '#lib/http/api.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
} from '@trace/contract/auth/factors/auth.passkeys.api';
import type { Door } from '@trace/contract/auth/auth.schema';
import { askPasskey, makePasskey } from './auth-passkey-device.ts';

const passkeysKey = ['auth', 'passkeys'] as const;

export const passkeysQuery = queryOptions({
  queryKey: passkeysKey,
  meta: { offlineRoles: ['user', 'installer'] },
  queryFn: ({ signal }) => api.call(listPasskeys, {}, { signal }),
});

const inPlace = { isFailureShownInPlace: true };

export function useSignInWithPasskey(door: Door) {
  return useMutation({
    mutationFn: async () => {
      const { options } = await api.call(startPasskeySignIn, {});
      return api.call(signInWithPasskey, { body: { answer: await askPasskey(options), door } });
    },
    meta: inPlace,
  });
}

export function useAddPasskey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (name: string) => {
      const { options } = await api.call(startPasskey, {});
      return api.call(addPasskey, { body: { name, answer: await makePasskey(options) } });
    },
    meta: inPlace,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: passkeysKey }),
  });
}

export function useRenamePasskey(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => api.call(renamePasskey, { params: { id }, body: { name } }),
    meta: inPlace,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: passkeysKey }),
  });
}

export function useRemovePasskey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call(removePasskey, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: passkeysKey }),
  });
}
