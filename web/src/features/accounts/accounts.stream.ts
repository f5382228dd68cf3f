import { useStreamEvent } from '#lib/stream/stream-provider.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { accountChangedEvent } from '@trace/contract/accounts/accounts.stream';
import { useCallback } from 'react';

/**
 * Reloads all queries in every tab and browser when the user changes the account. A new time zone changes the counts of
 * every day.
 */
export function useAccountsStream(): void {
  const queryClient = useQueryClient();
  const reload = useCallback(() => void queryClient.invalidateQueries(), [queryClient]);
  useStreamEvent(accountChangedEvent, reload);
}
