import { api } from '#lib/http/api.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createTicket } from '@trace/contract/tickets/tickets.api';
import type { NewTicket } from '@trace/contract/tickets/tickets.schema';

/** Sends a support ticket. The dialog keeps the typed text and shows a failure itself. */
export function useCreateTicket() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewTicket) => api.call(createTicket, { body }),
    meta: { isFailureShownInPlace: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['tickets'] }),
  });
}
