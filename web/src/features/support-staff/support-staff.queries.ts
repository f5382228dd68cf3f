import { api, failureWords } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { WaitingRemoval } from '@trace/contract/auth/factors/auth.second-factor.schema';
import {
  addStaff,
  changeStaff,
  correctStaffEmail,
  listStaff,
  sendPasswordReset,
  sendStaffLink,
} from '@trace/contract/support-staff/support-staff.api';
import { staffTexts as texts } from '@trace/contract/support-staff/support-staff.list.texts';
import { approveRemoval, listRemovals } from '@trace/contract/support-staff/support-staff.removals.api';
import { removalsTexts } from '@trace/contract/support-staff/support-staff.removals.texts';
import { supportResetTexts } from '@trace/contract/support-staff/support-staff.reset.texts';
import { staffRules } from '@trace/contract/support-staff/support-staff.rules';
import type { NewStaff, StaffChange, StaffMember } from '@trace/contract/support-staff/support-staff.schema';

const root = 'support-staff';
const about = 'support staff';

/** Support staff, newest first. */
export const staffQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [root, search],
    queryFn: ({ signal, pageParam }) =>
      api.call(listStaff, { query: { search, after: pageParam, limit: staffRules.pageSize } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });

/** Adds staff. The dialog shows a failure itself. */
export function useAddStaff() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewStaff) => api.call(addStaff, { body }),
    meta: { isFailureShownInPlace: true },
    onSuccess: ({ email }) => {
      showToast({ tone: 'done', about, text: texts.addedToast(email) });
      return queryClient.invalidateQueries({ queryKey: [root] });
    },
  });
}

/** Changes the flags of a staff member, and says so in the words of the change. */
export function useChangeStaff() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ member, change }: { member: StaffMember; change: StaffChange }) =>
      api.call(changeStaff, { params: { id: member.id }, body: change }),
    meta: { isFailureShownInPlace: true },
    onSuccess: (_changed, { member, change }) =>
      showToast({ tone: 'done', about, text: wordsOf(change, member.fullName) }),
    onError: (error) => showToast({ tone: 'failed', about, text: failureWords(error, texts.changeFailed) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [root] }),
  });
}

function wordsOf({ isActive, isAdmin }: StaffChange, name: string): string {
  if (isActive !== undefined) return isActive ? texts.reactivated(name) : texts.deactivated(name);
  return isAdmin ? texts.adminGiven(name) : texts.adminRemoved(name);
}

export function useSendStaffLink() {
  return useMutation({
    mutationFn: ({ id }: StaffMember) => api.call(sendStaffLink, { params: { id } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: (_done, { email }) => showToast({ tone: 'done', about, text: texts.linkSent(email) }),
    onError: (error) => showToast({ tone: 'failed', about, text: failureWords(error, texts.linkFailed) }),
  });
}

/** Corrects the address and sends a new link. The dialog shows a failure itself. */
export function useCorrectStaffEmail({ id }: StaffMember) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (email: string) => api.call(correctStaffEmail, { params: { id }, body: { email } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: ({ email }) => showToast({ tone: 'done', about, text: texts.linkSent(email) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [root] }),
  });
}

/** Loaded again each minute, because no event tells of a request. */
export const removalsQuery = queryOptions({
  queryKey: [root, 'removals'],
  queryFn: ({ signal }) => api.call(listRemovals, {}, { signal }),
  refetchInterval: 60_000,
});

/** Approves that a lost second factor is removed. */
export function useApproveRemoval() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ accountId }: WaitingRemoval) => api.call(approveRemoval, { params: { id: accountId } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: (_done, { name, email }) =>
      showToast({ tone: 'done', about, text: removalsTexts.approved(name || email) }),
    onError: (error) => showToast({ tone: 'failed', about, text: failureWords(error, removalsTexts.approveFailed) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: removalsQuery.queryKey }),
  });
}

/** Sends a reset link. The dialog shows a failure itself. */
export function useSendPasswordReset() {
  return useMutation({
    mutationFn: (body: { email: string; endSessions: boolean }) => api.call(sendPasswordReset, { body }),
    meta: { isFailureShownInPlace: true },
    onSuccess: (_done, { email }) =>
      showToast({ tone: 'done', about: 'password reset', text: supportResetTexts.sent(email) }),
  });
}
