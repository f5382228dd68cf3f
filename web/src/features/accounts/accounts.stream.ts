import { useStreamEvent } from '#lib/stream/stream-provider.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { accountChangedEvent } from '@trace/contract/accounts/accounts.stream';
import { useCallback } from 'react';

/** Who changes their account in one tab or browser has it changed in all: by the new zone every day is counted anew. */
export function useAccountsStream(): void {
  const queryClient = useQueryClient();
  const reload = useCallback(() => void queryClient.invalidateQueries(), [queryClient]);
  useStreamEvent(accountChangedEvent, reload);
}
