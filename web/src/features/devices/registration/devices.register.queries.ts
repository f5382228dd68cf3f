import { api, failureWords, isRefusal, isUnreachable } from '#lib/http/api.ts';
import { showToast } from '#ui/dialogs/toast.tsx';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { getGatewayAddress, registerDevice } from '@trace/contract/devices/registration/devices.registration.api';
import { registrationTexts as texts } from '@trace/contract/devices/registration/devices.registration.texts';
import type { BodyOf } from '@trace/contract/kernel/endpoint';
import { devicesQuery } from '../devices.queries.ts';

export type Registration = BodyOf<typeof registerDevice>;

/** Where trackers reach this installation, or null while it accepts none. */
export const gatewayAddressQuery = queryOptions({
  queryKey: ['devices-gateway'],
  meta: { offlineRoles: ['installer'] },
  queryFn: ({ signal }) => api.call(getGatewayAddress, {}, { signal }),
  select: ({ address }) => address,
});

/** The query key of the installer's own certification. */
const certificationKey = ['own-certification'];

/** Registers a device. The server starts follow-up steps such as programming (REG-05, REG-06). */
export function useRegisterDevice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Registration) => api.call(registerDevice, { body }),
    meta: { isFailureShownInPlace: true },
    onSuccess: ({ serialNumber, setup }, { hub }) => {
      const words = hub ? texts.registeredWithHub(serialNumber) : texts.registeredForTracking(serialNumber);
      const text = setup === 'queued' ? `${words} ${texts.setupQueued}` : words;
      showToast({ tone: 'done', about: aboutRegistration(serialNumber), text });
      return queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey });
    },
    // An unanswered registration is stored in the outbox if allowed. Otherwise the form shows the failure.
    onError: (error, { serialNumber }) => {
      // The certification can have ended while the form was open. The notice of the page says so.
      if (isRefusal(error, 'forbidden')) void queryClient.invalidateQueries({ queryKey: certificationKey });
      if (!isUnreachable(error)) showRegistrationFailure(serialNumber, error);
    },
  });
}

/** Shows a failed registration. Also used when the registration must not be stored and the user has to send again. */
export const showRegistrationFailure = (serial: string, error: Error): void =>
  showToast({ tone: 'failed', about: aboutRegistration(serial), ...failureOf(error) });

/** UDASH-12: the toasts about the registration of a device replace each other. */
export const aboutRegistration = (serial: string): string => `registration ${serial}`;

function failureOf(error: Error) {
  if (isRefusal(error, 'unauthenticated')) return { title: texts.authenticationError, text: texts.signInFirst };
  return { title: texts.registrationFailed, text: texts.failedToRegister(failureWords(error)) };
}
