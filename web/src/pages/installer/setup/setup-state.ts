import { noSim } from '#features/device-setup/device-setup-sim.ts';
import { useVerification } from '#features/devices/registration/devices-verify.ts';
import { useRegistrationDraft } from '#features/devices/registration/devices-draft.ts';
import { dropRegistration, type KeptRegistration } from '#features/devices/registration/devices-outbox-store.ts';
import { useKeepRegistration } from '#features/devices/registration/devices-outbox.ts';
import { showRegistrationFailure, useRegisterDevice } from '#features/devices/registration/devices.register.queries.ts';
import { useHubChoice } from '#features/hubs/hubs-choice.ts';
import { failureWords, isRefusal, isUnreachable } from '#lib/http/api.ts';
import { useOffline } from '#lib/offline/offline.ts';
import { refusedField } from '#lib/http/refused-field.ts';
import type { Label } from '@trace/contract/devices/registration/devices.registration.rules';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useSetupQuestion } from './setup-question.ts';
import {
  check,
  draftOf,
  isReplacing,
  isUntouched,
  missingOffline,
  missingWords,
  registrationOf,
  shownName,
  untouched,
  unverified,
  valuesOfKept,
  withoutAny,
  type SetupErrors,
  type SetupValues,
} from './setup-values.ts';

/** The device that was registered last, whose programming goes on. */
export interface Registered {
  serial: string;
  name: string;
}

/**
 * The state of the registration form: the typed values, the missing parts, and the server's answers (REG-01 to REG-06).
 */
export function useSetupForm() {
  const [values, setValues] = useState<SetupValues>(untouched);
  const [errors, setErrors] = useState<SetupErrors>({});
  const [registered, setRegistered] = useState<Registered | null>(null);
  const questions = useSetupQuestion();
  const fields = {
    serial: useRef<HTMLInputElement>(null),
    claimCode: useRef<HTMLInputElement>(null),
    nickname: useRef<HTMLInputElement>(null),
  };
  const verification = useVerification();
  const hubs = useHubChoice(null);
  const registering = useRegisterDevice();
  const outbox = useKeepRegistration();
  const isOffline = useOffline() !== null;
  const [registrationId, setRegistrationId] = useState<string>(() => crypto.randomUUID());
  /** The registration that the form shows when an answer arrives: another device may have been started meanwhile. */
  const shownId = useRef(registrationId);
  useEffect(() => {
    shownId.current = registrationId;
  }, [registrationId]);
  /** `isPending` reaches the form one render too late to stop an immediate second press. */
  const sendingId = useRef<string | null>(null);
  const { state } = verification;
  const verified = state.phase === 'verified' ? state.verification : null;

  const change = (next: Partial<SetupValues>) => {
    // Another device is another registration.
    if (next.serial !== undefined && next.serial !== values.serial) setRegistrationId(crypto.randomUUID());
    setValues((before) => ({ ...before, ...next }));
    // Editing a field clears its error.
    setErrors((before) => withoutAny(before, next));
  };

  const verify = async (serial: string, claimCode: string) => {
    const found = await verification.verify(serial);
    if (!found) return fields.serial.current?.focus();
    change({ serial: found.serialNumber });
    const next = found.needsClaimCode && claimCode.trim() === '' ? fields.claimCode : fields.nickname;
    next.current?.focus();
  };

  const draft = useRegistrationDraft({
    values: isUntouched(values) ? null : draftOf(values, registrationId, verified !== null),
    onRestore: ({ registrationId: id, serial, claimCode, nickname, isHubOn, sim, isVerified }) => {
      verification.cancel();
      hubs.reset();
      setErrors({});
      setRegistrationId(id);
      setValues({ serial, claimCode, nickname, isHubOn, sim: { ...noSim, ...sim } });
      // The serial may have been registered meanwhile.
      if (isVerified) void verification.verify(serial);
    },
  });

  const startOver = () => {
    verification.cancel();
    hubs.reset();
    setValues(untouched);
    setErrors({});
    setRegistrationId(crypto.randomUUID());
    fields.serial.current?.focus();
  };

  const clear = (id: string) => {
    if (shownId.current === id) startOver();
  };

  const showRefusal = (error: Error) => {
    const words = failureWords(error);
    const field = refusedField(error) ?? (isRefusal(error, 'gone') ? 'hub' : null);
    const part = field?.split('.')[0];
    if (part === 'serialNumber') verification.refuse(words);
    if (part === 'hub') hubs.refuse(words);
    if (part === 'claimCode' || part === 'nickname') setErrors({ [part]: words });
    if (part === 'sim') setErrors({ sim: { [field?.split('.')[1] ?? 'apn']: words } });
    if (part === 'claimCode' || part === 'nickname') fields[part].current?.focus();
    if (part === 'serialNumber') fields.serial.current?.focus();
  };

  const keep = async (registration: Parameters<typeof outbox.keep>[0], mayReplace: boolean): Promise<void> => {
    const other = await outbox.keep(registration, mayReplace);
    if (other === null) return clear(registration.registrationId);
    return questions.askAboutWaiting(other, () => void keep(registration, true).catch(() => undefined));
  };

  const takeRefused = (refused: KeptRegistration) => {
    startOver();
    setValues(valuesOfKept(refused));
    void dropRegistration(refused);
  };

  const takeLabel = ({ serialNumber, claimCode }: Label) => {
    change({ serial: serialNumber, claimCode: claimCode ?? '' });
    void verify(serialNumber, claimCode ?? '');
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (missing !== null || sendingId.current === registrationId) return;
    const device = verified ?? unverified(values);
    const complaints = check(values, device);
    setErrors(complaints);
    if (complaints.claimCode !== undefined) return fields.claimCode.current?.focus();
    if (complaints.nickname !== undefined) return fields.nickname.current?.focus();
    if (complaints.sim !== undefined) return undefined;
    const registration = { ...registrationOf(values, device, hubs), registrationId };
    if (isKeeping) return void keep(registration, false).catch(() => undefined);
    sendingId.current = registrationId;
    registering.mutate(registration, {
      onSettled: () => {
        sendingId.current = null;
      },
      onSuccess: ({ serialNumber }) => {
        setRegistered({ serial: serialNumber, name: shownName(values, serialNumber) });
        clear(registrationId);
      },
      onError: (error) => {
        if (!isUnreachable(error)) return shownId.current === registrationId ? showRefusal(error) : undefined;
        // The signal was lost, or the answer was. Sending again under the same id is idempotent.
        keep(registration, false).catch(() => showRegistrationFailure(registration.serialNumber, error));
      },
    });
    return undefined;
  };

  const isKeeping = isOffline || (state.phase === 'failed' && state.isUnreachable === true);
  const missing = isKeeping ? missingOffline(values) : missingWords(values, verified, hubs);
  return {
    values,
    errors,
    fields,
    verification,
    verified,
    hubs,
    registered,
    /** Why Register Device is disabled, or null when enabled. */
    missing,
    /** There is no signal: the registration is kept on this device until there is. */
    isKeeping,
    isRegistering: registering.isPending,
    change,
    verify: () => void verify(values.serial, values.claimCode),
    scan: (label: Label) => {
      if (!isReplacing(values, label)) return takeLabel(label);
      return questions.askAboutLabel(values.serial.trim(), label.serialNumber, () => takeLabel(label));
    },
    takeRefused: (refused: KeptRegistration) =>
      isUntouched(values) ? takeRefused(refused) : questions.askAboutTyped(refused, () => takeRefused(refused)),
    draft,
    question: questions.question,
    answer: questions.answer,
    edit: () => {
      verification.cancel();
      fields.serial.current?.focus();
    },
    startOver,
    submit,
  };
}

export type SetupForm = ReturnType<typeof useSetupForm>;
