import { api } from '#lib/http/api.ts';
import { ownCompanyQuery } from './companies.own.queries.ts';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { getInvitationLink, listMembers } from '@trace/contract/companies/companies.api';
import type { Company, InvitationLink } from '@trace/contract/companies/companies.schema';

const root = 'companies';

/** The owner, the employees and the invited. */
export const membersQuery = (id: string) =>
  queryOptions({
    queryKey: [root, id, 'members'],
    meta: { offlineRoles: ['installer'] },
    queryFn: ({ signal }) => api.call(listMembers, { params: { id } }, { signal }),
    select: ({ members }) => members,
  });

/** The link that works now, or none. */
export const invitationLinkQuery = (id: string) =>
  queryOptions({
    queryKey: [root, id, 'link'],
    queryFn: ({ signal }) => api.call(getInvitationLink, { params: { id } }, { signal }),
    select: ({ link }) => link,
  });

/** Reloads all company data after a change of membership. */
export function reloadCompanies(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [root] });
}

/** Writes the server's answer to the cache, so that the page shows the new state before the reload. */
export function rememberCompany(queryClient: QueryClient, company: Company): void {
  queryClient.setQueryData(ownCompanyQuery.queryKey, (before) => {
    const relation = before?.own?.relation === 'member' ? ('member' as const) : ('owner' as const);
    return { invitations: before?.invitations ?? [], own: { relation, company } };
  });
}

export function rememberLink(queryClient: QueryClient, id: string, link: InvitationLink): void {
  queryClient.setQueryData(invitationLinkQuery(id).queryKey, { link });
}
