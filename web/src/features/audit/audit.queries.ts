import { api } from '#lib/http/api.ts';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { listAuditLog } from '@trace/contract/audit/audit.api';

/** The audit log, newest first. While a new search loads, the entries of the one before stay. */
export const auditQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['support', 'audit', search],
    queryFn: ({ signal, pageParam }) =>
      api.call(listAuditLog, { query: { ...(search !== '' && { search }), after: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
