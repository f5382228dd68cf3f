import { api } from '#lib/http/api.ts';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { getInvitationLink, getOwnCompany, listMembers } from '@trace/contract/companies/companies.api';
import type { Company, InvitationLink } from '@trace/contract/companies/companies.schema';

const root = 'companies';

/** The company of the person who asks, and the invitations that wait for their answer. */
export const ownCompanyQuery = queryOptions({
  queryKey: [root, 'own'],
  meta: { offlineRoles: ['installer'] },
  queryFn: ({ signal }) => api.call(getOwnCompany, {}, { signal }),
});

/** The owner, the employees and the invited. */
export const membersQuery = (id: string) =>
  queryOptions({
    queryKey: [root, id, 'members'],
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

/** Everything about companies is asked for anew: who belongs where has changed. */
export function reloadCompanies(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [root] });
}

/** What the server just answered stands on the page before it is asked again. */
export function rememberCompany(queryClient: QueryClient, company: Company): void {
  queryClient.setQueryData(ownCompanyQuery.queryKey, (before) => {
    const relation = before?.own?.relation === 'member' ? ('member' as const) : ('owner' as const);
    return { invitations: before?.invitations ?? [], own: { relation, company } };
  });
}

export function rememberLink(queryClient: QueryClient, id: string, link: InvitationLink): void {
  queryClient.setQueryData(invitationLinkQuery(id).queryKey, { link });
}
