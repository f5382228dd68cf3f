import { formatFileDay } from '#lib/format.ts';
import { api, failureWords, isRefusal } from '#lib/http/api.ts';
import { paths } from '#lib/paths.ts';
import { replaceSession, sessionQuery } from '#lib/session/session.ts';
import { preserveColourScheme } from '#ui/preserve-colour-scheme.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  changeEmail,
  changePassword,
  confirmEmail,
  deleteAccount,
  downloadData,
  getProfile,
  updateProfile,
} from '@trace/contract/accounts/accounts.api';
import type { Profile, ProfileChange } from '@trace/contract/accounts/accounts.schema';
import { accountsTexts as texts } from '@trace/contract/accounts/accounts.texts';
import { signOut } from '@trace/contract/auth/auth.api';
import { signOutKey } from '#lib/session/session-end.ts';
import { saveJson } from './accounts-save-json.ts';

export const profileQuery = queryOptions({
  queryKey: ['account'],
  meta: { offlineRoles: ['user', 'installer'] },
  queryFn: ({ signal }) => api.call(getProfile, {}, { signal }),
});

/** Refreshes other places that show the profile: the name in the sidebar, the zone of the ping counter. */
function keepProfile(queryClient: QueryClient, profile: Profile): void {
  queryClient.setQueryData(profileQuery.queryKey, profile);
  void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: ['ping-quota'] });
}

export function useUpdateProfile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ProfileChange) => api.call(updateProfile, { body }),
    meta: { isFailureShownInPlace: true },
    onSuccess: (profile) => {
      keepProfile(queryClient, profile);
      showToast({ tone: 'done', about: 'profile', text: texts.saved });
    },
    onError: (error) => {
      if (isRefusal(error, 'invalid_input')) return;
      showToast({ tone: 'failed', about: 'profile', title: texts.updateFailed, text: failureWords(error) });
    },
  });
}

export function useChangeEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (email: string) => api.call(changeEmail, { body: { email } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: profileQuery.queryKey }),
  });
}

export function useConfirmEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => api.call(confirmEmail, { body: { code } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: (profile) => {
      keepProfile(queryClient, profile);
      showToast({ tone: 'done', about: 'email', text: texts.emailChanged(profile.email) });
    },
  });
}

export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (password: string) => api.call(changePassword, { body: { password } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: () => {
      showToast({ tone: 'done', about: 'password', text: texts.passwordChanged });
      return queryClient.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
}

export function useDownloadData() {
  return useMutation({
    mutationFn: () => api.call(downloadData, {}),
    meta: { isFailureShownInPlace: true },
    onSuccess: (data) => saveJson(data, texts.downloadName(formatFileDay(String(data['exportedAt'])))),
    onError: (error) => {
      showToast({ tone: 'failed', about: 'download', title: texts.downloadFailed, text: failureWords(error) });
    },
  });
}

export function useDeleteAccount() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationKey: signOutKey,
    mutationFn: (confirmation: string) => api.call(deleteAccount, { body: { confirmation } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: async () => {
      replaceSession(queryClient, null);
      await navigate({ to: paths.landing });
      showToast({ tone: 'done', about: 'account', text: texts.deleted });
      // The session has ended. The response makes the browser clear the cached pages. A failure is no failed deletion.
      await preserveColourScheme(() => api.call(signOut, { query: {} })).catch(() => undefined);
    },
    onError: (error) => {
      if (isRefusal(error, 'invalid_input')) return;
      // A cancelled re-authentication is no case for support.
      const isReasonShown = isRefusal(error, 'conflict') || isRefusal(error, 'proof_required');
      const text = isReasonShown ? failureWords(error) : texts.deleteFailed;
      showToast({ tone: 'failed', about: 'account', text });
    },
  });
}
