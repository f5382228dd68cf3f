import { api, failureWords } from '#lib/http/api.ts';
import { useRequestId } from '#lib/http/request-id.ts';
import { pageData } from '#lib/stream/page-data.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import {
  assignTicket,
  createStaffTicket,
  listTicketQueue,
  readStaffTicket,
  setTicketStatus,
  writeStaffMessage,
} from '@trace/contract/tickets/staff/tickets.staff.api';
import type {
  NewStaffTicket,
  StaffConversation,
  TicketFilter,
} from '@trace/contract/tickets/staff/tickets.staff.schema';
import { staffTicketsTexts as texts } from '@trace/contract/tickets/staff/tickets.staff.texts';
import { ticketRules } from '@trace/contract/tickets/tickets.rules';
import type { TicketStatus } from '@trace/contract/tickets/tickets.schema';
import { ticketsTexts } from '@trace/contract/tickets/tickets.texts';
import { ticketsKey } from '../tickets.queries.ts';

export interface QueueFilter {
  readonly search: string;
  /** Null: all. */
  readonly status: TicketFilter | null;
}

const queueKey = [...ticketsKey, 'queue'] as const;

export const ticketQueueQuery = ({ search, status }: QueueFilter) =>
  infiniteQueryOptions({
    queryKey: [...queueKey, search, status],
    queryFn: ({ signal, pageParam: after }) => {
      const query = { search: search || undefined, status: status ?? undefined, after, limit: ticketRules.pageSize };
      return api.call(listTicketQueue, { query }, { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    ...pageData,
  });

export const staffTicketQuery = (id: string) =>
  queryOptions({
    queryKey: [...ticketsKey, 'staff', id],
    queryFn: ({ signal }) => api.call(readStaffTicket, { params: { id } }, { signal }),
    ...pageData,
  });

/** The answer of a change is the ticket as it is now. The queue is loaded again. */
function show(queryClient: QueryClient, id: string, conversation: StaffConversation): Promise<void> {
  queryClient.setQueryData(staffTicketQuery(id).queryKey, conversation);
  return queryClient.invalidateQueries({ queryKey: queueKey });
}

export function useSetTicketStatus(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (status: TicketStatus) => api.call(setTicketStatus, { params: { id }, body: { status } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: (conversation, status) => {
      showToast({ tone: 'done', about: `ticket ${id}`, text: texts.statusUpdated(status) });
      return show(queryClient, id, conversation);
    },
    onError: (error) =>
      showToast({ tone: 'failed', about: `ticket ${id}`, title: texts.statusFailed, text: failureWords(error) }),
  });
}

export function useAssignTicket(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (assigneeId: string | null) => api.call(assignTicket, { params: { id }, body: { assigneeId } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: (conversation) => show(queryClient, id, conversation),
    onError: (error) =>
      showToast({ tone: 'failed', about: `ticket ${id}`, title: texts.assignFailed, text: failureWords(error) }),
  });
}

/** The form keeps the typed text and shows a failure itself. */
export function useWriteStaffMessage(id: string) {
  const queryClient = useQueryClient();
  const { idOf, forget } = useRequestId();
  return useMutation({
    mutationFn: (body: { kind: 'answer' | 'note'; text: string; attachmentIds: string[] }) =>
      api.call(writeStaffMessage, { params: { id }, body: { id: idOf(body), ...body } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: (conversation) => {
      forget();
      return show(queryClient, id, conversation);
    },
  });
}

/** The dialog keeps the typed text and shows a failure itself. */
export function useCreateStaffTicket() {
  const queryClient = useQueryClient();
  const { idOf, forget } = useRequestId();
  return useMutation({
    mutationFn: (body: NewStaffTicket) => api.call(createStaffTicket, { body: { id: idOf(body), ...body } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: ({ number }) => {
      forget();
      showToast({ tone: 'done', about: ticketsTexts.title, text: texts.created(number) });
      return queryClient.invalidateQueries({ queryKey: queueKey });
    },
  });
}
