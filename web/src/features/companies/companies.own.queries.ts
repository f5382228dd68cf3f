import { api } from '#lib/http/api.ts';
import { queryOptions } from '@tanstack/react-query';

/**
 * The current user's company, and the invitations that wait for the user's answer. Loads its endpoint on demand, because
 * the frame of every page of a user asks for the brand.
 */
export const ownCompanyQuery = queryOptions({
  queryKey: ['companies', 'own'],
  meta: { offlineRoles: ['user', 'installer'] },
  queryFn: async ({ signal }) => {
    const { getOwnCompany } = await import('@trace/contract/companies/companies.api');
    return api.call(getOwnCompany, {}, { signal });
  },
});
