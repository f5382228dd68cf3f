import { useStreamEvent } from '#lib/stream/stream-provider.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { companyChangedEvent } from '@trace/contract/companies/companies.stream';
import { useCallback } from 'react';
import { reloadCompanies } from './companies.queries.ts';

/** COMP-10: reloads the company's data on every open page when the company or its people change. */
export function useCompaniesStream(): void {
  const queryClient = useQueryClient();
  const reload = useCallback(() => void reloadCompanies(queryClient), [queryClient]);
  useStreamEvent(companyChangedEvent, reload);
}
