import { api } from '#lib/http/api.ts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryOf } from '@trace/contract/kernel/endpoint';
import { getDeskCounts, searchDesk } from '@trace/contract/support-desk/support-desk.api';
import { getDeskDevice, listDeskDevices } from '@trace/contract/support-desk/support-desk.devices.api';
import {
  getDeskCompany,
  getDeskPerson,
  listDeskCompanies,
  listDeskInstallers,
  listDeskUsers,
} from '@trace/contract/support-desk/support-desk.people.api';
import { deskPage } from '@trace/contract/support-desk/support-desk.rules';

const root = 'support-desk';
const limit = deskPage.usual;

/** The paging of every list of staff. The first page has no cursor. */
const paging = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: { next: string | null }) => next ?? undefined,
  placeholderData: keepPreviousData,
};

export const countsQuery = queryOptions({
  queryKey: [root, 'counts'],
  queryFn: ({ signal }) => api.call(getDeskCounts, {}, { signal }),
  refetchInterval: 60_000,
});

export const searchQuery = (search: string) =>
  queryOptions({
    queryKey: [root, 'search', search],
    queryFn: ({ signal }) => api.call(searchDesk, { query: { search } }, { signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });

export type DevicesFilter = Omit<QueryOf<typeof listDeskDevices>, 'after' | 'limit'>;

export const devicesQuery = (filter: DevicesFilter) =>
  infiniteQueryOptions({
    ...paging,
    queryKey: [root, 'devices', filter],
    queryFn: ({ signal, pageParam: after }) =>
      api.call(listDeskDevices, { query: { ...filter, after, limit } }, { signal }),
  });

/** Asked anew each minute, because staff get no event about devices. The default of `refetchInterval` spares a hidden page. */
export const deviceQuery = (serial: string) =>
  queryOptions({
    queryKey: [root, 'device', serial],
    queryFn: ({ signal }) => api.call(getDeskDevice, { params: { serial } }, { signal }),
    refetchInterval: 60_000,
  });

export const companiesQuery = (search: string) =>
  infiniteQueryOptions({
    ...paging,
    queryKey: [root, 'companies', search],
    queryFn: ({ signal, pageParam: after }) =>
      api.call(listDeskCompanies, { query: { search, after, limit } }, { signal }),
  });

export const companyQuery = (id: string) =>
  queryOptions({
    queryKey: [root, 'company', id],
    queryFn: ({ signal }) => api.call(getDeskCompany, { params: { id } }, { signal }),
  });

export type PeopleFilter = Pick<QueryOf<typeof listDeskUsers>, 'search' | 'show'>;

export const peopleQuery = (role: 'user' | 'installer', { search, show }: PeopleFilter) =>
  infiniteQueryOptions({
    ...paging,
    queryKey: [root, 'people', role, search, show],
    queryFn: ({ signal, pageParam: after }) =>
      role === 'user'
        ? api.call(listDeskUsers, { query: { search, show, after, limit } }, { signal })
        : api.call(listDeskInstallers, { query: { search, after, limit } }, { signal }),
  });

export const personQuery = (id: string) =>
  queryOptions({
    queryKey: [root, 'person', id],
    queryFn: ({ signal }) => api.call(getDeskPerson, { params: { id } }, { signal }),
  });
