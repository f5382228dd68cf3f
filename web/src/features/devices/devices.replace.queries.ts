import { api, failureWords } from '#lib/http/api.ts';
import { refusedField } from '#lib/http/refused-field.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { useMutation } from '@tanstack/react-query';
import { replaceDevice } from '@trace/contract/devices/devices.replacement.api';
import type { Replacement } from '@trace/contract/devices/devices.replacement.schema';
import { replacementTexts as texts } from '@trace/contract/devices/devices.replacement.texts';
import { useReloadDevices } from './devices.manage.queries.ts';

/** IDEV-10: replaces this device with another tracker. */
export function useReplaceDevice(serial: string) {
  const reload = useReloadDevices();
  return useMutation({
    mutationFn: (body: Replacement) => api.call(replaceDevice, { params: { serial }, body }),
    meta: { isFailureShownInPlace: true },
    onSuccess: ({ serialNumber, setup }) => {
      const words = [texts.replaced(serialNumber), ...(setup === 'queued' ? [texts.setupQueued] : [])];
      showToast({ tone: 'done', about: `replacement ${serial}`, text: words.join(' ') });
    },
    onError: (error) => {
      if (refusedField(error) !== null) return;
      showToast({ tone: 'failed', about: `replacement ${serial}`, title: texts.failed, text: failureWords(error) });
    },
    // Reloads after a refusal too, because another user may have changed the device first.
    onSettled: reload,
  });
}
