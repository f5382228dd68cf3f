import { api, failureWords } from '#lib/http/api.ts';
import { refusedField } from '#lib/http/refused-field.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createCompany, deleteCompany, leaveCompany, updateCompany } from '@trace/contract/companies/companies.api';
import type { Company, CompanyDetails } from '@trace/contract/companies/companies.schema';
import { companiesTexts as texts } from '@trace/contract/companies/companies.texts';
import { rememberCompany, reloadCompanies } from '../companies.queries.ts';

type Saved = CompanyDetails & { logoId: string | null };

/** Creates the company, or saves the existing company. The form shows a refusal that names a field. */
export function useSaveCompany(company: Company | null) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Saved) =>
      company ? api.call(updateCompany, { params: { id: company.id }, body }) : api.call(createCompany, { body }),
    meta: { isFailureShownInPlace: true },
    onSuccess: (saved) => {
      rememberCompany(queryClient, saved);
      showToast({ tone: 'done', about: 'company', text: company ? texts.updated : texts.created });
      return reloadCompanies(queryClient);
    },
    onError: (error) => {
      if (refusedField(error) !== null) return;
      showToast({
        tone: 'failed',
        about: 'company',
        ...(company ? saveFailure(error) : { text: texts.createFailed(failureWords(error)) }),
      });
      void reloadCompanies(queryClient);
    },
  });
}

function saveFailure(error: Error) {
  const reason = failureWords(error, '');
  return reason === '' ? { text: texts.saveFailed } : { title: texts.saveFailed, text: reason };
}

/** Leaves the company; a refusal says why in the server's words. */
export function useLeaveCompany(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(leaveCompany, { params: { id } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: () => showToast({ tone: 'done', about: 'company', text: texts.left }),
    onError: (error) => showToast({ tone: 'failed', about: 'company', text: failureWords(error, texts.leaveFailed) }),
    onSettled: () => reloadCompanies(queryClient),
  });
}

/** Deletes the company whose name was typed; asks for a fresh proof on the way. */
export function useDeleteCompany(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => api.call(deleteCompany, { params: { id }, body: { name } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: () => {
      showToast({ tone: 'done', about: 'company', text: texts.deleted });
      return reloadCompanies(queryClient);
    },
    onError: (error) => {
      if (refusedField(error) === null) showToast({ tone: 'failed', about: 'company', text: failureWords(error) });
    },
  });
}
