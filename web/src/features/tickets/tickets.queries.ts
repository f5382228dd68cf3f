import { api } from '#lib/http/api.ts';
import { useRequestId } from '#lib/http/request-id.ts';
import { pageData } from '#lib/stream/page-data.ts';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { createTicket, listTickets, readTicket, replyToTicket } from '@trace/contract/tickets/tickets.api';
import { ticketRules } from '@trace/contract/tickets/tickets.rules';
import type { NewTicket } from '@trace/contract/tickets/tickets.schema';

export const ticketsKey = ['tickets'] as const;

/** The person's own tickets, newest first. */
export const ownTicketsQuery = infiniteQueryOptions({
  queryKey: [...ticketsKey, 'own'],
  queryFn: ({ signal, pageParam: after }) =>
    api.call(listTickets, { query: { after, limit: ticketRules.pageSize } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
  ...pageData,
});

export const ownTicketQuery = (id: string) =>
  queryOptions({
    queryKey: [...ticketsKey, 'own', id],
    queryFn: ({ signal }) => api.call(readTicket, { params: { id } }, { signal }),
    ...pageData,
  });

/** Sends a support ticket. The dialog keeps the typed text and shows a failure itself. */
export function useCreateTicket() {
  const queryClient = useQueryClient();
  const { idOf, forget } = useRequestId();
  return useMutation({
    mutationFn: (body: NewTicket & { attachmentIds: string[] }) =>
      api.call(createTicket, { body: { id: idOf(body), ...body } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: () => {
      forget();
      return queryClient.invalidateQueries({ queryKey: ticketsKey });
    },
  });
}

/** Adds a reply. The form keeps the typed text and shows a failure itself. */
export function useReplyToTicket(id: string) {
  const queryClient = useQueryClient();
  const { idOf, forget } = useRequestId();
  return useMutation({
    mutationFn: (body: { text: string; attachmentIds: string[] }) =>
      api.call(replyToTicket, { params: { id }, body: { id: idOf(body), ...body } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: (conversation) => {
      forget();
      queryClient.setQueryData(ownTicketQuery(id).queryKey, conversation);
      return queryClient.invalidateQueries({ queryKey: ownTicketsQuery.queryKey, exact: true });
    },
  });
}
