import { api, failureWords } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  bringDevicesToCompany,
  countOwnDevicesOutside,
  handOverDevices,
  listCompanyInstallers,
} from '@trace/contract/devices/assignment/devices.assignment.api';
import { assignmentTexts } from '@trace/contract/devices/assignment/devices.assignment.texts';
import { belongingTexts as texts } from '@trace/contract/devices/assignment/devices.belonging.texts';

/** The installers who registered devices of a company, and the installers who can take these devices over. */
export const companyInstallersQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['devices', 'company-installers', companyId],
    meta: { offlineRoles: ['installer'] },
    queryFn: ({ signal }) => api.call(listCompanyInstallers, { params: { id: companyId } }, { signal }),
  });

/** How many devices of the person belong to no company. */
export const outsideQuery = (companyId: string) =>
  queryOptions({
    queryKey: ['devices', 'outside', companyId],
    meta: { offlineRoles: ['installer'] },
    queryFn: ({ signal }) => api.call(countOwnDevicesOutside, { params: { id: companyId } }, { signal }),
  });

export function useHandOverDevices(companyId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { fromPersonId: string; toPersonId: string }) =>
      api.call(handOverDevices, { params: { id: companyId }, body }),
    meta: { isFailureShownInPlace: true },
    onSuccess: (done) =>
      showToast({ tone: 'done', about: 'reassignment', text: assignmentTexts.handedOver(done.devices) }),
    onError: (error) =>
      showToast({ tone: 'failed', about: 'reassignment', text: failureWords(error, texts.handOverFailed) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['devices'] }),
  });
}

export function useBringDevices(companyId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(bringDevicesToCompany, { params: { id: companyId } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: (done) =>
      showToast({ tone: 'done', about: 'reassignment', text: assignmentTexts.brought(done.devices) }),
    onError: (error) =>
      showToast({ tone: 'failed', about: 'reassignment', text: failureWords(error, texts.bringFailed) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['devices'] }),
  });
}
