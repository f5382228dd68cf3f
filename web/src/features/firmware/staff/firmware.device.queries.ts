import { api, failureWords } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Channel } from '@trace/contract/firmware/firmware.rules';
import {
  deleteDeviceToken,
  makeDeviceToken,
  setDeviceChannel,
} from '@trace/contract/firmware/staff/firmware.staff.api';
import { firmwareScreenTexts } from '@trace/contract/firmware/staff/firmware.screen.texts';
import { deviceFirmwareQuery } from './firmware.staff.queries.ts';

const texts = firmwareScreenTexts.device;
const about = 'firmware';

export function useSetChannel(serial: string) {
  const queryClient = useQueryClient();
  const { queryKey } = deviceFirmwareQuery(serial);
  return useMutation({
    mutationFn: (channel: Channel) => api.call(setDeviceChannel, { params: { serial }, body: { channel } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: (device) => {
      queryClient.setQueryData(queryKey, device);
      showToast({ tone: 'done', about, text: texts.channelSaved(firmwareScreenTexts.channels[device.channel]) });
    },
    onError: (error) => showToast({ tone: 'failed', about, text: failureWords(error, texts.channelFailed) }),
  });
}

/** The answer holds the token, which nothing keeps: the dialog shows it once. */
export function useMakeToken(serial: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(makeDeviceToken, { params: { serial } }),
    gcTime: 0,
    meta: { isFailureShownInPlace: true },
    onError: (error) => showToast({ tone: 'failed', about, text: failureWords(error, texts.tokenFailed) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: deviceFirmwareQuery(serial).queryKey }),
  });
}

export function useEndToken(serial: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(deleteDeviceToken, { params: { serial } }),
    meta: { isFailureShownInPlace: true },
    onSuccess: () => showToast({ tone: 'done', about, text: texts.ended }),
    onError: (error) => showToast({ tone: 'failed', about, text: failureWords(error, texts.tokenFailed) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: deviceFirmwareQuery(serial).queryKey }),
  });
}
