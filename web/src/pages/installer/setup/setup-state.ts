import { checkSim, noSim, simToSend, type SimValues } from '#features/device-setup/device-setup-sim.ts';
import { useVerification } from '#features/devices/registration/devices-verify.ts';
import { useKeepRegistration } from '#features/devices/registration/devices-outbox.ts';
import {
  showRegistrationFailure,
  useRegisterDevice,
  type Registration,
} from '#features/devices/registration/devices.register.queries.ts';
import { useHubChoice } from '#features/hubs/hubs-choice.ts';
import { failureWords, isRefusal, isUnreachable } from '#lib/http/api.ts';
import { useOffline } from '#lib/offline/offline.ts';
import { refusedField } from '#lib/http/refused-field.ts';
import type { Verification } from '@trace/contract/devices/registration/devices.registration.schema';
import { isClaimCode, normaliseClaim } from '@trace/contract/devices/registration/devices.registration.rules';
import { nicknameSchema, typedSerialSchema } from '@trace/contract/devices/registration/devices.registration.schema';
import { registrationTexts as texts } from '@trace/contract/devices/registration/devices.registration.texts';
import { outboxTexts } from '@trace/contract/devices/registration/devices.outbox.texts';
import { deviceName } from '@trace/contract/devices/devices.rules';
import { FACTORY_SERIAL_PREFIX } from '@trace/contract/kernel/serial';
import { useRef, useState, type FormEvent } from 'react';

const untouched = {
  serial: FACTORY_SERIAL_PREFIX,
  claimCode: '',
  nickname: '',
  isHubOn: false,
  sim: noSim,
};

type SetupValues = typeof untouched;

interface SetupErrors {
  claimCode?: string;
  nickname?: string;
  sim?: Partial<SimValues>;
}

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
  const registrationId = useRef<string>(crypto.randomUUID());
  const { state } = verification;
  const verified = state.phase === 'verified' ? state.verification : null;

  const change = (next: Partial<SetupValues>) => {
    // Another device is another registration.
    if (next.serial !== undefined && next.serial !== values.serial) registrationId.current = crypto.randomUUID();
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

  const startOver = () => {
    verification.cancel();
    hubs.reset();
    setValues(untouched);
    setErrors({});
    registrationId.current = crypto.randomUUID();
    fields.serial.current?.focus();
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

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (missing !== null) return;
    const device = verified ?? unverified(values);
    const complaints = check(values, device);
    setErrors(complaints);
    if (complaints.claimCode !== undefined) return fields.claimCode.current?.focus();
    if (complaints.nickname !== undefined) return fields.nickname.current?.focus();
    if (complaints.sim !== undefined) return undefined;
    const registration = { ...registrationOf(values, device, hubs), registrationId: registrationId.current };
    if (isKeeping) return void outbox.keep(registration).then(startOver, () => undefined);
    registering.mutate(registration, {
      onSuccess: ({ serialNumber }) => {
        setRegistered({ serial: serialNumber, name: shownName(values, serialNumber) });
        startOver();
      },
      onError: (error) => {
        if (!isUnreachable(error)) return showRefusal(error);
        // The signal was lost, or the answer was. Sending again under the same id is idempotent.
        outbox.keep(registration).then(startOver, () => showRegistrationFailure(error));
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
    scan: (label: { serialNumber: string; claimCode: string | null }) => {
      const claimCode = label.claimCode ?? '';
      change({ serial: label.serialNumber, claimCode });
      void verify(label.serialNumber, claimCode);
    },
    edit: () => {
      verification.cancel();
      fields.serial.current?.focus();
    },
    startOver,
    submit,
  };
}

export type SetupForm = ReturnType<typeof useSetupForm>;

function withoutAny(errors: SetupErrors, changed: Partial<SetupValues>): SetupErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in changed)));
}

/** The checks, in the order of the form. */
function missingWords(
  { claimCode, isHubOn }: SetupValues,
  verified: Verification | null,
  hubs: ReturnType<typeof useHubChoice>,
): string | null {
  if (verified === null) return texts.verifyFirst;
  if (verified.needsClaimCode && claimCode.trim() === '') return texts.claimMissing;
  if (!isHubOn) return null;
  if (hubs.state.verified === null) return texts.credentialsFirst;
  return hubs.chosen === null ? texts.hubMissing : null;
}

/** Without signal, checks the form locally. Values that must not be stored on disk are refused. */
function missingOffline({ serial, isHubOn, sim }: SetupValues): string | null {
  if (serial.trim() === FACTORY_SERIAL_PREFIX) return texts.serialMissing;
  const { error } = typedSerialSchema.safeParse(serial);
  if (error) return error.issues[0]?.message ?? texts.serialInvalid;
  if (isHubOn) return outboxTexts.hubLater;
  return sim.password.trim() === '' ? null : outboxTexts.simLater;
}

/** Describes an unverified device. Whether a claim code is needed shows only when the registration is sent. */
const unverified = ({ serial, claimCode }: SetupValues): Pick<Verification, 'serialNumber' | 'needsClaimCode'> => ({
  serialNumber: serial.trim(),
  needsClaimCode: claimCode.trim() !== '',
});

/** Checks the form without a request. The server counts wrong claim codes, so a misread code is not sent. */
function check(
  { claimCode, nickname, sim }: SetupValues,
  { needsClaimCode }: Pick<Verification, 'needsClaimCode'>,
): SetupErrors {
  const isCodeWrong = needsClaimCode && !isClaimCode(normaliseClaim(claimCode));
  const nicknameError = nicknameSchema.safeParse(nickname).error?.issues[0]?.message;
  const simErrors = checkSim(sim);
  return {
    ...(isCodeWrong && { claimCode: texts.claimWrong }),
    ...(nicknameError !== undefined && { nickname: nicknameError }),
    ...(Object.keys(simErrors).length > 0 && { sim: simErrors }),
  };
}

function registrationOf(
  { claimCode, nickname, isHubOn, sim }: SetupValues,
  { serialNumber, needsClaimCode }: Pick<Verification, 'serialNumber' | 'needsClaimCode'>,
  { chosen }: ReturnType<typeof useHubChoice>,
): Registration {
  return {
    serialNumber,
    nickname,
    claimCode: needsClaimCode ? claimCode : null,
    hub: isHubOn && chosen ? { handle: chosen.handle, hubId: chosen.hub.hubId } : null,
    sim: simToSend(sim),
  };
}

export const shownName = ({ nickname }: { nickname: string }, serial: string): string =>
  deviceName(serial, nickname.trim() || null);
