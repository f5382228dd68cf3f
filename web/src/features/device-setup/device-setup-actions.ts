import { api, failureWords } from '#lib/http/api.ts';
import { refusedField } from '#lib/http/refused-field.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  cancelSetup,
  reconfigureDevice,
  restoreSetup,
  retrySetup,
  unlinkHub,
} from '@trace/contract/device-setup/device-setup.api';
import type { DeviceSetup, HubChoice, SimSettings } from '@trace/contract/device-setup/device-setup.schema';
import { deviceSetupTexts as texts } from '@trace/contract/device-setup/device-setup.texts';
import { rememberSetup, setupQuery } from './device-setup.queries.ts';

export interface Reconfiguration {
  hub?: HubChoice;
  sim?: SimSettings;
}

/** Saves new SIM settings of one device and programs the device. */
export const changeSim = (serial: string, sim: SimSettings) =>
  api.call(reconfigureDevice, { params: { serial }, body: { sim } });

/** Saves new settings and programs the device (HUB-04). The form shows a refusal that names a field. */
export function useReconfigure(serial: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Reconfiguration) => api.call(reconfigureDevice, { params: { serial }, body }),
    meta: { isFailureShownInPlace: true },
    onSuccess: (setup) => {
      rememberSetup(queryClient, setup);
      const text = setup.state === 'none' ? texts.saved : texts.reconfigured;
      showToast({ tone: 'done', about: `setup ${serial}`, text });
      return queryClient.invalidateQueries({ queryKey: ['devices'] });
    },
    onError: (error) => {
      if (refusedField(error) === null) showToast({ tone: 'failed', about: `setup ${serial}`, ...failureOf(error) });
    },
  });
}

/** The device may have its settings although saving failed. This case is a warning with its own message. */
function failureOf(error: Error) {
  const words = failureWords(error);
  return words === texts.databaseWarning ? { text: words } : { title: texts.failedTitle, text: words };
}

/** Returns the other actions for a device's settings. Each action returns the new state. */
export function useSetupActions(serial: string) {
  const params = { serial };
  return {
    unlink: useSetupAction(serial, () => api.call(unlinkHub, { params })),
    removeSim: useSetupAction(serial, () => api.call(reconfigureDevice, { params, body: { sim: null } })),
    restore: useSetupAction(serial, () => api.call(restoreSetup, { params })),
    retry: useSetupAction(serial, () => api.call(retrySetup, { params })),
    cancel: useSetupAction(serial, () => api.call(cancelSetup, { params })),
  };
}

function useSetupAction(serial: string, act: () => Promise<DeviceSetup>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: (setup) => {
      rememberSetup(queryClient, setup);
      return queryClient.invalidateQueries({ queryKey: ['devices'] });
    },
    // The settings may have changed meanwhile, so reload.
    onError: () => void queryClient.invalidateQueries(setupQuery(serial)),
  });
}
