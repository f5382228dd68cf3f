import { api, failureWords } from '#lib/http/api.ts';
import { refusedField } from '#lib/http/refused-field.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  answerInvitation,
  handOverCompany,
  inviteMember,
  remindMember,
  removeMember,
} from '@trace/contract/companies/companies.api';
import type { Company, InvitationToMe, Member } from '@trace/contract/companies/companies.schema';
import { companySettingsTexts } from '@trace/contract/companies/companies.settings.texts';
import { companiesTexts as texts } from '@trace/contract/companies/companies.texts';
import type { BodyOf } from '@trace/contract/kernel/endpoint';
import { reloadCompanies } from '../companies.queries.ts';

const done = (text: string) => showToast({ tone: 'done', about: 'members', text });
const failed = (error: Error, otherwise?: string) =>
  showToast({ tone: 'failed', about: 'members', text: failureWords(error, otherwise) });

/** Invites an installer by name and e-mail; a refusal that names a field is told there, by the form. */
export function useInvite(companyId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof inviteMember>) => api.call(inviteMember, { params: { id: companyId }, body }),
    meta: { isFailureShownInPlace: true },
    onSuccess: ({ email }) => {
      done(companySettingsTexts.sent(email));
      return reloadCompanies(queryClient);
    },
    onError: (error) => {
      if (refusedField(error) === null) failed(error, texts.inviteFailed);
    },
  });
}

/** Sends the mail of an open invitation again. */
export function useRemind(companyId: string) {
  return useMutation({
    mutationFn: ({ id }: Member) => api.call(remindMember, { params: { id: companyId, memberId: id } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: (_answer, { email }) => done(companySettingsTexts.reminded(email)),
    onError: (error) => failed(error, texts.inviteFailed),
  });
}

const removedWords = {
  owner: texts.removed,
  accepted: texts.removed,
  pending: companySettingsTexts.withdrawn,
  declined: companySettingsTexts.cleared,
};

/** Removes an employee, withdraws a pending invitation, or clears a declined invitation. */
export function useRemoveMember(companyId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, status }: Member) =>
      api.call(removeMember, {
        params: { id: companyId, memberId: id },
        // The invitation can be accepted while the owner reads the question.
        query: status === 'pending' ? { status } : {},
      }),
    onSuccess: (_answer, { status }) => done(removedWords[status]),
    onSettled: () => reloadCompanies(queryClient),
  });
}

/** Makes an accepted employee the owner; asks for a fresh proof on the way (COMP-08). */
export function useHandOver(company: Company) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Member) => api.call(handOverCompany, { params: { id: company.id }, body: { memberId: id } }),
    onSuccess: (_answer, { name }) => done(companySettingsTexts.handedOver(name, company.name)),
    onSettled: () => reloadCompanies(queryClient),
  });
}

/** Accepts or declines an invitation to oneself. */
export function useAnswerInvitation({ id }: InvitationToMe) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof answerInvitation>) => api.call(answerInvitation, { params: { id }, body }),
    meta: { isFailureShownInPlace: true },
    onSuccess: ({ status }) => done(texts.answered(status)),
    onError: (error) => failed(error, texts.respondFailed),
    onSettled: () => reloadCompanies(queryClient),
  });
}
