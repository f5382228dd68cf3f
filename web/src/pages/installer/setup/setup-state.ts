import { checkSim, noSim, simToSend, type SimValues } from '#features/device-setup/device-setup-sim.ts';
import { useVerification } from '#features/devices/registration/devices-verify.ts';
import { useRegistrationDraft } from '#features/devices/registration/devices-draft.ts';
import type { DraftValues } from '#features/devices/registration/devices-draft-store.ts';
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
import { isClaimCode, normaliseClaim, type Label } from '@trace/contract/devices/registration/devices.registration.rules';
import { nicknameSchema, typedSerialSchema } from '@trace/contract/devices/registration/devices.registration.schema';
import { registrationTexts as texts } from '@trace/contract/devices/registration/devices.registration.texts';
import { outboxTexts } from '@trace/contract/devices/registration/devices.outbox.texts';
import { draftTexts } from '@trace/contract/devices/registration/devices.draft.texts';
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

/** A question before something that was typed or that waits is replaced (REG-14). */
export interface SetupQuestion {
  title: string;
  text: string;
  confirmLabel: string;
  confirm: () => void;
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
  const [question, setQuestion] = useState<SetupQuestion | null>(null);
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
    if (other === null) return startOver();
    return setQuestion({
      title: draftTexts.replaceWaitingTitle(other.serialNumber),
      text: draftTexts.replaceWaitingText(deviceName(other.serialNumber, other.nickname?.trim() || null)),
      confirmLabel: draftTexts.replaceWaiting,
      confirm: () => void keep(registration, true).catch(() => undefined),
    });
  };

  const takeLabel = ({ serialNumber, claimCode }: Label) => {
    change({ serial: serialNumber, claimCode: claimCode ?? '' });
    void verify(serialNumber, claimCode ?? '');
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
    const registration = { ...registrationOf(values, device, hubs), registrationId };
    if (isKeeping) return void keep(registration, false).catch(() => undefined);
    registering.mutate(registration, {
      onSuccess: ({ serialNumber }) => {
        setRegistered({ serial: serialNumber, name: shownName(values, serialNumber) });
        startOver();
      },
      onError: (error) => {
        if (!isUnreachable(error)) return showRefusal(error);
        // The signal was lost, or the answer was. Sending again under the same id is idempotent.
        keep(registration, false).catch(() => showRegistrationFailure(error));
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
      return setQuestion({
        title: draftTexts.replaceLabelTitle(values.serial.trim()),
        text: draftTexts.replaceLabelText(label.serialNumber),
        confirmLabel: draftTexts.replaceLabel,
        confirm: () => takeLabel(label),
      });
    },
    draft,
    question,
    answer: (isConfirmed: boolean) => {
      setQuestion(null);
      if (isConfirmed) question?.confirm();
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

const isUntouched = (values: SetupValues): boolean =>
  JSON.stringify({ ...values, serial: values.serial.trim() || FACTORY_SERIAL_PREFIX }) === JSON.stringify(untouched);

/** Passwords are never written to disk. */
const draftOf = (
  { serial, claimCode, nickname, isHubOn, sim }: SetupValues,
  registrationId: string,
  isVerified: boolean,
): DraftValues => ({
  registrationId,
  serial,
  claimCode,
  nickname,
  isHubOn,
  sim: { apn: sim.apn, username: sim.username },
  isVerified,
});

/** Whether the label would replace a different serial or claim code that a person has typed. */
function isReplacing({ serial, claimCode }: SetupValues, label: Label): boolean {
  const typed = serial.trim();
  if (typed === '' || typed === FACTORY_SERIAL_PREFIX) return false;
  const typedClaim = normaliseClaim(claimCode);
  return typed !== label.serialNumber || (typedClaim !== '' && typedClaim !== (label.claimCode ?? ''));
}

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
