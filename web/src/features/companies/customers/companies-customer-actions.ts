import { api, failureWords } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { listCustomers, removeCustomer, type Customer } from '@trace/contract/companies/companies.customers.api';
import { CUSTOMER_PAGE_SIZE } from '@trace/contract/companies/companies.rules';
import { companyCustomersTexts as texts } from '@trace/contract/companies/companies.customers.texts';
import { reloadCompanies } from '../companies.queries.ts';

/** The users who joined by the link, newest first. */
export const customersQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['companies', id, 'customers'],
    queryFn: ({ signal, pageParam }) => {
      const query = { after: pageParam, limit: CUSTOMER_PAGE_SIZE };
      return api.call(listCustomers, { params: { id }, query }, { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

/** Removes a customer from the company (COMP-10). */
export function useRemoveCustomer(companyId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Customer) => api.call(removeCustomer, { params: { id: companyId, personId: id } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: (_answer, { name }) => showToast({ tone: 'done', about: 'customers', text: texts.removed(name) }),
    onError: (error) =>
      showToast({ tone: 'failed', about: 'customers', text: failureWords(error, texts.removeFailed) }),
    onSettled: () => reloadCompanies(queryClient),
  });
}
