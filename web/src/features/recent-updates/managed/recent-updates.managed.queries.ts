import { api, failureWords } from '#lib/http/api.ts';
import { useRequestId } from '#lib/http/request-id.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { managedPageSize } from '@trace/contract/recent-updates/recent-updates.rules';
import {
  createUpdate,
  deleteUpdate,
  editUpdate,
  listManagedUpdates,
} from '@trace/contract/recent-updates/recent-updates.staff.api';
import type { ManagedUpdate, UpdateFields } from '@trace/contract/recent-updates/recent-updates.staff.schema';
import { managedUpdatesTexts as texts } from '@trace/contract/recent-updates/recent-updates.staff.texts';
import { recentUpdatesQuery } from '../recent-updates.queries.ts';

/** All updates, newest published first. */
export const managedUpdatesQuery = infiniteQueryOptions({
  queryKey: ['managed-updates'],
  queryFn: ({ signal, pageParam: after }) =>
    api.call(listManagedUpdates, { query: { after, limit: managedPageSize } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
});

/** A success is announced. The form or the list shows a failure. */
function useChange<Input>(change: (input: Input) => Promise<unknown>, done: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    meta: { isFailureShownInPlace: true },
    onSuccess: () => showToast({ tone: 'done', about: 'updates', text: done }),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: managedUpdatesQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: recentUpdatesQuery.queryKey });
    },
  });
}

/** A second try with the same words has the same id, so that the server publishes nothing twice. */
export function useCreateUpdate() {
  const { idOf, forget } = useRequestId();
  return useChange(async (body: UpdateFields) => {
    await api.call(createUpdate, { body: { id: idOf(body), ...body } });
    forget();
  }, texts.created);
}

/** `version` is the version that the form began with, so that an edit never undoes the edit of a colleague. */
export const useEditUpdate = ({ id, version }: Pick<ManagedUpdate, 'id' | 'version'>) =>
  useChange(
    (fields: UpdateFields) => api.call(editUpdate, { params: { id }, body: { ...fields, version } }),
    texts.saved,
  );

export function useDeleteUpdate() {
  const { mutate, isPending } = useChange(
    ({ id }: ManagedUpdate) => api.call(deleteUpdate, { params: { id } }),
    texts.deleted,
  );
  const complain = (error: Error): void =>
    showToast({ tone: 'failed', about: 'updates', text: texts.deleteFailed(failureWords(error)) });
  return {
    isPending,
    remove: (update: ManagedUpdate, onSettled: () => void) => mutate(update, { onError: complain, onSettled }),
  };
}
